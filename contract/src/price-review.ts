/** What becomes of prices, old → new, said before it happens: of a file, of products that are saved, of a task that is taken back. */
import * as z from 'zod'

/** Prices that each list of a review names; the counts tell how many there are. */
export const reportedPrices = 100

/** Why a price is to be looked at: it may be meant. A rise and a fall are those beyond what the settings let pass. */
export const priceFindingKinds = ['zero', 'negative', 'tenfold', 'tenth', 'rise', 'fall'] as const

const ofProduct = z.object({
  /** In the file; of a list its place, from 0. */
  line: z.int(),
  prCode: z.string(),
  /** What the product is called. */
  productName: z.string(),
  /** The alias. */
  name: z.string(),
})
export const priceChange = ofProduct.extend({
  kind: z.enum(priceFindingKinds).nullable(),
  /** The price that stands; null for a product that is new. */
  before: z.string().nullable(),
  after: z.string(),
  /** The same as labels say them; empty where there is none. */
  beforeWords: z.string(),
  afterWords: z.string(),
  /** By how many percent it changes, with one decimal; null where one of the two is no number above zero. */
  percent: z.number().nullable(),
  /** Labels that show the product. */
  labels: z.int(),
})
export interface PriceChange extends z.infer<typeof priceChange> {}

/** A unit price, or a price with tax, that stood in one proportion to its price and no longer does. */
export const priceMisfit = ofProduct.extend({
  value: z.string(),
  valueWords: z.string(),
  /** In the proportion of before. */
  right: z.string(),
  rightWords: z.string(),
})
export interface PriceMisfit extends z.infer<typeof priceMisfit> {}

/** Each list has the largest change first. */
export const priceReview = z.object({
  /** Prices to look at: zero, below zero, ten times or a tenth of what they were, a rise or a fall beyond the settings. */
  priceCount: z.int(),
  prices: z.array(priceChange),
  /** What else becomes of the price that customers pay. */
  otherPriceCount: z.int(),
  otherPrices: z.array(priceChange),
  cheaper: z.int(),
  dearer: z.int(),
  misfitCount: z.int(),
  misfits: z.array(priceMisfit),
})
export interface PriceReview extends z.infer<typeof priceReview> {}

/** A review of products, and of how much else would change. */
export const productCheck = priceReview.extend({
  newCount: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Labels that show a product that would be new or changed. */
  tagCount: z.int(),
})
export interface ProductCheck extends z.infer<typeof productCheck> {}
