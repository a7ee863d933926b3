/** Proof of play, read: each play, and sums of days. */
import { maxPlaySums, playSumDays, type PlayGroup, type PlaySumRange } from '@endcap/contract/plays'
import type { Context } from '../../platform/context.ts'
import { fromEpoch } from '../../platform/base/clock.ts'
import { invalid, unknownStore } from '../../platform/base/errors.ts'
import { findStore } from '../../chain/stores/stores.service.ts'
import { dayOf, sumPlays, type SumQuery } from './plays.queries.ts'

export { readPlays, readSums, type KeyedPlay, type KeyedSum } from './plays.queries.ts'

const defaultDays = 30
const dayMs = 86_400_000

type SumFilter = PlaySumRange & { by: readonly PlayGroup[] }

export async function answerSums(context: Context, storeCode: string, filter: SumFilter) {
  const { timeZone, query } = await sumQuery(context, storeCode, filter)
  return { timeZone, from: query.from, to: query.to, ...(await sumPlays(context.db, storeCode, query, maxPlaySums)) }
}

/** The days that are meant, on the store's clock. Throws for an unknown store and for too many days. */
export async function sumQuery(
  { db, clock }: Context,
  storeCode: string,
  { by, ...range }: SumFilter,
): Promise<{ timeZone: string; query: SumQuery }> {
  const store = await findStore(db, storeCode)
  if (store === undefined) throw unknownStore(storeCode)
  const timeZone = store.time_zone
  const end = range.end === undefined ? clock.now() : fromEpoch(range.end)
  const to = range.to ?? (await dayOf(db, end, timeZone))
  const from =
    range.from ??
    (await dayOf(db, range.start === undefined ? new Date(startOf(to) - defaultDays * dayMs) : fromEpoch(range.start), timeZone))
  if (range.start !== undefined && fromEpoch(range.start) > end) throw invalid('end: must not be before start', 'end')
  const days = (startOf(to) - startOf(from)) / dayMs
  if (days < 0) throw invalid('to: must not be before from', range.to === undefined ? 'end' : 'to')
  if (days > playSumDays)
    throw invalid(`from: at most ${playSumDays} days are summed up at once`, range.from === undefined ? 'start' : 'from')
  return { timeZone, query: { by, from, to } }
}
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** Each day of a query by itself, where days are told apart: a slice of a file looks at one day alone. */
export const dayByDay = (query: SumQuery): SumQuery[] => {
  if (!query.by.includes('day')) return [query]
  const days = (startOf(query.to) - startOf(query.from)) / dayMs + 1
  return Array.from({ length: days }, (_, place) => {
    const day = new Date(startOf(query.from) + place * dayMs).toISOString().slice(0, 10)
    return { ...query, from: day, to: day }
  })
}
