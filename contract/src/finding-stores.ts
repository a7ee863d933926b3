/** Stores by search and in numbers: for places that choose or name a store, where the whole list of a chain would be too much. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** What a place that names stores or offers them to choose from needs. */
const foundStore = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  address: z.string(),
  locale: z.string(),
  timeZone: z.string(),
  enableTagStatusCheck: z.boolean(),
  hideLed: z.boolean(),
  showMac: z.boolean(),
})
export interface FoundStore extends z.infer<typeof foundStore> {}
/** Rows that one answer of `find` has at most. */
export const maxFoundStores = 1000
const codeList = z.array(z.string().max(32)).max(10_000)

export const findingStores = {
  /** Where a store is chosen: a chain has too many to send them all. */
  find: endpoint('POST', '/search/store', {
    access: 'session',
    store: 'account',
    summary: 'The account’s stores that a text means, or those of given codes, so many from a place on, in the order of their names.',
    body: z.strictObject({
      /** Words that stand in name, code or address; several codes with commas or blanks between them mean those stores. */
      term: z.string().max(20_000).default(''),
      /** None but these. */
      codes: codeList.optional(),
      /** These come first. */
      first: codeList.default([]),
      storeType: z.string().max(32).optional(),
      start: z.int().nonnegative().default(0),
      length: z.int().positive().max(maxFoundStores).default(20),
    }),
    response: z.object({
      /** All that are found. */
      total: z.int(),
      storeList: z.array(foundStore),
    }),
  }),
  /** Over overviews of stores. */
  states: endpoint('GET', '/search/store/states', {
    access: 'session',
    store: 'account',
    summary: 'How many of the account’s stores are in which state.',
    response: z.object({ NORMAL: z.int(), ALARM: z.int(), OFFLINE: z.int() }),
  }),
}
