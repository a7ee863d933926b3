/** The sizes that drawings are made for, and what they are in pixels: panels of tags, paper, places on displays. */
import { panelPalettes } from '@endcap/contract/colour-classes'
import type { LayoutKind } from '@endcap/contract/layout-drawings'
import { allModels, allSizes, describedType, modelOf } from '@endcap/label/models'
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

/** Begins the names of panels' sizes that the specification does not have: `tag-384x168`. */
export const otherTags = 'tag-'

/** Undefined for what is no size. A place on a display is named by its pixels: `400x300`. */
export function panelOf(size: string): Panel | undefined {
  const known = panels.get(size)
  if (known !== undefined) return known
  if (size.startsWith(otherTags)) {
    const model = modelOf(`px-${size.slice(otherTags.length)}-bw`)
    return model?.drawingSize === size ? { kind: 'tag', width: model.width, height: model.height } : undefined
  }
  const [, width, height] = (/^([1-9]\d{1,3})x([1-9]\d{1,3})$/.exec(size) ?? []).map(Number)
  if (width === undefined || height === undefined) return undefined
  return Math.min(width, height) < card.least || Math.max(width, height) > card.most ? undefined : { kind: 'card', width, height }
}
/** Types of tags with this size, those that say themselves what they are behind the others; none for paper and displays. */
export function typesOfSize(size: string): string[] {
  const panel = panelOf(size)
  if (panel?.kind !== 'tag') return []
  const { width, height } = panel
  const described = panelPalettes.flatMap((palette) => [false, true].map((led) => describedType(width, height, palette, { led })))
  return [
    ...allModels().flatMap((model) => (model.drawingSize === size ? [model.tagType] : [])),
    ...described.filter((type) => type !== undefined),
  ]
}
export const sizesOf = (kind: LayoutKind): string[] => [...panels].flatMap(([size, panel]) => (panel.kind === kind ? [size] : []))
