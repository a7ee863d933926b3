/** What a sign shows while it has no product: the code that it is found by in the console. */
import type { Bitmap } from '@endcap/label/bitmap'
import { layoutDefinition } from '@endcap/label/layout'
import type { Palette } from '@endcap/label/palettes'
import { createRenderer, type Renderer } from '@endcap/label/render'

const words = {
  en: { new: 'Ready to be assigned', known: 'Waiting to be let in again', where: 'Found tags in the console' },
  ja: { new: '割り当てを待っています', known: '再接続の承認を待っています', where: '管理画面の「見つかったタグ」' },
  ko: { new: '할당을 기다리는 중', known: '다시 연결 승인을 기다리는 중', where: '콘솔의 발견된 태그' },
} as const
export const waitingLanguages = ['en', 'ja', 'ko'] as const
export type WaitingLanguage = (typeof waitingLanguages)[number]

export interface Waiting {
  /** Empty for one that has none yet. */
  code: string
  /** `known`: another device has the key of this sign. `logo`: what its firmware shows with messages of its own. */
  why: 'new' | 'known' | 'logo'
  language: WaitingLanguage
}
/** Of what layouts can be drawn for; a larger panel stays white. */
const longestSide = 4000
let renderer: Renderer | undefined

/** Black on white, whatever inks the panel has. */
export function drawWaiting(panel: { width: number; height: number; palette: Palette }, { code, why, language }: Waiting): Bitmap {
  const { width, height } = panel
  if (Math.max(width, height) > longestSide) return { ...panel, pixels: new Uint8Array(width * height) }
  const part = (share: number) => Math.max(6, Math.round(Math.min(height, width * 0.6) * share))
  const margin = part(0.06)
  const line = (text: string, y: number, size: number) => ({
    type: 'text' as const,
    x: margin,
    y,
    w: Math.max(1, width - 2 * margin),
    h: Math.round(size * 1.5),
    text,
    size,
    minSize: 6,
    weight: 700 as const,
    align: 'center' as const,
    role: 'none' as const,
  })
  const large = (text: string) => line(text, Math.round(height / 2 - part(0.26) * 0.75), part(0.26))
  const lines =
    why === 'logo'
      ? [large('Endcap')]
      : [
          line(words[language][why], margin, part(0.09)),
          ...(code === '' ? [] : [large(code)]),
          line(words[language].where, height - margin - Math.round(part(0.07) * 1.5), part(0.07)),
        ]
  const layout = layoutDefinition.parse({ format: 1, name: 'waiting', width, height, pages: [{ elements: lines }] })
  renderer ??= createRenderer()
  const request = { layout, model: panel, products: [{ prCode: '', prInfo: [] }], aliases: [], locale: language, currency: '' }
  return renderer.render(request).pages[0] ?? { ...panel, pixels: new Uint8Array(width * height) }
}
