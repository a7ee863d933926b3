/** What goes to a render thread and what comes back. */
import type { FailureReason } from '@endcap/contract/vocabulary'

export interface RenderJob {
  /** Names the layout and its version: the thread keeps it parsed under this key. */
  layoutKey: string
  definition: object
  tagType: string
  /** Drawn for so many pixels instead of the tag type's. */
  panel?: { width: number; height: number; palette: 'bw' | 'bwr' | 'bwry' }
  products: { prCode: string; prInfo: string[] }[]
  aliases: { index: number; name: string; key: boolean; type: string }[]
  locale: string
  currency: string
  /** `draft`: drawn as far as it goes, also with problems. `check`: only the problems are wanted. Otherwise a label for a tag. */
  purpose?: 'draft' | 'check'
}

export interface RenderedImage {
  page: number
  /** sha-256 of the content. */
  hash: string
  content: Uint8Array
}
/** One thing that keeps a label from being shown. */
export interface LabelProblem {
  reason: FailureReason
  /** Counted from 0: the main page. */
  page: number
  /** In words, with the text and where it stands. */
  detail: string
}
/** A label is only shown without any problem: `failure` sums them up. Images stand beside problems in a draft only. */
export type RenderResult =
  | { images: RenderedImage[]; problems: readonly LabelProblem[]; failure?: undefined }
  | { failure: { reason: FailureReason; detail: string }; problems: readonly LabelProblem[]; images?: RenderedImage[] }
