/** Which model of the catalogue a sign is. What it calls itself says little: the same name stands for panels of several sizes and inks. */
import { allModels, modelOf, type Model } from '@endcap/label/models'
import { paletteNames } from '@endcap/label/palettes'
import * as z from 'zod'
import type { Call } from './protocol.ts'

export const panelType = z.object({
  type: z.string(),
  width: z.number(),
  height: z.number(),
  palette: z.enum(paletteNames),
  /** A reader of books: its program lays the picture on a panel that stands upright, and takes whole bytes of gray. */
  reader: z.boolean(),
})
export type PanelType = z.infer<typeof panelType>

const catalogue = allModels().filter((model) => model.tagType.startsWith('trmnl-'))
const byName = new Map(catalogue.flatMap((model) => model.reported.map((name) => [name.toLowerCase(), model] as const)))
/** Readers do not say their model, but their size. */
const readers = new Map(
  catalogue.filter((model) => model.rotation === 90 && model.maker === 'Amazon').map((model) => [`${model.width}x${model.height}`, model]),
)

const typeOfModel = ({ tagType, width, height, palette, rotation }: Model): PanelType => ({
  type: tagType,
  width,
  height,
  palette,
  reader: rotation !== 0,
})

/** Whether what the settings say it is can be true: a panel that tells its size has no other. */
export const mayBe = (chosen: string, { width, height, sized }: Pick<Call, 'width' | 'height' | 'sized'>): boolean => {
  const model = modelOf(chosen)
  return model !== undefined && (sized !== 'panel' || (model.width === width && model.height === height))
}

/** `chosen`: what the settings say it is. Else what it calls itself, where that fits its size; else a panel of its size in black and white. */
export function typeOf(call: Pick<Call, 'model' | 'width' | 'height' | 'sized'>, chosen: string | undefined): PanelType {
  const { width, height, sized } = call
  const configured = chosen !== undefined && mayBe(chosen, call) ? modelOf(chosen) : undefined
  const named = byName.get(call.model?.toLowerCase() ?? '')
  const found =
    configured ??
    (sized === 'guess' || (named?.width === width && named.height === height) ? named : undefined) ??
    (sized === 'wish' ? readers.get(`${width}x${height}`) : undefined)
  return found === undefined
    ? { type: `px-${width}x${height}-bw`, width, height, palette: 'bw', reader: sized === 'wish' }
    : typeOfModel(found)
}
