import { chartStores } from '@endcap/contract/dashboard'
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import { tagStatuses } from '@endcap/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { finishOperations } from '../../delivery/tasks/tasks.service.ts'
import { createChain } from '../../testing/chain.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const chain = createChain(context, app, root)

describe('GET /stats/dashboard', () => {
  test('GOOD is total − error − in progress; a gateway without time sync is alarm, one in alarm is normal', async () => {
    await seedStore(context.context, 'RULE')
    for (const status of tagStatuses) await chain.addTags('RULE', 2, { status, type: status === 'NG' ? '3A' : 'B5' })
    for (const gateway of [{}, { sync: false }, { status: 'ALARM' }, { status: 'OFFLINE' }, { status: 'OFFLINE', sync: false }])
      await chain.addGateway('RULE', gateway)
    const { tagStatus, gwStatus, updatingStoreList } = await chain.dashboardOf(['RULE'])
    expect(tagStatus).toMatchObject({
      total: 16,
      error: 8,
      inprogress: 4,
      good: 4,
      countByType: { '3A': 2, B5: 14 },
      countNgByType: { '3A': 2, B5: 6 },
    })
    expect(gwStatus).toMatchObject({ total: 5, normal: 2, alarm: 1, offline: 2 })
    expect(updatingStoreList).toEqual(['RULE'])
  })

  test('the chart of stores holds the ten with the most failed tags; one store is shown gateway by gateway', async () => {
    const codes = Array.from({ length: 14 }, (_, n) => `TEN${String(n).padStart(2, '0')}`)
    for (const [place, storeCode] of codes.entries()) {
      await seedStore(context.context, storeCode)
      await chain.addTags(storeCode, 20 - place)
      await chain.addTags(storeCode, place % 13, { status: 'NG' })
    }
    const several = await chain.dashboardOf(codes)
    expect(several.storeTagStatus?.map((one) => one.error)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(several.storeTagStatus).toHaveLength(chartStores)
    expect(several.gwTagStatus).toEqual([])
    expect(several.storeList).toEqual(codes)
    const gwMac = await chain.addGateway('TEN01')
    const one = await chain.dashboardOf(['TEN01'])
    expect(one.gwTagStatus).toMatchObject([{ gwMac, total: 0, good: 0 }])
    // Names of all stores come along, so that another choice can be made.
    expect(one.storeDict.TEN13).toBe('Store TEN13')
  })

  test('today’s tags count once each and on the calendar of their store; updates count each time', async () => {
    const { db } = context.context
    // It is 09:00 UTC on 21 November: in Auckland it is evening, on Kiritimati the next day is almost here.
    await seedStore(context.context, 'DAY1', { timeZone: 'Asia/Tokyo' })
    await seedStore(context.context, 'DAY2', { timeZone: 'Pacific/Kiritimati' })
    const show = async (storeCode: string, tagMacs: readonly string[], at: Date, kind: 'assign' | 'deassign' = 'assign') => {
      await api('POST', `/tag/${kind}`, {
        storeCode,
        tagList: tagMacs.map((tagMac) => (kind === 'assign' ? { tagMac, prCode: 'p' } : { tagMac })),
      })
      const open = await db.selectFrom('operations').select('op_id').where('store_code', '=', storeCode).execute()
      await db.transaction().execute((tx) =>
        finishOperations(
          tx,
          open.map(({ op_id }) => ({ opId: op_id, outcome: 'SHOWN' as const, status: 'OK' as const, answered: true })),
          at,
        ),
      )
    }
    const [first, second] = [await chain.addTags('DAY1', 3), await chain.addTags('DAY2', 2)]
    const now = context.clock.now()
    const yesterday = new Date(now.getTime() - 86_400_000)
    await show('DAY1', first, yesterday)
    await show('DAY1', first.slice(0, 2), now)
    await show('DAY1', first.slice(1, 3), now)
    await show('DAY1', first.slice(0, 1), now, 'deassign')
    // 22 November there, while the clock of the chain says 21.
    await show('DAY2', second, new Date('2026-11-21T12:00:00Z'))
    await api('POST', '/product', {
      storeCode: 'DAY1',
      productList: [
        { prCode: 'p', prInfo: ['a'] },
        { prCode: 'q', prInfo: ['b'] },
      ],
    })

    const one = await chain.dashboardOf(['DAY1'])
    expect(one.tagStatus).toMatchObject({ total: 3, todayUpdated: 3 })
    expect(one.productStatus).toEqual({ total: 2, todayUpdated: 2 })
    expect(one.updatedTagCount).toHaveLength(30)
    expect(one.updatedTagCount?.slice(-3)).toEqual([
      { date: '2026-11-19', storeCode: 'DAY1', total: 0 },
      { date: '2026-11-20', storeCode: 'DAY1', total: 3 },
      { date: '2026-11-21', storeCode: 'DAY1', total: 4 },
    ])
    expect(one.updatedProductCount?.at(-1)).toEqual({ date: '2026-11-21', storeCode: 'DAY1', total: 2 })
    expect((await chain.dashboardOf(['DAY2'])).tagStatus).toMatchObject({ todayUpdated: 0 })
    context.clock.advance(3600 * 2)
    const both = await chain.dashboardOf(['DAY1', 'DAY2'])
    expect(both.tagStatus).toMatchObject({ total: 5, todayUpdated: 5 })
    // It is still the 21st in one of them: today is today in each, and the last point agrees with the figures of today.
    expect(both.updatedTagCount?.slice(-2)).toEqual([
      { date: '2026-11-21', storeCode: '', total: 3 },
      { date: '2026-11-22', storeCode: '', total: 6 },
    ])
    expect(both.updatedProductCount?.at(-1)?.total).toBe(both.productStatus?.todayUpdated)
  })

  test('good tags of a store none of whose gateways is on line are out of reach, and told of as such alone', async () => {
    await seedStore(context.context, 'REACH1')
    await seedStore(context.context, 'REACH2')
    for (const storeCode of ['REACH1', 'REACH2']) {
      const gwMac = await chain.addGateway(storeCode, { status: 'OFFLINE' })
      await chain.addTags(storeCode, 3, { gwMac })
      await chain.addTags(storeCode, 1, { status: 'NG', gwMac })
    }
    await chain.addGateway('REACH2')
    const { tagStatus, storeTagStatus } = await chain.dashboardOf(['REACH1', 'REACH2'])
    expect(tagStatus).toMatchObject({ total: 8, good: 6, error: 2, unreachable: 3 })
    expect(storeTagStatus?.map(({ storeCode, good, unreachable }) => [storeCode, good, unreachable])).toEqual([
      ['REACH1', 3, 3],
      ['REACH2', 3, 0],
    ])
    // By gateway, those that were reached through one that is off line.
    const { gwTagStatus } = await chain.dashboardOf(['REACH2'])
    expect(gwTagStatus?.map(({ good, unreachable }) => [good, unreachable])).toEqual([
      [3, 3],
      [0, 0],
    ])
    const clerk = await seedAccount(context.context, {
      email: 'reach@test.example',
      stores: ['REACH1'],
      privileges: ['dashboard.read', 'tag.read'],
    })
    expect((await chain.dashboardOf([], clerk)).tagStatus).toMatchObject({ good: 3, unreachable: 0 })
    const list = await api('POST', '/stats/dashboard/store/search', { order: { column: 'good', dir: 'asc' }, filter_storeCode: 'REACH' })
    expect(list.body.data.map(({ storeCode, unreachable }) => [storeCode, unreachable])).toEqual([
      ['REACH1', 3],
      ['REACH2', 0],
    ])
  })

  test('holds nothing but the account’s stores, and refuses others by name', async () => {
    await seedStore(context.context, 'MINE')
    await seedStore(context.context, 'THEIRS')
    await chain.addTags('MINE', 1)
    await chain.addTags('THEIRS', 5)
    const all = privilegeKeys.map((key): Privilege => `${key}.read`)
    const clerk = await seedAccount(context.context, { email: 'clerk@test.example', stores: ['MINE'], privileges: all })
    const own = await chain.dashboardOf([], clerk)
    expect(own).toMatchObject({ storeList: ['MINE'], storeDict: { MINE: 'Store MINE' }, tagStatus: { total: 1 } })
    expect(JSON.stringify(own)).not.toContain('THEIRS')
    const foreign = await caller(app, clerk)('GET', '/stats/dashboard?stores=MINE,THEIRS')
    expect([foreign.status, foreign.body.code]).toEqual([403, 'other-store'])
    const list = await caller(app, clerk)('POST', '/stats/dashboard/store/search', {})
    expect(list.body.data).toMatchObject([{ storeCode: 'MINE', total: 1 }])
    const strangerAccount = await seedAccount(context.context, { email: 'nobody@test.example', privileges: all })
    expect(await chain.dashboardOf([], strangerAccount)).toMatchObject({
      storeList: [],
      storeDict: {},
      tagStatus: { total: 0 },
      updatedTagCount: [],
    })
  })

  test.each([
    { privileges: [], shown: [] },
    { privileges: ['server.read'], shown: ['serverStatus'] },
    { privileges: ['store.read'], shown: ['gwStatus'] },
    { privileges: ['product.read'], shown: [] },
    { privileges: ['tag.read'], shown: ['tagStatus', 'storeTagStatus', 'gwTagStatus', 'updatingStoreList'] },
    {
      privileges: ['tag.read', 'product.read'],
      shown: ['tagStatus', 'storeTagStatus', 'gwTagStatus', 'updatingStoreList', 'productStatus', 'updatedTagCount', 'updatedProductCount'],
    },
  ] as { privileges: Privilege[]; shown: string[] }[])('with dashboard and $privileges: $shown', async ({ privileges, shown }) => {
    const name = privileges.join('-') || 'none'
    const account = await seedAccount(context.context, {
      email: `${name}@test.example`,
      stores: ['RULE'],
      privileges: ['dashboard.read', ...privileges],
    })
    const data = await chain.dashboardOf(['RULE'], account)
    const parts = [
      'serverStatus',
      'gwStatus',
      'tagStatus',
      'storeTagStatus',
      'gwTagStatus',
      'updatingStoreList',
      'productStatus',
      'updatedTagCount',
      'updatedProductCount',
    ] as const
    expect(parts.filter((part) => data[part] !== null).toSorted()).toEqual(shown.toSorted())
    if (data.tagStatus !== null) expect(data.tagStatus.todayUpdated === null).toBe(!privileges.includes('product.read'))

    const list = await caller(app, account)('POST', '/stats/dashboard/store/search', {})
    const row = list.body.data[0] ?? {}
    expect({ gateways: row.gwTotal !== null, tags: row.total !== null, updates: row.productCount !== null }).toEqual({
      gateways: privileges.includes('store.read'),
      tags: privileges.includes('tag.read'),
      updates: privileges.includes('tag.read') && privileges.includes('product.read'),
    })
    // What may not be read may not be found out by its order either.
    const ordered = await caller(app, account)('POST', '/stats/dashboard/store/search', { order: { column: 'error', dir: 'desc' } })
    expect(ordered.status).toBe(privileges.includes('tag.read') ? 200 : 400)
  })

  test.each(['RULE;drop', 'a b', "RULE'", 'A'.repeat(33)])('a store code that is none is refused: %s', async (code) => {
    expect((await api('GET', `/stats/dashboard?stores=${encodeURIComponent(code)}`)).status).toBe(400)
  })
})
