/** What displays tell of their own: errors go to the log. Proof of play is kept when the store wants it. */
import type { RequestOf } from '@endcap/contract/endpoint'
import type { player } from '@endcap/contract/player'
import type { Context } from '../../platform/context.ts'
import { readSignageSettings } from './enrol.queries.ts'
import { insertPlays } from './events.queries.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'

export async function takeEvents(
  { db, log }: Context,
  { mac, storeCode }: CallingDisplay,
  { seq, items }: RequestOf<(typeof player)['events']>['body'],
): Promise<void> {
  const errors = items.filter((item) => item.k === 'error')
  if (errors.length > 0) log.warn({ mac, storeCode, errors: errors.slice(0, 20) }, 'a display has trouble')
  const plays = items.flatMap((item, index) => (item.k === 'play' ? [{ ...item, index }] : []))
  if (plays.length === 0 || !(await readSignageSettings(db, storeCode)).proof_of_play) return
  await insertPlays(db, { mac, storeCode, seq, plays })
}
