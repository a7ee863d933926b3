import type { StoreExceptions } from '@endcap/contract/exceptions'
import { errorStatuses, inProgressStatuses, tagStatuses } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createChain } from '../../testing/chain.ts'
import { seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const chain = createChain(context, app, root)

/** What the rows themselves say, counted one by one. */
async function recount(stores: readonly string[]) {
  const { db } = context.context
  const tags = await db.selectFrom('tags').selectAll().where('store_code', 'in', stores).execute()
  const gateways = await db.selectFrom('gateways').selectAll().where('store_code', 'in', stores).orderBy('gw_mac').execute()
  const links = await db.selectFrom('tag_products').selectAll().where('store_code', 'in', stores).execute()
  const errors: readonly string[] = errorStatuses
  const running: readonly string[] = inProgressStatuses
  const figuresOf = (some: typeof tags) => {
    const error = some.filter((tag) => errors.includes(tag.status)).length
    const inprogress = some.filter((tag) => running.includes(tag.status)).length
    return { total: some.length, good: some.length - error - inprogress, inprogress, error }
  }
  const byType = (some: typeof tags) =>
    Object.fromEntries(tags.map((tag) => [tag.tag_type, some.filter((one) => one.tag_type === tag.tag_type).length]))
  const versions = new Map<string, number>()
  for (const { gmp_version, grm_version } of gateways)
    versions.set(`${gmp_version} ${grm_version}`, (versions.get(`${gmp_version} ${grm_version}`) ?? 0) + 1)
  const alarm = gateways.filter((one) => one.status === 'NORMAL' && !one.time_sync).length
  const offline = gateways.filter((one) => one.status === 'OFFLINE').length
  const alone = [...Map.groupBy(links, (link) => `${link.store_code}/${link.tag_mac}`).values()].filter((rows) => rows.length === 1).flat()
  return {
    gateways: { total: gateways.length, normal: gateways.length - alarm - offline, alarm, offline, versions },
    tags: {
      ...figuresOf(tags),
      lowBattery: tags.filter((tag) => tag.batt_status === 'NG').length,
      noProduct: tags.filter((tag) => tag.pr_code === null).length,
      countByType: byType(tags),
      countNgByType: byType(tags.filter((tag) => errors.includes(tag.status))),
    },
    byGateway: new Map(
      gateways.map((one) => {
        const figures = figuresOf(tags.filter((tag) => tag.store_code === one.store_code && tag.gw_mac === one.gw_mac))
        return [one.gw_mac, { ...figures, unreachable: one.status === 'OFFLINE' ? figures.good : 0 }]
      }),
    ),
    ngGateways: gateways.filter((one) => one.status !== 'NORMAL' || !one.time_sync).map((one) => one.gw_mac),
    duplicates: [...Map.groupBy(alone, (link) => `${link.store_code}/${link.pr_code}`).values()]
      .filter((rows) => rows.length > 1)
      .flat()
      .map((link) => link.tag_mac),
  }
}

/** Compares what the two calls answer with a recount of the rows. */
async function expectRight(stores: readonly string[]) {
  const [counted, shown] = [await recount(stores), await chain.dashboardOf(stores)]
  const { versions, ...gateways } = counted.gateways
  expect(shown.gwStatus).toMatchObject(gateways)
  expect(new Map(shown.gwStatus?.countByVersion.map((one) => [`${one.gmpVersion} ${one.grmVersion}`, one.total]))).toEqual(versions)
  expect(shown.tagStatus).toMatchObject(counted.tags)
  const chainRows = (await api('POST', '/stats/exceptions/store/search', { length: 1000 })).body as unknown as { data: StoreExceptions[] }
  for (const storeCode of stores) {
    const [own, exceptions, one] = [await recount([storeCode]), await chain.exceptionsOf(storeCode), await chain.dashboardOf([storeCode])]
    expect(exceptions).toMatchObject({
      totalTags: own.tags.total,
      errorTags: own.tags.error,
      noProductTags: own.tags.noProduct,
      duplicateTags: own.duplicates.length,
      batteryNgTags: own.tags.lowBattery,
      totalGWs: own.gateways.total,
      ngGWs: own.ngGateways.length,
    })
    const { ngGWDetail: _, updatedAt: __, ...figures } = exceptions
    const wrong = ['errorTags', 'noProductTags', 'duplicateTags', 'batteryNgTags', 'ngGWs'].some((name) => Number(figures[name]) > 0)
    const { storeName: ___, ...row } = chainRows.data.find((store) => store.storeCode === storeCode) ?? { storeName: '' }
    expect(row).toEqual(wrong ? figures : {})
    expect(new Map(one.gwTagStatus?.map(({ gwMac, gwIndex: _, ip: __, ...figures }) => [gwMac, figures]))).toEqual(own.byGateway)
    for (const [kind, count] of [
      ['error', own.tags.error],
      ['noproduct', own.tags.noProduct],
      ['lowbattery', own.tags.lowBattery],
      ['duplicate', own.duplicates.length],
    ] as const) {
      const list = (await api('GET', `/tag/${kind}/store/${storeCode}/list`)).body as unknown as { tagList: { tagMac: string }[] }
      expect({ kind, count: list.tagList.length }).toEqual({ kind, count })
      if (kind === 'duplicate') expect(list.tagList.map((tag) => tag.tagMac).toSorted()).toEqual(own.duplicates.toSorted())
    }
  }
}

/** Small numbers that come out the same each time: xorshift. */
function createDice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return Math.abs(state) % sides
  }
}

describe('summary counters', () => {
  test('equal a recount after every kind of change', async () => {
    const { db } = context.context
    const stores = ['W1', 'W2', 'W3']
    const dice = createDice(20_261_121)
    const pick = <T>(list: readonly T[]): T => list[dice(list.length)]!
    const some = <T>(list: readonly T[], max: number): T[] => [...new Set(Array.from({ length: 1 + dice(max) }, () => pick(list)))]
    const places = new Map<string, string>()
    const gateways = new Map<string, string>()
    for (const storeCode of stores) {
      await seedStore(context.context, storeCode)
      await api('POST', '/product', { storeCode, productList: Array.from({ length: 6 }, (_, n) => ({ prCode: `p${n}`, prInfo: [] })) })
      for (let n = 0; n < 3; n++) gateways.set(await chain.addGateway(storeCode), storeCode)
      for (const mac of await chain.addTags(storeCode, 12)) places.set(mac, storeCode)
    }
    const tagsOf = (storeCode: string) => [...places].filter(([, place]) => place === storeCode).map(([mac]) => mac)
    // p6 and p7 are not in the catalogue: tags may show them all the same.
    const product = () => `p${dice(8)}`
    const changes: (() => Promise<unknown>)[] = [
      async () => {
        const storeCode = pick(stores)
        const answer = await api('POST', '/tag/assign', {
          storeCode,
          tagList: some(tagsOf(storeCode), 5).map((tagMac) => ({ tagMac, prCode: product() })),
        })
        expect(answer.status).toBe(200)
      },
      async () => {
        const storeCode = pick(stores)
        const prCodeList = [product(), product(), product()]
        const answer = await api('POST', '/tag/assign/multiple', {
          storeCode,
          tagList: some(tagsOf(storeCode), 3).map((tagMac) => ({ tagMac, prCodeList })),
        })
        expect(answer.status).toBe(200)
      },
      async () => {
        const storeCode = pick(stores)
        const answer = await api('POST', '/tag/deassign', { storeCode, tagList: some(tagsOf(storeCode), 3).map((tagMac) => ({ tagMac })) })
        expect(answer.status).toBe(200)
      },
      // One statement over several stores, as the engine's are.
      () => sql`update tags set status = ${pick(tagStatuses)} where tag_mac = any(${some([...places.keys()], 9)}::text[])`.execute(db),
      () =>
        sql`update tags set batt_status = ${pick(['OK', 'NG'])}, battery = 2 where tag_mac = any(${some([...places.keys()], 6)}::text[])`.execute(
          db,
        ),
      () =>
        sql`update tags set tag_type = ${pick(['B5', '36', '5A'])}, rssi = -60 where tag_mac = any(${some([...places.keys()], 4)}::text[])`.execute(
          db,
        ),
      () =>
        sql`update tags t set gw_mac = (select g.gw_mac from gateways g where g.store_code = t.store_code order by hashtext(g.gw_mac || ${String(dice(99))}) limit 1)
        where tag_mac = any(${some([...places.keys()], 8)}::text[])`.execute(db),
      () =>
        sql`update gateways set status = ${pick(['NORMAL', 'ALARM', 'OFFLINE'])}, time_sync = ${dice(2) === 0} where gw_mac = any(${some([...gateways.keys()], 3)}::text[])`.execute(
          db,
        ),
      () =>
        sql`update gateways set gmp_version = ${pick(['2.1.0', '2.2.0', ''])}, updated_at = now() where gw_mac = any(${some([...gateways.keys()], 2)}::text[])`.execute(
          db,
        ),
      async () => {
        const mac = pick([...places.keys()])
        await db.deleteFrom('tags').where('tag_mac', '=', mac).execute()
        places.delete(mac)
        const storeCode = pick(stores)
        for (const added of await chain.addTags(storeCode, 1, { status: 'DEASSIGN', type: pick(['B5', '3E']) }))
          places.set(added, storeCode)
      },
      async () => {
        if (gateways.size < 4) return
        const mac = pick([...gateways.keys()])
        await db.deleteFrom('gateways').where('gw_mac', '=', mac).execute()
        gateways.delete(mac)
      },
      async () => void gateways.set(await chain.addGateway(stores[0]!, { status: 'OFFLINE', sync: false, gmp: '' }), stores[0]!),
      // A tag's products changed in part, and a tag that moves to another store with what hangs on it.
      () => sql`delete from tag_products where slot = ${dice(3)} and tag_mac = any(${some([...places.keys()], 3)}::text[])`.execute(db),
      () =>
        sql`update tag_products set pr_code = ${product()} where slot = 0 and tag_mac = any(${some([...places.keys()], 2)}::text[])`.execute(
          db,
        ),
      async () => {
        const [mac, storeCode] = [pick([...places.keys()]), pick(stores)]
        await sql`delete from operations where tag_mac = ${mac}`.execute(db)
        await sql`update tags set store_code = ${storeCode} where tag_mac = ${mac}`.execute(db)
        places.set(mac, storeCode)
      },
    ]
    for (let step = 0; step < 150; step++) {
      // Each kind once in turn, then by chance.
      await (changes[step] ?? pick(changes))()
      if (step % 15 === 14) await expectRight(stores)
    }
    await db.deleteFrom('tags').where('store_code', 'in', stores).execute()
    await expectRight(stores)
  })

  test('a change that is taken back counts nothing; two at once count both', async () => {
    const { db } = context.context
    await seedStore(context.context, 'BACK')
    const macs = await chain.addTags('BACK', 4)
    await expect(
      db.transaction().execute(async (tx) => {
        await sql`update tags set status = 'NG', batt_status = 'NG' where store_code = 'BACK'`.execute(tx)
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    await expectRight(['BACK'])
    await Promise.all(macs.map((tagMac) => api('POST', '/tag/assign', { storeCode: 'BACK', tagList: [{ tagMac, prCode: 'ghost' }] })))
    await expectRight(['BACK'])
    expect(await chain.exceptionsOf('BACK')).toMatchObject({ duplicateTags: 4 })
  })

  test('what was in the database before them is counted by the migration', async () => {
    // The migration's own last statements, on tables emptied as if it had just made them.
    const { readFile } = await import('node:fs/promises')
    const text = await readFile(new URL('../../platform/db/migrations/0003-dashboard.sql', import.meta.url), 'utf8')
    const { db } = context.context
    await seedStore(context.context, 'OLD')
    const gwMac = await chain.addGateway('OLD', { sync: false })
    const macs = await chain.addTags('OLD', 6, { status: 'NG', gwMac })
    await api('POST', '/tag/assign', { storeCode: 'OLD', tagList: macs.slice(0, 3).map((tagMac) => ({ tagMac, prCode: 'x' })) })
    await sql`truncate tag_type_counts, tag_flag_counts, gateway_tag_counts, gateway_kind_counts, product_tag_counts`.execute(db)
    await sql.raw(text.slice(text.indexOf('-- What is there already.'))).execute(db)
    await expectRight(['OLD'])
  })
})
