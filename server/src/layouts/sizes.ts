/** The sizes that drawings are made for, and what they are in pixels: panels of tags, paper, places on displays. */
import type { LayoutKind } from '@endcap/contract/layouts'
import { allModels, allSizes } from '@endcap/label/models'
import { paperLayouts, paperPanel } from '@endcap/label/paper'

export interface Panel {
  kind: LayoutKind
  width: number
  height: number
}

const panels = new Map<string, Panel>([
  ...allSizes().map(({ size, width, height }) => [size, { kind: 'tag', width, height }] as const),
  ...paperLayouts.map((paper) => {
    const { width, height } = paperPanel(paper)
    return [paper.name, { kind: 'paper', width, height }] as const
  }),
])
/** Of a place on a display, pixels: smaller ones hold no price. */
const card = { least: 24, most: 4000 }

/** Undefined for what is no size. A place on a display is named by its pixels: `400x300`. */
export function panelOf(size: string): Panel | undefined {
  const known = panels.get(size)
  if (known !== undefined) return known
  const [, width, height] = (/^([1-9]\d{1,3})x([1-9]\d{1,3})$/.exec(size) ?? []).map(Number)
  if (width === undefined || height === undefined) return undefined
  return Math.min(width, height) < card.least || Math.max(width, height) > card.most ? undefined : { kind: 'card', width, height }
}
/** Types of tags with this size; none for paper and displays. */
export const typesOfSize = (size: string): string[] => allModels().flatMap((model) => (model.drawingSize === size ? [model.tagType] : []))
export const sizesOf = (kind: LayoutKind): string[] => [...panels].flatMap(([size, panel]) => (panel.kind === kind ? [size] : []))
