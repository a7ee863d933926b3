/** Proof of play, read: each play, and sums of days. */
import { playSumDays } from '@endcap/contract/plays'
import type { Context } from '../../platform/context.ts'
import { fromEpoch } from '../../platform/base/clock.ts'
import { invalid, unknownStore } from '../../platform/base/errors.ts'
import { findStore } from '../../chain/stores/stores.service.ts'
import { sumPlays } from './plays.queries.ts'

export { readPlays, type KeyedPlay } from './plays.queries.ts'

const defaultDays = 30
const dayMs = 86_400_000

export async function readSums(
  { db, clock }: Context,
  storeCode: string,
  { start, end }: { start?: number | undefined; end?: number | undefined },
) {
  const store = await findStore(db, storeCode)
  if (store === undefined) throw unknownStore(storeCode)
  const to = end === undefined ? clock.now() : fromEpoch(end)
  const from = start === undefined ? new Date(to.getTime() - defaultDays * dayMs) : fromEpoch(start)
  if (to < from) throw invalid('end: must not be before start', 'end')
  if (to.getTime() - from.getTime() > playSumDays * dayMs)
    throw invalid(`start: at most ${playSumDays} days are summed up at once`, 'start')
  return { timeZone: store.time_zone, sumList: await sumPlays(db, storeCode, { timeZone: store.time_zone, from, to }) }
}
