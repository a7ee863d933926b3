/** Promotions: what labels show for a while instead of what their products say (specification 2 §2, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds, prCode, storeCode } from './schemas.ts'
import { prInfoSlots } from './products.ts'
import { priceReview } from './price-review.ts'

/** The sentence for a field that must be given, as elsewhere (specification 2 §5). */
const enter = (name: string) => `Enter ${name}, Please!`

/** A time on the clock of each store, such as 2027-03-01T00:00. */
const localTime = (name: string) =>
  z
    .string(enter(name))
    .min(1, enter(name))
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/, 'must be a time such as 2027-03-01T09:00')
    .transform((text) => (text.length === 16 ? `${text}:00` : text))
    .refine((text) => {
      const date = new Date(`${text}Z`)
      return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && date.getUTCFullYear() >= 2000
    }, 'is not a day of the calendar')

const slot = z
  .int()
  .min(0)
  .max(prInfoSlots - 1)
const text = z
  .string()
  .max(2000)
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  .regex(/^[^\u0000]*$/, 'must be text')
  .refine((value) => value.isWellFormed(), 'must be text')

/** What a price ends on: any coin, a 9, 99, or whole units of the currency. It is always rounded down. */
export const roundings = ['coin', 'nine', 'ninetyNine', 'whole'] as const
export type Rounding = (typeof roundings)[number]
const currency = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as JPY')
/** Currencies that one promotion may name. */
export const maxCurrencies = 50
const perCurrency = <T extends z.ZodType>(of: T) =>
  z.record(currency, of).refine((record) => Object.keys(record).length <= maxCurrencies, `at most ${maxCurrencies} currencies`)
const amounts = perCurrency(
  z
    .string()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, 'must be an amount such as 1.99')
    .refine((text) => Number(text) > 0, 'must be above zero'),
)
const rounding = perCurrency(z.enum(roundings)).default({})
/** What becomes of the price of each product; it is worked out of the price that the product has whenever its label is drawn. */
const priceRule = z.discriminatedUnion('kind', [
  /** One price for all, in each currency. */
  z.strictObject({ kind: z.literal('amount'), amounts }),
  z.strictObject({
    kind: z.literal('percent'),
    percent: z
      .string()
      .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a number of percent below 100, such as 20')
      .refine((text) => Number(text) > 0, 'must be above zero'),
    rounding,
  }),
  z.strictObject({ kind: z.literal('off'), amounts, rounding }),
])
export type PriceRule = z.output<typeof priceRule>

/** Why a product keeps its own price: it has none that is one, none is given in its currency, none would be left, or it would not be lower. */
export const leftOutReasons = ['no-price', 'no-amount', 'nothing-left', 'not-lower', 'companion'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

const fields = {
  name: z.string(enter('Name')).trim().min(1, enter('Name')).max(100).pipe(text),
  /** Products by their codes … */
  prCodeList: z.array(prCode).max(20_000).default([]),
  /** … and those whose slot of prInfo has one of these values. */
  rule: z
    .strictObject({
      index: slot,
      values: z
        .array(text.pipe(z.string().trim().min(1)))
        .min(1)
        .max(100),
      /** A value is a part of the product's, in small or capital letters; left out, it is the whole of it. */
      contains: z.boolean().optional(),
    })
    .nullable()
    .default(null),
  /** These stores of the type alone; null: all of them, also those to come. */
  storeList: z.array(storeCode).min(1, 'Choose a store.').max(5000).nullable().default(null),
  starts: localTime('Start'),
  ends: localTime('End'),
  /** Of several promotions for a product the highest holds alone; of equals the one that started later. */
  priority: z.int().min(-1000).max(1000).default(0),
  /** What the slots of prInfo say meanwhile. */
  changes: z
    .array(z.strictObject({ index: slot, value: text }))
    .max(prInfoSlots)
    .default([]),
  price: priceRule.nullable().default(null),
  /** The price that a product has goes to its list price meanwhile, where layouts strike it through. Needs `price`. */
  oldPrice: z.boolean().default(false),
  /** Null: that of the product or its tag. */
  layoutId: z.string().trim().max(100).nullable().default(null),
}

const { name: _name, starts: _starts, ends: _ends, priority: _priority, ...checked } = fields
const stored = z.object({
  promotionId: z.string(),
  storeType: z.string(),
  name: z.string(),
  prCodeList: z.array(z.string()),
  rule: z.object({ index: z.int(), values: z.array(z.string()), contains: z.boolean() }).nullable(),
  storeList: z.array(z.string()).nullable(),
  starts: z.string(),
  ends: z.string(),
  priority: z.int(),
  changes: z.array(z.object({ index: z.int(), value: z.string() })),
  price: priceRule.nullable(),
  oldPrice: z.boolean(),
  layoutId: z.string().nullable(),
  version: z.int(),
  updatedBy: z.string(),
  updatedAt: epochSeconds,
  /** RUNNING: in some of its stores at least. */
  state: z.enum(['PLANNED', 'RUNNING', 'ENDED']),
  /** Stores whose labels are drawn with it now, and stores that it is for. */
  running: z.int(),
  stores: z.int(),
})
export interface Promotion extends z.infer<typeof stored> {}

const typeRow = z.object({
  storeType: z.string(),
  stores: z.int(),
  /** Time zones of its stores, at most five. */
  timeZones: z.array(z.string()),
  /** Their currencies, at most `maxCurrencies`. */
  currencies: z.array(z.string()),
  promotions: z.int(),
  running: z.int(),
  /** Whether all its stores are the account's. */
  mayChange: z.boolean(),
})
export interface StoreTypeRow extends z.infer<typeof typeRow> {}

const save = z.strictObject({
  ...fields,
  /** Left out: a new one. */
  promotionId: z
    .string()
    .regex(/^\d{1,18}$/, 'must be the number of a promotion')
    .optional(),
  /** What it was read as: 409 when it was saved since. */
  version: z.int().optional(),
})
export type PromotionChange = z.input<typeof save>

/** Named of stores, codes and products that are left out; the counts tell how many there are. */
export const reportedOfPromotion = 100
const startedStore = z.object({ storeCode: z.string(), storeName: z.string(), labels: z.int() })
const leftOutProduct = z.object({
  storeCode: z.string(),
  prCode: z.string(),
  productName: z.string(),
  reason: z.enum(leftOutReasons),
  /** The price as labels say it, or as it stands where they could not. */
  priceWords: z.string(),
})
export interface LeftOutProduct extends z.infer<typeof leftOutProduct> {}
const check = z.object({
  /** Stores that it is for, and what of them is hit. */
  reach: z.int(),
  productCount: z.int(),
  labelCount: z.int(),
  storeCount: z.int(),
  /** There were too many to look at all: at least so many. */
  partial: z.boolean(),
  /** Codes that no store has. */
  unknownCount: z.int(),
  unknownCodes: z.array(z.string()),
  /** Stores where it would run at once, and where its end is past. */
  startedCount: z.int(),
  started: z.array(startedStore),
  overCount: z.int(),
  /** Products that keep their own price. */
  leftOutCount: z.int(),
  leftOut: z.array(leftOutProduct),
  /** A product that is hit, one with a label first: its slots before and meanwhile. */
  sample: z
    .object({
      storeCode: z.string(),
      prCode: z.string(),
      before: z.object({ prInfo: z.array(z.string()), layoutId: z.string().nullable() }),
      after: z.object({ prInfo: z.array(z.string()), layoutId: z.string().nullable() }),
    })
    .nullable(),
  review: priceReview,
})
export interface PromotionCheck extends z.infer<typeof check> {}
const storeOfType = z.object({ storeCode: z.string(), storeName: z.string() })

export const promotions = {
  types: endpoint('GET', '/product/promotion/type', {
    access: 'product.read',
    store: 'account',
    summary: 'The types of the account’s stores, with their promotions.',
    response: z.object({ typeList: z.array(typeRow) }),
  }),
  list: endpoint('GET', '/product/promotion/:storeType', {
    access: 'product.read',
    store: 'account',
    summary: 'The promotions of a type of stores; the next one first.',
    response: z.object({ promotionList: z.array(stored) }),
  }),
  stores: endpoint('GET', '/product/promotion/:storeType/stores', {
    access: 'product.read',
    store: 'account',
    summary: 'The account’s stores of a type, by name.',
    response: z.object({ storeList: z.array(storeOfType) }),
  }),
  check: endpoint('POST', '/product/promotion/:storeType/check', {
    access: 'product.read',
    writes: false,
    store: 'account',
    summary: 'What a promotion would hit and what would become of prices, without saving it: of the account’s stores.',
    body: z.strictObject({ ...checked, starts: fields.starts.optional(), ends: fields.ends.optional() }),
    response: check,
  }),
  save: endpoint('POST', '/product/promotion/:storeType', {
    access: 'product.write',
    store: 'account',
    summary: 'Creates or changes a promotion. For accounts that have all stores of the type.',
    body: save,
    response: stored,
  }),
  remove: endpoint('DELETE', '/product/promotion/:storeType/:promotionId', {
    access: 'product.write',
    store: 'account',
    summary: 'Removes a promotion: where it runs, labels go back to what their products say.',
    response: z.object({ promotionId: z.string() }),
  }),
}
