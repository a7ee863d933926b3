/** Whether a show can be saved, and as what: the places that are wrong are named as `device.1`, `timeline.0.3`. */
import { overlap, windowOf, type AreaItem, type Box, type Panel, type Show } from '@endcap/signage/shows'
import { invalid } from '../../platform/base/errors.ts'
import { androidPackageAt } from '../media/android-packages.ts'

/** What a canvas may measure, pixels: as much as its places may lie apart in the contract. */
const largest = 32_768
const wrong = (at: string, why: string) => invalid(`${at}: ${why}`, at)

/** The box around all panels as they stand on the canvas. */
function boxOf(panels: readonly Panel[]): Box {
  const windows = panels.map(windowOf)
  const left = Math.min(...windows.map((one) => one.left))
  const top = Math.min(...windows.map((one) => one.top))
  const [right, bottom] = [Math.max(...windows.map((one) => one.left + one.width)), Math.max(...windows.map((one) => one.top + one.height))]
  return { left, top, width: right - left, height: bottom - top }
}

function checkPanels(panels: readonly Panel[]): void {
  const windows = panels.map(windowOf)
  for (const [index, one] of windows.entries()) {
    const other = windows.findIndex((before, place) => place < index && overlap(before, one))
    if (other >= 0) throw wrong(`device.${index}`, `must not lie over device.${other}`)
  }
}

/** The items of an area in their order, ended with the show. */
function itemsOf(items: readonly AreaItem[], area: number, duration: number): AreaItem[] {
  const placed = items.map((item, index) => ({ item, at: `timeline.${area}.${index}` }))
  const ordered = placed.toSorted((a, b) => a.item.start - b.item.start)
  for (const [place, { item, at }] of ordered.entries()) {
    const before = ordered[place - 1]
    if (item.start >= duration) throw wrong(at, 'must begin before the show ends')
    if (before !== undefined && before.item.start + before.item.duration > item.start)
      throw wrong(at, `must not begin before ${before.at} ends`)
  }
  return ordered.map(({ item }) => ({ ...item, duration: Math.min(item.duration, duration - item.start) }))
}

/**
 * The show as it is kept: its canvas is the box around all screens and begins at 0, 0; items end with the show. Throws 400 where screens lie
 * over each other, an area lies outside of the canvas, or items of an area overlap.
 */
export function normalShow({ duration, device, contentArea, timeline }: Omit<Show, 'width' | 'height'>): Show {
  checkPanels(device)
  const canvas = boxOf(device)
  const { width, height } = canvas
  if (width > largest || height > largest) throw wrong('device', `must lie within ${largest} pixels`)
  const moved = <T extends Box>(box: T): T => ({ ...box, left: box.left - canvas.left, top: box.top - canvas.top })
  const areas = contentArea.map(moved)
  const outside = areas.findIndex(({ left, top }) => left < 0 || top < 0 || left >= width || top >= height)
  if (outside >= 0) throw wrong(`contentArea.${outside}`, 'must begin within the screens')
  if (timeline.length > areas.length) throw wrong(`timeline.${areas.length}`, 'there is no such area')
  return {
    width,
    height,
    duration,
    device: device.map(moved),
    contentArea: areas,
    timeline: areas.map((_, area) => itemsOf(timeline[area] ?? [], area, duration)),
  }
}

/** Where contents stand that are not there or that no display plays: `timeline.0.3`, in the order of what was given. */
export function refuseUnplayable(
  timeline: readonly (readonly AreaItem[])[],
  known: ReadonlyMap<string, { name: string; playable: boolean }>,
): void {
  for (const [area, items] of timeline.entries())
    for (const [index, { id }] of items.entries()) {
      const [content, at] = [known.get(id), `timeline.${area}.${index}`]
      if (content === undefined) throw wrong(at, `there is no content ${id}`)
      if (!content.playable) throw androidPackageAt(at, content.name)
    }
}
