/** What goes to a render thread and what comes back. */
import type { FailureReason } from '@endcap/contract/vocabulary'

export interface RenderJob {
  /** Names the layout and its version: the thread keeps it parsed under this key. */
  layoutKey: string
  definition: object
  tagType: string
  products: { prCode: string; prInfo: string[] }[]
  aliases: { index: number; name: string; key: boolean; type: string }[]
  locale: string
  currency: string
}

export interface RenderedImage {
  page: number
  /** sha-256 of the content. */
  hash: string
  content: Uint8Array
}
export type RenderResult =
  | { images: RenderedImage[]; failure?: undefined }
  | { failure: { reason: FailureReason; detail: string }; images?: undefined }
