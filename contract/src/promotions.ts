/** Promotions: what labels show for a while instead of what their products say (specification 2 §2, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds, prCode } from './schemas.ts'
import { prInfoSlots } from './products.ts'

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
    })
    .nullable()
    .default(null),
  starts: localTime('Start'),
  ends: localTime('End'),
  /** Of several promotions for a product the highest holds alone; of equals the one that started later. */
  priority: z.int().min(-1000).max(1000).default(0),
  /** What the slots of prInfo say meanwhile. */
  changes: z
    .array(z.strictObject({ index: slot, value: text }))
    .max(prInfoSlots)
    .default([]),
  /** Null: that of the product or its tag. */
  layoutId: z.string().trim().max(100).nullable().default(null),
}

const stored = z.object({
  promotionId: z.string(),
  storeType: z.string(),
  name: z.string(),
  prCodeList: z.array(z.string()),
  rule: z.object({ index: z.int(), values: z.array(z.string()) }).nullable(),
  starts: z.string(),
  ends: z.string(),
  priority: z.int(),
  changes: z.array(z.object({ index: z.int(), value: z.string() })),
  layoutId: z.string().nullable(),
  version: z.int(),
  updatedBy: z.string(),
  updatedAt: epochSeconds,
  /** RUNNING: in some of its stores at least. */
  state: z.enum(['PLANNED', 'RUNNING', 'ENDED']),
  /** Stores whose labels are drawn with it now, and stores of its type. */
  running: z.int(),
  stores: z.int(),
})
export interface Promotion extends z.infer<typeof stored> {}

const typeRow = z.object({
  storeType: z.string(),
  stores: z.int(),
  /** Time zones of its stores, at most five. */
  timeZones: z.array(z.string()),
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
