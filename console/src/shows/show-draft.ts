/** A show as it is edited: its screens, and the areas with what they play. No state, no DOM. */
import type { SignageShow, ShowSave } from '@endcap/contract/shows'
import { panelSizes, type PanelType } from '@endcap/signage/models'
import { contentLayoutOf, overlap, slideDefaults, windowOf, type AreaItem, type Box, type Panel, type Show } from '@endcap/signage/shows'

export interface Area extends Box {
  items: readonly AreaItem[]
}
export interface ShowDraft {
  name: string
  /** Seconds, as typed. */
  duration: number
  device: readonly Panel[]
  areas: readonly Area[]
}
export const emptyShow: ShowDraft = { name: '', duration: slideDefaults.duration, device: [], areas: [] }
/** Edges of screens and areas lie on multiples of this, pixels (specification of the editor). */
export const showGrid = 10
/** What the server takes. */
export const maxPanels = 50
export const maxAreas = 100

type Stored = Pick<SignageShow, 'name' | 'duration' | 'device' | 'contentArea' | 'timeline'>
export const showDraftOf = ({ name, duration, device, contentArea, timeline }: Stored): ShowDraft => ({
  name,
  duration,
  device,
  areas: contentArea.map((box, index) => ({ ...box, items: timeline[index] ?? [] })),
})

/** The box around all screens; none without any. */
export function boundsOf(device: readonly Panel[]): Box | undefined {
  const windows = device.map(windowOf)
  if (windows.length === 0) return undefined
  const [left, top] = [Math.min(...windows.map((box) => box.left)), Math.min(...windows.map((box) => box.top))]
  const right = Math.max(...windows.map((box) => box.left + box.width))
  const bottom = Math.max(...windows.map((box) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** Areas lie inside of the canvas; what does not fit is made smaller. */
function intoCanvas(area: Area, { width, height }: { width: number; height: number }): Area {
  const [w, h] = [Math.min(area.width, width), Math.min(area.height, height)]
  const [left, top] = [Math.max(0, Math.min(area.left, width - w)), Math.max(0, Math.min(area.top, height - h))]
  return left === area.left && top === area.top && w === area.width && h === area.height
    ? area
    : { ...area, left, top, width: w, height: h }
}

/** The screens moved so that their canvas begins at 0,0, and the areas with them. */
export function normalised(draft: ShowDraft): ShowDraft {
  const bounds = boundsOf(draft.device)
  if (bounds === undefined) return draft
  const { left, top } = bounds
  const isThere = left === 0 && top === 0
  const device = isThere ? draft.device : draft.device.map((panel) => ({ ...panel, left: panel.left - left, top: panel.top - top }))
  const areas = draft.areas.map((area) => intoCanvas(isThere ? area : { ...area, left: area.left - left, top: area.top - top }, bounds))
  return isThere && areas.every((area, index) => area === draft.areas[index]) ? draft : { ...draft, device, areas }
}

export const canvasOf = (draft: Pick<ShowDraft, 'device'>): { width: number; height: number } => {
  const bounds = boundsOf(draft.device)
  return bounds === undefined ? { width: 0, height: 0 } : { width: bounds.left + bounds.width, height: bounds.top + bounds.height }
}
/** What is played of it. */
export function playedOf(draft: ShowDraft): Show {
  const { duration, device, areas } = normalised(draft)
  return {
    ...canvasOf({ device }),
    duration,
    device,
    contentArea: areas.map(({ left, top, width, height }) => ({ left, top, width, height })),
    timeline: areas.map(({ items }) => items),
  }
}
export function saveOf(draft: ShowDraft): ShowSave {
  const { device, contentArea, timeline, ...played } = playedOf(draft)
  return {
    name: draft.name.trim(),
    ...played,
    device: [...device],
    contentArea: [...contentArea],
    timeline: timeline.map((items) => [...items]),
  }
}
export type ShowProblem = 'name' | 'duration' | 'screens' | 'beyond'
/** Why it cannot be saved (specification 3 §5). */
export function showProblem({ name, duration, device, areas }: ShowDraft): ShowProblem | undefined {
  if (!Number.isInteger(duration) || duration < 1) return 'duration'
  if (name.trim() === '') return 'name'
  if (device.length === 0) return 'screens'
  return areas.some(({ items }) => items.some(({ start }) => start >= duration)) ? 'beyond' : undefined
}
/** As it is kept: at the corner of its canvas, and with items that end with the show. */
export function tidied(draft: ShowDraft): ShowDraft {
  const { duration, areas, ...rest } = normalised(draft)
  const ended = (item: AreaItem): AreaItem =>
    item.start < duration && item.start + item.duration > duration ? { ...item, duration: duration - item.start } : item
  return { ...rest, duration, areas: areas.map((area) => ({ ...area, items: area.items.map(ended) })) }
}
export const layoutOf = (draft: ShowDraft): string => contentLayoutOf(playedOf(draft))

export const isFree = (device: readonly Panel[], place: number, panel: Panel): boolean =>
  device.every((other, index) => index === place || !overlap(windowOf(other), windowOf(panel)))

/** A new screen stands below all others, so that it never lies on one. */
export function withPanel(draft: ShowDraft, type: PanelType): ShowDraft {
  const bounds = boundsOf(draft.device)
  const panel: Panel = {
    type,
    ...panelSizes[type],
    left: bounds?.left ?? 0,
    top: bounds === undefined ? 0 : bounds.top + bounds.height,
    rotation: 0,
  }
  return { ...draft, device: [...draft.device, panel] }
}
const quarter = { 0: 90, 90: 180, 180: 270, 270: 0 } as const
/** Turned by a quarter, clockwise; where there is no room for it, it goes below all others. */
export function turned(draft: ShowDraft, place: number): ShowDraft {
  const panel = draft.device[place]
  if (panel === undefined) return draft
  const next: Panel = { ...panel, rotation: quarter[panel.rotation] }
  const bounds = boundsOf(draft.device.filter((_, index) => index !== place))
  const free = isFree(draft.device, place, next) || bounds === undefined ? next : { ...next, top: bounds.top + bounds.height }
  return { ...draft, device: draft.device.with(place, free) }
}

/** Where a new area lies: the first one fills the first screen; each of the others is a third as wide, a little farther than the one before. */
export function freshBox(draft: ShowDraft): Box {
  const { areas, device } = draft
  const [first] = device
  if (areas.length === 0 && first !== undefined) return windowOf(first)
  const { width, height } = canvasOf(draft)
  const [w, h] = [
    Math.max(8, Math.round(width / 3 / showGrid) * showGrid),
    Math.max(8, Math.min(height, Math.round(height / 2 / showGrid) * showGrid)),
  ]
  const shift = (areas.length % 5) * 2 * showGrid
  return { left: Math.min(width - w, shift), top: Math.min(height - h, shift), width: Math.min(w, width), height: Math.min(h, height) }
}

/** The areas of a grid over the canvas; each keeps what the area at its place in the list played. */
export function gridAreas(draft: ShowDraft, rows: number, columns: number): { draft: ShowDraft; lost: number } {
  const { width, height } = canvasOf(draft)
  const edge = (length: number, parts: number, part: number) => Math.round((length * part) / parts)
  const boxes = Array.from({ length: rows * columns }, (_, index): Box => {
    const [row, column] = [Math.floor(index / columns), index % columns]
    const [left, top] = [edge(width, columns, column), edge(height, rows, row)]
    return { left, top, width: edge(width, columns, column + 1) - left, height: edge(height, rows, row + 1) - top }
  })
  return withBoxes(draft, boxes)
}
/** An area for each screen, as large as it. */
export const screenAreas = (draft: ShowDraft) => withBoxes(draft, draft.device.map(windowOf))

function withBoxes(draft: ShowDraft, boxes: readonly Box[]): { draft: ShowDraft; lost: number } {
  const lost = draft.areas.slice(boxes.length).reduce((sum, { items }) => sum + items.length, 0)
  return { draft: { ...draft, areas: boxes.map((box, index) => ({ ...box, items: draft.areas[index]?.items ?? [] })) }, lost }
}

/** The screens and areas of another show; each area keeps what the one at its place in the list played. */
export function withLayout(show: ShowDraft, layout: Pick<ShowDraft, 'device' | 'areas'>): { draft: ShowDraft; lost: number } {
  return withBoxes(
    { ...show, device: layout.device },
    layout.areas.map(({ left, top, width, height }) => ({ left, top, width, height })),
  )
}
