/** Sets of the v1 line: shows and the list of prices, one after the other (specification 3 §2, §3, §5). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { durationText } from './shows.ts'
import { done, epochSeconds, numberId, removedSome } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** Specification 3 §9. */
export const priceName = 'Price List'
/** Specification 3 §5, letter for letter. */
export const noItemText = 'No item. Please select one or more show / price).'
const seconds = z.int().min(1, durationText).max(86_400)

const entry = z.object({
  /** Of the show, or `price`. */
  id: z.union([z.literal('price'), numberId]),
  duration: seconds,
})
export const showSetRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Of all entries, seconds; worked out by the server. */
  duration: z.int(),
  entryCount: z.int(),
  user: z.string(),
  updatedAt: epochSeconds,
})
export interface ShowSetRow extends z.infer<typeof showSetRow> {}
export const showSet = showSetRow.extend({
  /** `name` and `deviceCount`: those of the show. */
  list: z.array(z.object({ id: z.string(), duration: z.int(), name: z.string(), deviceCount: z.int() })),
})
export interface ShowSet extends z.infer<typeof showSet> {}

const read = { access: 'plus.read', store: 'none' } as const
const write = { access: 'plus.write', store: 'account' } as const

export const showSets = {
  search: tableEndpoint('/plus/v1/set/search', {
    ...read,
    summary: 'Sets.',
    filters: ['name', 'duration', 'user'],
    row: showSetRow,
  }),
  list: endpoint('POST', '/plus/v1/set/list', {
    ...read,
    summary: 'Sets by their ids, or all of them by name.',
    body: z.object({ ids: z.array(numberId).max(1000).optional() }),
    response: z.object({ setList: z.array(showSet) }),
  }),
  read: endpoint('GET', '/plus/v1/set/:setId', { ...read, summary: 'One set.', response: showSet }),
  save: endpoint('POST', '/plus/v1/set', {
    ...write,
    summary: 'Makes a set, or changes the one of `id`; every entry takes its time, at least a second.',
    body: z.object({
      id: numberId.optional(),
      name: z.string().trim().min(1, 'Enter Name, Please!').max(100),
      list: z.array(entry).min(1, noItemText).max(500),
      /** As it was read: 409 `changed-meanwhile` when it was saved since. */
      updatedAt: epochSeconds.optional(),
    }),
    response: done.extend({ id: z.string(), updatedAt: epochSeconds }),
  }),
  remove: endpoint('POST', '/plus/v1/set/delete', {
    ...write,
    summary: 'Removes sets that no timeline plays; `inUse` names those that stay, with their timelines. 409 `in-use` when none could go.',
    body: z.object({ ids: z.array(numberId).min(1).max(1000) }),
    response: removedSome,
  }),
}
