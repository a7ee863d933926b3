/** One search over all that an account may see: products, tags, stores, gateways, layouts, displays, members. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { drawing } from './layout-drawings.ts'
import { product } from './products.ts'
import { storeCode } from './schemas.ts'

/** Characters that a search may have. */
export const maxSearchTerm = 100
/** Hits that an answer has of each kind. */
export const maxHits = 6

const ofStore = z.object({ storeCode: z.string(), storeName: z.string() })
const foundProduct = ofStore.extend({
  prCode: product.shape.prCode,
  /** What it is called, what it costs, and the price before that is struck through, as its labels say it; empty where there is none. */
  name: z.string(),
  price: z.string(),
  listPrice: z.string(),
  /** Another one whenever what stands on its labels has changed; null where nothing stands there. */
  glass: z.string().nullable(),
})
const foundTag = ofStore.extend({
  tagMac: z.string(),
  barcode: z.string(),
  tagType: z.string(),
  prCode: z.string().nullable(),
  /** As for products. */
  glass: z.string().nullable(),
})
const foundLayout = z.object({
  drawingId: z.string(),
  layoutId: z.string(),
  size: z.string(),
  modelClass: drawing.shape.modelClass,
  updatedAt: drawing.shape.updatedAt,
  /** Null where it is shared by all stores. */
  storeCode: z.string().nullable(),
  storeName: z.string().nullable(),
})

/** Kinds that the account may not read have no hits. */
const found = z.object({
  products: z.array(foundProduct),
  tags: z.array(foundTag),
  stores: z.array(ofStore),
  gateways: z.array(ofStore.extend({ gwMac: z.string() })),
  layouts: z.array(foundLayout),
  displays: z.array(ofStore.extend({ mac: z.string(), name: z.string() })),
  members: z.array(z.object({ email: z.string(), name: z.string() })),
})
export interface Found extends z.infer<typeof found> {}

export const search = {
  find: endpoint('GET', '/search', {
    access: 'session',
    store: 'account',
    summary:
      'Products, tags, stores, gateways, layouts, displays and members by a part of a name or the beginning of a code, in all stores of the account.',
    query: z.strictObject({
      term: z.string().max(maxSearchTerm),
      /** What is in this store comes first. */
      storeCode: storeCode.optional(),
    }),
    response: found,
  }),
}
