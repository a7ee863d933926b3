/** Gateways of a store and of another one, and what waits for them, for tests that ask statements of the engine alone. */
import type { StoredSighting } from '../delivery/engine/sightings.queries.ts'
import { glassRows, type Open } from './glass-rows.ts'
import { seedStore, tagId } from './seed.ts'
import type { TestContext } from './test-context.ts'

let stores = 0
let lanes = 0

/** Gateways `a`, `b` and `c` of the store, on line, and `x` of another one; a tag of the other store, and one beside the tag that is asked about. */
export async function gatewayRows({ context }: Pick<TestContext, 'context'>) {
  const { db } = context
  const at = context.clock.now()
  const number = ++stores
  const storeCode = `D${number}`
  const [neighbour, tag, foreign] = [1, 2, 3].map((place) => tagId(16 * number + place)) as [string, string, string]
  const storeOf = (mac: string) => (mac === foreign ? `${storeCode}B` : storeCode)
  const { before, stand, end, open: openOf } = glassRows(db, at, storeOf)
  /** The store of a gateway. */
  const ownerOf = (letter: string) => (letter === 'x' ? `${storeCode}B` : storeCode)
  const macOf = (letter: string) => `02EC${String(number).padStart(6, '0')}0${letter.toUpperCase()}`
  const shardOf = (letter: string) => 10 * number + 'abcx'.indexOf(letter)
  const shards = [...'abcx'].map(shardOf)
  const letterOf = (mac: string | null) => mac?.at(-1)?.toLowerCase() ?? null
  const goOff = (...letters: string[]) =>
    db.updateTable('gateways').set({ status: 'OFFLINE' }).where('gw_mac', 'in', letters.map(macOf)).execute()
  const hear = (letter: string, mac: string, rssi: number, secondsAgo = 0) =>
    db
      .insertInto('tag_links')
      .values({ store_code: storeOf(mac), tag_mac: mac, gw_mac: macOf(letter), rssi, heard_at: before(secondsAgo) })
      .execute()
  /** An operation that waits, due now; more than one for a tag are of lanes of their own. */
  const open = (mac: string, { at: letter, ...more }: Open & { at?: string } = {}) =>
    openOf(mac, {
      lane: `lane ${++lanes}`,
      state: 'RENDERED',
      due_at: at,
      ...(letter !== undefined && { gw_mac: macOf(letter), shard: shardOf(letter) }),
      ...more,
    })
  /** What a gateway says of a tag. */
  const sighting = (letter: string, { tag: mac, ...more }: Partial<StoredSighting> & { tag: string }): StoredSighting => ({
    storeCode: ownerOf(letter),
    gwMac: macOf(letter),
    tag: mac,
    type: 'B9',
    at: at.getTime(),
    rssi: -50,
    battery: 3,
    temperature: 20,
    version: '1.0',
    checkin: 60,
    page: 1,
    resets: 2,
    shown: null,
    ...more,
  })
  const operation = (opId: string) => db.selectFrom('operations').selectAll().where('op_id', '=', opId).executeTakeFirstOrThrow()
  for (const table of ['operations', 'cancellations'] as const) await db.deleteFrom(table).execute()
  for (const store_code of [storeCode, `${storeCode}B`]) await seedStore(context, store_code)
  for (const letter of 'abcx') {
    const store_code = ownerOf(letter)
    await db
      .insertInto('gateways')
      .values({ store_code, gw_mac: macOf(letter), shard: shardOf(letter), secret_hash: '', status: 'NORMAL' })
      .execute()
  }
  await stand(neighbour, undefined, { checkin: 600, last_heard_at: at })
  await stand(foreign, undefined, { last_heard_at: at })
  return {
    storeCode,
    tag,
    neighbour,
    foreign,
    before,
    stand,
    ownerOf,
    macOf,
    shardOf,
    shards,
    letterOf,
    goOff,
    hear,
    sighting,
    open,
    end,
    operation,
  }
}
