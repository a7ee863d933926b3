/** What products, their files, families and scripts ask of the wings above them: labels, paper and signage. */
import type { LeftOut } from '@endcap/contract/left-out'
import type { FailureReason } from '@endcap/contract/vocabulary'
import type { Bitmap } from '@endcap/label/bitmap'
import type { Finding } from '@endcap/label/render'
import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db/schema.ts'

/** One thing that keeps a label from being shown. */
export interface LabelProblem {
  reason: FailureReason
  /** Counted from 0: the main page. */
  page: number
  /** In words, with the text and where it stands. */
  detail: string
  /** What the renderer calls it, and the element (`3`, `2.1`); missing where nothing was drawn at all. */
  kind?: Finding['kind']
  element?: string
  /** The detail as a sentence that can be said in other languages. */
  translatable?: Finding['translatable']
  /** Of `inspect`: warnings keep no label from being shown. Everything without it is an error. */
  level?: Finding['level']
}

export interface LabelToDraw {
  /** Empty: the shared layouts. */
  storeCode: string
  /** Of the tag's assignment; without one, that of its first product. */
  layoutId: string | null
  /** In the order of their places on the label; `prInfo` null where there is no such product. */
  products: readonly { prCode: string; prInfo: string[] | null; layoutId?: string | null }[]
  /** Of a tag that shows the first product, or a usual one, when it is not given. */
  tagType?: string | undefined
  /** The products are drawn as they are given: decorated already, or not to be. */
  asItIs?: boolean
}
export interface DrawnLabel {
  tagType: string
  layoutId: string
  /** The main page, then the sub pages; with problems as far as they could be drawn. */
  pages: Bitmap[]
  problems: readonly LabelProblem[]
  /** The size that its layout was drawn for, where it was refitted to the panel. */
  refittedFrom?: string | undefined
}

/** A label to be checked. `prInfo` is taken as it is given: what is stored is not looked at. */
export interface LabelToCheck {
  /** Only handed back, to tell the labels apart. */
  tagMac?: string
  /** The tag's model, such as `B5`. */
  tagType: string
  /** Of the tag's assignment; null or left out: that of its first product, else the usual one. */
  layoutId?: string | null
  /** In the order of their places on the label; `prInfo` null for a product that does not exist. */
  products: readonly { prCode: string; prInfo: string[] | null; layoutId?: string | null }[]
}
export interface CheckedLabel {
  tagMac: string | undefined
  /** Why the label could not be shown: `render-overflow`, `render-missing-glyph`, `render-error`, `no-price`, `no-name`, `no-layout`, `unknown-model`; empty when it is fine. */
  problems: readonly LabelProblem[]
}

/** A product as a promotion may change it. */
export interface ProductToPromote {
  prCode: string
  prInfo: string[] | null
  layoutId?: string | null
}
export interface LabelToPromote<P extends ProductToPromote> {
  storeCode: string
  layoutId: string | null
  products: P[]
}

/** What a stage of products, or all that is stored, means for the displays of a store. */
export interface DisplaysAsked {
  storeCode: string
  /** This display alone. */
  mac?: string
  /** Products as this stage would make them; of displays and products those that it changes. */
  fileId?: string
}

declare module '../platform/base/ports.ts' {
  interface Ports {
    /** The layouts that stores see, by name. */
    layoutNames(db: Db, stores: 'all' | readonly string[]): Promise<{ layoutId: string }[]>
    /** Those of these layout ids that no layout has. */
    unknownLayouts(db: Db, storeCode: string, layoutIds: readonly string[]): Promise<string[]>
    /** Draws a label that need not be stored anywhere. */
    drawLabel(context: Context, wanted: LabelToDraw): Promise<DrawnLabel>
    /** Whether labels of one store could be shown, before anything is changed. Answers in the order of `labels`. */
    checkLabels(
      context: Context,
      asked: { storeCode: string; labels: readonly LabelToCheck[]; signal?: AbortSignal },
    ): Promise<CheckedLabel[]>
    /** Labels as their stores' running promotions make them. */
    promoteLabels<P extends ProductToPromote, T extends LabelToPromote<P>>(
      db: Db,
      labels: readonly T[],
    ): Promise<(T & { promotion?: string })[]>
    /** Each display with products, with those that it leaves out; one batch after the other, so that who asks may stop in between. */
    displaysLeavingOut(context: Context, asked: DisplaysAsked): AsyncGenerator<{ displays: number; leftOut: LeftOut[] }>
  }
}
