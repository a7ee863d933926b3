/** From a tag with its products to what is drawn for it: the one way to a label, for glass, preview and check alike. */
import { createHash } from 'node:crypto'
import type { FailureReason } from '@endcap/contract/vocabulary'
import { modelOf } from '@endcap/label/models'
import type { LayoutBook } from './layouts.ts'
import { layoutOfLabel } from '../../catalogue/products/layout-of-label.ts'
import type { RenderJob } from './render-job.ts'

export interface LabelRequest {
  storeCode: string
  tagType: string
  /** Of the tag's assignment; without one, that of its first product. */
  layoutId: string | null
  /** In the order of their places on the label; `prInfo` null where there is no such product. */
  products: readonly { prCode: string; prInfo: string[] | null; layoutId?: string | null }[]
  locale: string
  currency: string
  /** Of the store, by whose clocks layouts begin. */
  timeZone?: string
}
/** What to draw, with a key that is the same for every tag that gets the same label; or why there is nothing to draw. */
export type LabelPlan =
  | { key: string; job: RenderJob; refittedFrom?: string | undefined; failure?: undefined }
  | { failure: { reason: FailureReason; detail: string } }

export function planLabel(request: LabelRequest, book: LayoutBook): LabelPlan {
  const { storeCode, tagType, products, locale, currency, timeZone } = request
  const lacking = products.find((product) => product.prInfo === null)
  if (products.length === 0) return { failure: { reason: 'render-error', detail: 'The tag has no product' } }
  if (lacking !== undefined) return { failure: { reason: 'render-error', detail: `Product ${lacking.prCode} does not exist` } }
  if (modelOf(tagType) === undefined) return { failure: { reason: 'unknown-model', detail: `No model for tag type ${tagType}` } }
  const layoutId = layoutOfLabel(request)
  const layout = book.find({ storeCode, layoutId, tagType, timeZone })
  if (layout === undefined) return { failure: { reason: 'no-layout', detail: `Layout ${layoutId} has no drawing for tag type ${tagType}` } }
  const shown = products.map(({ prCode, prInfo }) => ({ prCode, prInfo: prInfo ?? [] }))
  const job = { layoutKey: layout.key, definition: layout.definition, tagType, products: shown, aliases: book.aliases, locale, currency }
  return {
    key: createHash('sha256')
      .update(JSON.stringify([layout.key, tagType, locale, currency, shown]))
      .digest('hex'),
    job,
    refittedFrom: layout.refittedFrom,
  }
}
