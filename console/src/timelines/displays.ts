/** The displays of a timeline by the screen that they show. */
import type { Timeline } from '@endcap/contract/timelines'
import { fits } from '@endcap/signage/models'
import type { Panel, Show } from '@endcap/signage/shows'

export type Display = Timeline['deviceList'][number]

/** A list for each screen that the shows have, and for those that displays are on all the same. */
export function screensFor({ screens, device }: Pick<Timeline, 'screens' | 'device'>): string[][] {
  return Array.from({ length: Math.max(1, screens, device.length) }, (_, screen) => [...(device[screen] ?? [])])
}

/** The displays come to a screen, and leave the one that they were on. */
export const withDisplays = (device: readonly (readonly string[])[], screen: number, macs: readonly string[]): string[][] =>
  device.map((list, place) => {
    const rest = list.filter((mac) => !macs.includes(mac))
    return place === screen ? [...rest, ...macs] : rest
  })
export const withoutDisplay = (device: readonly (readonly string[])[], mac: string): string[][] =>
  device.map((list) => list.filter((one) => one !== mac))

export interface ShowScreens {
  id: string
  name: string
  deviceCount: number
}
/** Shows that have fewer screens than displays are put on: the others are black meanwhile. */
export function darkScreens(
  device: readonly (readonly string[])[],
  shows: readonly ShowScreens[],
): (ShowScreens & { from: number; to: number })[] {
  const used = device.findLastIndex((list) => list.length > 0) + 1
  const all = new Map(shows.map((show) => [show.id, show]))
  return [...all.values()].flatMap((show) => (show.deviceCount < used ? [{ ...show, from: show.deviceCount + 1, to: used }] : []))
}

/** What the shows have as this screen: each kind of panel, as often as shows differ in it. */
export function panelsOf(shows: readonly Pick<Show, 'device'>[], screen: number): Pick<Panel, 'type' | 'width' | 'height'>[] {
  const panels = shows.flatMap(({ device }) => device[screen] ?? [])
  return [...new Map(panels.map(({ type, width, height }) => [`${type} ${width} ${height}`, { type, width, height }])).values()]
}
/** The panels whose shape the display does not have: what they show does not fill it. */
export const unfit = <One extends { width: number; height: number }>(
  { screenWidth: width, screenHeight: height }: Pick<Display, 'screenWidth' | 'screenHeight'>,
  panels: readonly One[],
): One[] => panels.filter((panel) => !fits({ width, height }, panel))

/** The zone that most displays are in; undefined without any. */
export function commonZone(displays: readonly Pick<Display, 'timezone'>[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { timezone } of displays) if (timezone !== '') counts.set(timezone, (counts.get(timezone) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
