/** Which model of the catalogue a sign is. What it calls itself says little: the same name stands for panels of several sizes and inks. */
import { allModels, modelOf } from '@endcap/label/models'
import type { Palette } from '@endcap/label/palettes'
import type { Call } from './protocol.ts'

interface Type {
  type: string
  width: number
  height: number
  palette: Palette
}
const byName = new Map(allModels().flatMap((model) => model.reported.map((name) => [name.toLowerCase(), model] as const)))

/** `chosen`: what somebody said it is. Else what it calls itself, where that fits its size; else a panel of its size in black and white. */
export function typeOf({ model, width, height }: Pick<Call, 'model' | 'width' | 'height'>, chosen: string | undefined): Type {
  const named = byName.get(model?.toLowerCase() ?? '')
  const fits = named !== undefined && named.width === width && named.height === height
  const found = modelOf(chosen ?? '') ?? (fits ? named : undefined)
  if (found !== undefined) return { type: found.tagType, width: found.width, height: found.height, palette: found.palette }
  return { type: `px-${width}x${height}-bw`, width, height, palette: 'bw' }
}
