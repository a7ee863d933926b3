/** What the items of a playlist are on a screen: one after the other, each as large as the screen allows. */
import { panelSizes, type PanelType } from './models.ts'
import type { Panel, SetEntry, Show } from './shows.ts'

export interface PlaylistScreen {
  width: number
  height: number
  rotation: Panel['rotation']
}
/** Shapes of panels differ by less, width to height. */
const shapeTolerance = 3

/** As one show. The display shows the prices of its products itself: of playlists that have them this is what a preview shows. */
export function showOfItems({ width, height, rotation }: PlaylistScreen, items: readonly SetEntry[]) {
  const [wide, high] = rotation % 180 === 0 ? [width, height] : [height, width]
  const type: PanelType = Math.abs(width / height - panelSizes[23].width / panelSizes[23].height) < shapeTolerance ? 23 : 29
  let start = 0
  const timeline = items.map(({ id, duration }) => {
    const item = { id, start, duration, fit: 'contain' as const, mute: false }
    start += duration
    return item
  })
  return {
    duration: start,
    width: wide,
    height: high,
    device: [{ type, width, height, left: 0, top: 0, rotation }],
    contentArea: [{ left: 0, top: 0, width: wide, height: high }],
    timeline: [timeline],
  } satisfies Show
}
