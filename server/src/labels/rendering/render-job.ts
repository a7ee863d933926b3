/** What goes to a render thread and what comes back. */
import type { PanelPalette } from '@endcap/contract/colour-classes'
import type { FailureReason } from '@endcap/contract/vocabulary'
import type { QrLevel } from '@endcap/label/barcode'
import type { Mark } from '@endcap/label/render'
import type { ScreenColours } from '@endcap/label/svg'
import type { SheetWriting } from '@endcap/label/sheet'
import type { Writing } from '@endcap/label/writing'
import type { LabelProblem } from '../../catalogue/ports.ts'

export interface RenderJob {
  /** Names the layout and its version: the thread keeps it parsed under this key. */
  layoutKey: string
  definition: object
  tagType: string
  /** Drawn for so many pixels instead of the tag type's. */
  panel?: { width: number; height: number; palette: PanelPalette }
  products: { prCode: string; prInfo: string[] }[]
  aliases: { index: number; name: string; key: boolean; type: string }[]
  locale: string
  currency: string
  /**
   * `draft`: drawn as far as it goes, also with problems. `check`: only the problems are wanted. `inspect`: a draft, looked at for what only
   * its pixels show (`label/src/inspect.ts`), with warnings and with marks. `screen`: a draft as SVG in `colours`. Otherwise a label for a
   * tag.
   */
  purpose?: 'draft' | 'check' | 'inspect' | 'screen'
  /** Of `inspect`: false where only what was found is wanted and no images and marks, as for many labels. */
  pictures?: boolean
  /** Of `screen`. */
  colours?: ScreenColours
  /** Of `screen`, instead of a layout: the result is what stands in an SVG. */
  own?: OwnText | OwnLine | OwnLetters | OwnCode
  /** That `own` is set in: `BrandFont` as JSON, which threads share and know by its hash. */
  font?: { hash: string; outlines: SharedArrayBuffer } | undefined
}
/** Text of its own, in a colour. */
export interface OwnText {
  kind: 'text'
  writing: Writing
  colour: string
  strike: boolean
}
/** Text that runs through its box, as a whole SVG with `ground` behind it. */
export interface OwnLine extends Omit<OwnText, 'kind'> {
  kind: 'line'
  ground: string
}
/** The letters of a clock, as a whole SVG. */
export interface OwnLetters {
  kind: 'letters'
  writing: SheetWriting
  colour: string
  ground: string
}
/** A QR code of its own, in a colour. */
export interface OwnCode {
  kind: 'code'
  value: string
  level: QrLevel
  width: number
  height: number
  colour: string
}

export interface RenderedImage {
  page: number
  /** sha-256 of the content. */
  hash: string
  content: Uint8Array
}
interface Look {
  /** Of `inspect` alone: what stands where, and the pages of the layout that the images are of. */
  marks?: readonly Mark[]
  shown?: readonly number[]
  /** Of `screen` alone: the first page. */
  svg?: string
}
/** A label is only shown without any error: `failure` sums them up. Images stand beside errors in a draft and where it is inspected only. */
export type RenderResult =
  | ({ images: RenderedImage[]; problems: readonly LabelProblem[]; failure?: undefined } & Look)
  | ({ failure: { reason: FailureReason; detail: string }; problems: readonly LabelProblem[]; images?: RenderedImage[] } & Look)
