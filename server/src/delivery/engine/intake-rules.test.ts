/** What a gateway's word makes of an operation under way, asked of the statements alone. */
import type { TagStatus } from '@endcap/contract/vocabulary'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { gatewayRows } from '../../testing/gateway-rows.ts'
import type { Open } from '../../testing/glass-rows.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { markSent, openOperations, retryOperations, type Retry } from './intake.queries.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const at = clock.now()
const deadline = new Date(at.getTime() + 30_000)
const due = new Date(at.getTime() + 60_000)
let rows: Awaited<ReturnType<typeof gatewayRows>>
beforeEach(async () => void (rows = await gatewayRows({ context })))

/** The tag waits, and so do those beside it. */
async function standWaiting(status: TagStatus = 'WIP') {
  await rows.stand(rows.tag, undefined, { status, responded_at: at })
  await db.updateTable('tags').set({ status }).where('tag_mac', 'in', [rows.neighbour, rows.foreign]).execute()
}
const statusOf = async (mac: string) =>
  (await db.selectFrom('tags').select('status').where('tag_mac', '=', mac).executeTakeFirstOrThrow()).status
const statuses = async () => [await statusOf(rows.tag), await statusOf(rows.neighbour), await statusOf(rows.foreign)]

test('open operations are those among the ids, each with its own tag', async () => {
  const { tag, neighbour, open, storeCode, macOf } = rows
  await standWaiting()
  const heard = await open(tag, { at: 'a', lane: 'image', state: 'SENT', tries: 2 })
  const silent = await open(neighbour, { lane: 'image' })
  await open(tag)
  const found = await openOperations(db, [heard, silent, '999999'])
  expect(found.size).toBe(2)
  const known = { storeCode, kind: 'SHOW', lane: 'image', hash: 'new' }
  expect(found.get(heard)).toEqual({
    ...known,
    opId: heard,
    tagMac: tag,
    state: 'SENT',
    gwMac: macOf('a'),
    tries: 2,
    checkin: 60,
    expected: false,
  })
  expect(found.get(silent)).toMatchObject({ tagMac: neighbour, gwMac: null, checkin: 600, expected: true })
})

describe('an operation that its gateway accepts', () => {
  const accept = (opId: string) => markSent(db, [{ opId, deadline }], at)
  test.each<[string, Open, TagStatus, TagStatus]>([
    ['a label: its tag is updated', { lane: 'image' }, 'WIP', 'UPDATE'],
    ['a label of a tag that failed meanwhile', { lane: 'image' }, 'NG', 'NG'],
    ['a light', { lane: 'led' }, 'WIP', 'WIP'],
  ])('sets its tag right: %s', async (_, more, before, after) => {
    const { tag, open, operation } = rows
    await standWaiting(before)
    const opId = await open(tag, { at: 'a', deadline_at: at, asked_at: at, ...more })
    const other = await open(tag, { at: 'a', deadline_at: at })
    await markSent(db, [], at)
    await accept(opId)
    expect(await operation(opId)).toMatchObject({ state: 'SENT', sent_at: at, asked_at: null, deadline_at: deadline })
    expect(await operation(other)).toMatchObject({ state: 'RENDERED', deadline_at: at })
    expect(await statuses()).toEqual([after, before, before])
  })
  test('that was offered to it by now, and is not sent yet', async () => {
    const { tag, open, operation } = rows
    await standWaiting()
    const ids = [
      await open(tag, { at: 'a' }),
      await open(tag, { at: 'a', deadline_at: at, state: 'SENT' }),
      await open(tag, { at: 'a', deadline_at: at, state: 'QUEUED' }),
    ]
    for (const opId of ids) await accept(opId)
    const sent = await Promise.all(ids.map(async (opId) => (await operation(opId)).sent_at))
    expect(sent).toEqual([null, null, null])
  })
})

describe('an operation that is tried again', () => {
  const retry = (opId: string, more: Partial<Retry> = {}) =>
    retryOperations(db, [{ opId, dueAt: due, reason: 'tag-silent', detail: 'why', status: 'WIP', held: true, ...more }], at)
  const withdrawn = () => db.selectFrom('cancellations').select(['store_code', 'gw_mac', 'op_id', 'due_at']).execute()
  test.each([
    ['c', 'ca'],
    ['a', 'a'],
  ])('by another gateway, after %s was tried: then it was tried by %s', async (before, after) => {
    const { tag, macOf, open, operation, storeCode } = rows
    await standWaiting('UPDATE')
    const tried = (letters: string) => [...letters].map(macOf)
    const opId = await open(tag, { at: 'a', lane: 'image', state: 'SENT', offered_at: at, deadline_at: at, gateways_tried: tried(before) })
    const other = await open(tag, { at: 'a', offered_at: at, state: 'SENT' })
    await retryOperations(db, [], at)
    await retry(opId)
    expect(await operation(opId)).toMatchObject({
      state: 'RENDERED',
      due_at: due,
      last_reason: 'tag-silent',
      detail: 'why',
      deadline_at: null,
      gateways_tried: tried(after),
      gw_mac: null,
      shard: null,
    })
    expect((await operation(other)).state).toBe('SENT')
    expect(await withdrawn()).toEqual([{ store_code: storeCode, gw_mac: macOf('a'), op_id: opId, due_at: at }])
    expect(await statuses()).toEqual(['WIP', 'UPDATE', 'UPDATE'])
  })
  test.each<[string, Open & { at?: string }, Partial<Retry>]>([
    ['that does not hold it', { at: 'a', offered_at: at, state: 'SENT' }, { held: false }],
    ['that was never offered it', { at: 'a' }, {}],
    ['where there is none', { offered_at: at }, {}],
    ['where it is to be drawn again', { at: 'a', offered_at: at, state: 'QUEUED' }, {}],
  ])('is not withdrawn from a gateway %s', async (_, more, how) => {
    await standWaiting()
    const opId = await rows.open(rows.tag, more)
    await retry(opId, how)
    expect(await withdrawn()).toEqual([])
    expect((await rows.operation(opId)).gateways_tried).toEqual(more.at === undefined || more.state === 'QUEUED' ? [] : [rows.macOf('a')])
  })
  test.each<[string, Open, TagStatus | null]>([
    ['of another lane', { lane: 'led' }, 'WIP'],
    ['that says nothing of its tag', { lane: 'image' }, null],
    ['that is to be drawn again', { lane: 'image', state: 'QUEUED' }, 'WIP'],
  ])('%s leaves the tag as it is', async (_, more, status) => {
    await standWaiting('UPDATE')
    const opId = await rows.open(rows.tag, { at: 'a', state: 'SENT', due_at: at, ...more })
    await retry(opId, { status })
    expect(await statuses()).toEqual(['UPDATE', 'UPDATE', 'UPDATE'])
    expect((await rows.operation(opId)).due_at).toEqual(more.state === 'QUEUED' ? at : due)
  })
})
