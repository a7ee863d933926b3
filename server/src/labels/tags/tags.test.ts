import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { finishOperations } from '../../delivery/tasks/tasks.service.ts'
import { caller, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, api } = await startTestApp()
let next = 0

/** A store with ten products and ids for tags. */
async function newStore() {
  const number = ++next
  const storeCode = `T${number}`
  await seedStore(context.context, storeCode)
  await api('POST', '/product', {
    storeCode,
    productList: Array.from({ length: 10 }, (_, n) => ({ prCode: `p${n}`, prInfo: ['', `Name ${n}`, '', '100'] })),
  })
  return { storeCode, mac: (n: number) => tagId(number * 1000 + n) }
}
const openOperations = (storeCode: string) =>
  context.context.db.selectFrom('operations').selectAll().where('store_code', '=', storeCode).orderBy('op_id').execute()
const countTags = async (storeCode: string) =>
  (await api('GET', `/status/store/${storeCode}/tag/counts`)).body as unknown as { total: number; byStatus: Record<string, number> }

describe('POST /tag/assign', () => {
  test('registers tags, puts products on them and answers the real task', async () => {
    const { storeCode, mac } = await newStore()
    const { body } = await api('POST', '/tag/assign', {
      taskId: -1,
      priorTaskId: -1,
      storeCode,
      tagList: [
        { tagMac: mac(1), prCode: 'p1' },
        { tagMac: mac(2).toLowerCase(), prCode: 'p1' },
      ],
    })
    expect(body).toMatchObject({ tagCount: 2, message: 'Complete!' })
    expect((await openOperations(storeCode)).map((row) => [row.kind, row.task_id, row.pr_code])).toEqual([
      ['SHOW', body.taskId, 'p1'],
      ['SHOW', body.taskId, 'p1'],
    ])
    const list = await api('POST', `/status/store/${storeCode}/tag/search`, {})
    expect(list.body.data[0]).toMatchObject({ prCode: 'p1', prName: 'Name 1', countByPrCode: 2, status: 'WIP', operationName: 'ASSIGN' })
    expect(await countTags(storeCode)).toMatchObject({ total: 2, byStatus: { WIP: 2 } })
  })
  test('a product that does not exist is taken with a warning', async () => {
    const { storeCode, mac } = await newStore()
    expect((await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: mac(1), prCode: 'ghost' }] })).body.message).toBe(
      "Some products don't exist: ghost",
    )
  })
  test('a product that comes later finds its tags', async () => {
    const { storeCode, mac } = await newStore()
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: mac(1), prCode: 'later' }] })
    expect((await api('POST', '/product', { storeCode, productList: [{ prCode: 'later', prInfo: [] }] })).body).toMatchObject({
      tagCount: 1,
    })
    expect((await api('GET', `/product/later/store/${storeCode}`)).body).toMatchObject({ tagCount: 1 })
  })
  test('all of it or nothing: a foreign or doubled tag stops the whole list', async () => {
    const [one, two] = [await newStore(), await newStore()]
    await api('POST', '/tag/assign', { storeCode: one.storeCode, tagList: [{ tagMac: one.mac(1), prCode: 'p1' }] })
    const foreign = await api('POST', '/tag/assign', {
      storeCode: two.storeCode,
      tagList: [
        { tagMac: two.mac(1), prCode: 'p1' },
        { tagMac: one.mac(1), prCode: 'p1' },
      ],
    })
    expect(foreign).toMatchObject({ status: 409, body: { message: `Tag ${one.mac(1)} belongs to store ${one.storeCode}.` } })
    const limited = caller(
      app,
      await seedAccount(context.context, { email: `limited${next}@test.example`, stores: [two.storeCode], privileges: ['tag.write'] }),
    )
    expect(
      (await limited('POST', '/tag/assign', { storeCode: two.storeCode, tagList: [{ tagMac: one.mac(1), prCode: 'p1' }] })).body.message,
    ).toBe(`Tag ${one.mac(1)} belongs to another store.`)
    expect(
      (
        await api('POST', '/tag/assign', {
          storeCode: two.storeCode,
          tagList: [
            { tagMac: two.mac(2), prCode: 'p1' },
            { tagMac: two.mac(2), prCode: 'p2' },
          ],
        })
      ).status,
    ).toBe(400)
    expect(await openOperations(two.storeCode)).toEqual([])
    expect((await countTags(two.storeCode)).total).toBe(0)
  })
  test('edion pads product codes to thirteen characters', async () => {
    const { storeCode, mac } = await newStore()
    const { setSetting, getSetting } = await import('../../settings/settings.service.ts')
    const before = await getSetting(context.context.db, 'system')
    await setSetting(context.context.db, 'system', { ...before, site: 'edion' })
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: mac(1), prCode: '42' }] })
    await setSetting(context.context.db, 'system', before)
    expect((await openOperations(storeCode))[0]?.pr_code).toBe('0000000000042')
  })
})

describe('the other actions', () => {
  test('several products on one tag; deassigning blanks and counts', async () => {
    const { storeCode, mac } = await newStore()
    await api('POST', '/tag/assign/multiple', {
      storeCode,
      tagList: [{ tagMac: mac(1), prCodeList: ['p1', 'p2', 'p1'], layoutId: 'MULTI', nfc: '' }],
    })
    expect((await api('GET', `/status/store/${storeCode}/tag/${mac(1)}/detail`)).body).toMatchObject({
      prCodeList: ['p1', 'p2'],
      diagnosis: { cause: 'not-heard' },
    })
    expect(
      (await api('POST', '/tag/assign/multiple', { storeCode, tagList: [{ tagMac: mac(1), prCodeList: ['p1'], layoutId: 'NONE' }] }))
        .status,
    ).toBe(400)
    await api('POST', '/tag/deassign', { taskId: -1, priorTaskId: -1, storeCode, tagList: [{ tagMac: mac(1) }] })
    expect((await openOperations(storeCode)).map((row) => row.kind)).toEqual(['BLANK'])
    expect((await api('GET', `/product/p1/store/${storeCode}`)).body).toMatchObject({ tagCount: 0 })
  })
  test('what was taken off tags is answered and can be given back, unless one of them carries a product again', async () => {
    const { storeCode, mac } = await newStore()
    await api('POST', '/tag/assign/multiple', {
      storeCode,
      tagList: [{ tagMac: mac(1), prCodeList: ['p1', 'p2'], layoutId: 'MULTI', nfc: 'https://shop.example' }],
    })
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: mac(2), prCode: 'p2' }] })
    const taken = await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: mac(1) }, { tagMac: mac(2) }] })
    const carried = [
      { tagMac: mac(1), prCodeList: ['p1', 'p2'], fmPrCode: null, layoutId: 'MULTI', nfc: 'https://shop.example' },
      { tagMac: mac(2), prCodeList: ['p2'], fmPrCode: null, layoutId: null, nfc: null },
    ]
    expect(taken.body.carried).toEqual(carried)
    const detail = async (number: number) => (await api('GET', `/status/store/${storeCode}/tag/${mac(number)}/detail`)).body.prCodeList
    const tagList = carried.map(({ tagMac, prCodeList, layoutId, nfc }) => ({
      tagMac,
      prCodeList,
      ...(layoutId !== null && { layoutId }),
      ...(nfc !== null && { nfc }),
    }))
    // Another call was faster with one of them: all stay as they are.
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: mac(2), prCode: 'p1' }] })
    const refused = await api('POST', '/tag/assign/multiple', { storeCode, onlyEmpty: true, tagList })
    expect([refused.status, refused.body.code]).toEqual([409, 'tag-carries'])
    expect([await detail(1), await detail(2)]).toEqual([[], ['p1']])
    await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: mac(2) }] })
    expect((await api('POST', '/tag/assign/multiple', { storeCode, onlyEmpty: true, tagList })).status).toBe(200)
    expect([await detail(1), await detail(2)]).toEqual([['p1', 'p2'], ['p2']])
    expect((await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: mac(1) }] })).body.carried).toEqual([carried[0]])
  })
  test('sending again takes tags with products only', async () => {
    const { storeCode, mac } = await newStore()
    await api('POST', '/tag/assign', {
      storeCode,
      tagList: [
        { tagMac: mac(1), prCode: 'p1' },
        { tagMac: mac(2), prCode: 'p2' },
      ],
    })
    await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: mac(2) }] })
    expect((await api('POST', '/tag/reassign', { storeCode, tagList: [mac(1), mac(2)] })).body).toMatchObject({ tagCount: 1 })
    expect((await api('POST', '/tag/reassign/all', { storeCode })).body).toMatchObject({ tagCount: 1 })
    expect((await api('POST', '/tag/reassign', { storeCode, tagList: [mac(2)] })).body.message).toBe('No tags to update')
    expect((await api('POST', '/tag/reassign', { storeCode, tagList: [] })).body.message).toContain('No row selected')
    expect((await openOperations(storeCode)).filter((row) => row.force)).toHaveLength(1)
  })
})

describe('the ledger', () => {
  test('after any sequence of changes and ends the sums match', async () => {
    const { storeCode, mac } = await newStore()
    const tagList = Array.from({ length: 30 }, (_, n) => ({ tagMac: mac(n), prCode: `p${n % 10}` }))
    await api('POST', '/tag/assign', { storeCode, tagList })
    const outcomes = ['SHOWN', 'SAME', 'FAILED'] as const
    for (let turn = 0; turn < 8; turn++) {
      const open = await openOperations(storeCode)
      const endings = open
        .filter((_, place) => (place + turn) % 3 === 0)
        .map((row, place) => ({
          opId: row.op_id,
          outcome: outcomes[place % 3]!,
          reason: place % 3 === 2 ? ('tag-silent' as const) : null,
          status: place % 3 === 2 ? ('NG' as const) : ('OK' as const),
          answered: true,
        }))
      // Ending twice changes nothing the second time.
      for (let again = 0; again < 2; again++)
        await context.context.db.transaction().execute((tx) => finishOperations(tx, endings, context.clock.now()))
      context.clock.advance(1)
      await api('POST', '/product', { storeCode, productList: [{ prCode: `p${turn}`, prInfo: ['', 'x', '', String(turn + 200)] }] })
    }
    const tasks = await context.context.db.selectFrom('tasks').selectAll().where('store_code', '=', storeCode).execute()
    for (const task of tasks) {
      const rows = await sql<{
        outcome: string
        n: number
      }>`select outcome, count(*)::int as n from ledger where store_code = ${storeCode} and task_id = ${task.task_id}::bigint group by 1`.execute(
        context.context.db,
      )
      const count = (outcome: string) => rows.rows.find((row) => row.outcome === outcome)?.n ?? 0
      const open = (await openOperations(storeCode)).filter((row) => row.task_id === task.task_id).length
      expect({ shown: task.shown, same: task.same, superseded: task.superseded, failed: task.failed }).toEqual({
        shown: count('SHOWN'),
        same: count('SAME'),
        superseded: count('SUPERSEDED'),
        failed: count('FAILED'),
      })
      expect(task.shown + task.same + task.superseded + task.failed + open).toBe(task.total)
      expect(task.end_time !== null).toBe(open === 0)
    }
    const alarms = await api('POST', '/history/alarm/system/search', { filter_location: storeCode, condition_location: '==' })
    expect(alarms.body.data.every((row) => row.type === 'UPDATE FAILURE')).toBe(true)
    const list = await api('POST', '/history/task/search', { filter_storeCode: storeCode, condition_storeCode: '==', length: -1 })
    expect(list.body.recordsTotal).toBeGreaterThanOrEqual(tasks.length)
  })
})

describe('GET …/tag/{tagMac}/detail', () => {
  test('names cause, reason and the one action that helps', async () => {
    const { storeCode, mac } = await newStore()
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: mac(1), prCode: 'p1' }] })
    const [open] = await openOperations(storeCode)
    const ending = {
      opId: open?.op_id ?? '',
      outcome: 'FAILED' as const,
      reason: 'render-overflow' as const,
      detail: '"8499" does not fit',
      status: 'NG' as const,
      answered: false,
    }
    await context.context.db.transaction().execute((tx) => finishOperations(tx, [ending], context.clock.now()))
    const detail = await api('GET', `/status/store/${storeCode}/tag/${mac(1)}/detail`)
    expect(detail.body).toMatchObject({
      diagnosis: { cause: 'failed', reason: 'render-overflow', action: 'fix-layout', detail: '"8499" does not fit' },
    })
    expect((await api('GET', `/status/store/${storeCode}/tag/failures`)).body).toMatchObject({
      groups: [{ cause: 'failed', reason: 'render-overflow', tagCount: 1 }],
    })
    const history = await api('POST', `/history/update/store/${storeCode}/tag/${mac(1)}/search`, {})
    expect(history.body.data[0]).toMatchObject({ status: 'NG', reason: 'render-overflow', hasImage: false })
    expect((await api('GET', `/status/store/${storeCode}/tag/${mac(99)}/detail`)).status).toBe(404)
  })
})
