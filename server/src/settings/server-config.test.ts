/** The server configuration, and what each of its settings does. */
import { sql } from 'kysely'
import { expect, describe, test } from 'vitest'
import { preparePartitions } from '../platform/db/partitions.ts'
import { caller, seedAccount, seedStore, tagId } from '../testing/seed.ts'
import { startTestEngine } from '../testing/test-app.ts'
import { refreshDisplays } from '../labels/display-refresh/display-refresh.ts'
import { removeOld, removeOldDaily } from './retention.ts'

const { context, app, engine, api, root } = await startTestEngine()
const { db } = context.context
let numbers = 0

type Body = Record<string, unknown>
const read = async () => (await api('GET', '/config/server')).body as Body
/** What stands there, changed in some fields, as the form sends it. */
async function save(change: Body) {
  const { updatedAt: _, version: __, ...before } = await read()
  return api('PUT', '/config/server', { panId: '2A01', ...before, ...(before.panId === '' && { panId: '2A01' }), ...change })
}

describe('the form', () => {
  test('begins with defaults, and says what is missing by the specification’s sentences', async () => {
    expect(await read()).toMatchObject({
      gatewayStatusCheckInterval: 60,
      historyRetentionDays: 180,
      updateHistoryRetentionDays: 365,
      tagDisplayRefreshDays: 0,
      auditRetentionDays: 730,
      panId: '',
      communicationMode: 'GATEWAY',
      timeServerPort: 123,
      updatedAt: null,
      system: { familyProductItemCount: 6 },
      passwords: { maxAgeDays: 90 },
    })
    expect(await save({ panId: ' ' })).toMatchObject({
      status: 400,
      body: { field: 'panId', message: expect.stringContaining('Enter PAN ID, Please!') },
    })
    const { historyRetentionDays: _, updatedAt: __, version: ___, ...without } = await read()
    expect(await api('PUT', '/config/server', { ...without, panId: '2A01' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Enter History Retention Days, Please!') },
    })
    for (const [wrong, field] of [
      [{ communicationMode: '' }, 'communicationMode'],
      [{ panId: 'FFFF' }, 'panId'],
      [{ panId: 'XYZ1' }, 'panId'],
      [{ gatewayStatusCheckInterval: 19 }, 'gatewayStatusCheckInterval'],
      [{ retailServerIp: '300.1.1.1' }, 'retailServerIp'],
      [{ email: 'nobody' }, 'email'],
      [{ mainFromPage: 16 }, 'mainFromPage'],
    ] as const)
      expect(await save(wrong)).toMatchObject({ status: 400, body: { field } })
    expect((await read()).updatedAt).toBeNull()
  })
  test('is not saved over what another account saved meanwhile', async () => {
    const { updatedAt: _, version, ...before } = await read()
    const mine = { ...before, panId: '2A01', version }
    expect((await save({ mobile: '+81 3 1234' })).status).toBe(200)
    expect(await api('PUT', '/config/server', mine)).toMatchObject({ status: 409, body: { code: 'changed-since' } })
    expect((await read()).mobile).toBe('+81 3 1234')
    expect(await api('PUT', '/config/server', { ...mine, version: (await read()).version })).toMatchObject({ status: 200 })
  })
  test('is for accounts of the whole chain, and every change of it is recorded', async () => {
    await seedStore(context.context, 'SOME')
    const some = await seedAccount(context.context, {
      email: 'some@test.example',
      stores: ['SOME'],
      privileges: ['server_config.read', 'server_config.write'],
    })
    const { updatedAt: _, version: __, ...before } = await read()
    expect(await caller(app, some)('PUT', '/config/server', { ...before, panId: '2A02' })).toMatchObject({
      status: 403,
      body: { code: 'all-stores' },
    })
    await save({ panId: '2A03' })
    const { body } = await api('POST', '/audit/search', { filter_kind: 'setting', condition_kind: '==', length: 1 })
    expect((body.data as Body[])[0]).toMatchObject({ subject: 'server', changed: ['panId'] })
  })
})

describe('gateways', () => {
  const newGateway = async (storeCode: string) => {
    const gateway = await engine.gateway(storeCode, `02EC30${(++numbers).toString(16).toUpperCase().padStart(6, '0')}`)
    await gateway.online()
    await gateway.sendStatus()
    return gateway
  }
  test('are told PAN ID, servers, interval and mode; a store’s own time server and a gateway’s own check-in go before', async () => {
    await seedStore(context.context, 'GW1')
    await seedStore(context.context, 'GW2', { timeServerIp: '10.9.9.9', timeServerPort: 1123 })
    const [one, two] = [await newGateway('GW1'), await newGateway('GW2')]
    await api('PUT', '/config/store/GW1/gw', { gwList: [{ gwMac: one.gwMac, checkin: 45 }] })
    await engine.engine.settle()
    await one.sendStatus()
    one.settings()
    two.settings()
    await save({
      panId: '2b07',
      gatewayStatusCheckInterval: 30,
      communicationMode: 'FAST',
      retailServerIp: 'pos.shop.example',
      retailServerPort: 8443,
      timeServerIp: '10.0.0.5',
      timeServerPort: 123,
    })
    await engine.engine.settle()
    const reportedConfig = { panId: '2B07', statusPeriod: 30, retailServer: 'pos.shop.example:8443' }
    expect(one.settings()).toMatchObject([{ ...reportedConfig, timeServer: '10.0.0.5:123', checkin: 45 }])
    expect(two.settings()).toMatchObject([{ ...reportedConfig, timeServer: '10.9.9.9:1123', checkin: 30 }])
    await one.sendStatus()
    await two.sendStatus()
    // What does not concern them is not told.
    await save({ mobile: '1' })
    await engine.pass(40)
    expect([one.settings(), two.settings()]).toEqual([[], []])
    // Who comes new is told as well.
    const late = await newGateway('GW1')
    expect(late.settings()).toMatchObject([reportedConfig])
  })
  test('that are silent for three intervals and 20 s are offline', async () => {
    await seedStore(context.context, 'GW3')
    const silent = await newGateway('GW3')
    const status = async () => {
      const { gwList } = (await api('GET', '/status/store/GW3')).body as unknown as { gwList: { status: string }[] }
      return gwList[0]?.status
    }
    await save({ gatewayStatusCheckInterval: 20 })
    silent.fallSilent()
    await engine.pass(75)
    expect(await status()).toBe('NORMAL')
    await engine.pass(10)
    expect(await status()).toBe('OFFLINE')
    await save({ gatewayStatusCheckInterval: 60 })
    await silent.sendStatus()
    await engine.pass(75)
    await engine.pass(100)
    expect(await status()).toBe('NORMAL')
  })
})

describe('amac', () => {
  test('is handed to every gateway, also that there is none any more', async () => {
    await seedStore(context.context, 'AM')
    const gateway = await engine.gateway('AM', '02EC31000001')
    await gateway.online()
    await gateway.sendStatus()
    gateway.settings()
    expect(await api('POST', '/config/amac', { abstractCode: ' ', abstractData: 'x' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Enter Abstract Code, Please!') },
    })
    expect(await api('POST', '/config/amac', { abstractCode: 'A1' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Enter Abstract Data, Please!') },
    })
    const sentSettings = async () => {
      await engine.engine.settle()
      const amac = gateway.settings().map((one) => one.amac)
      await gateway.sendStatus()
      return amac
    }
    expect((await api('POST', '/config/amac', { abstractCode: 'A1', abstractData: 'one' })).status).toBe(200)
    expect(await sentSettings()).toEqual([[{ code: 'A1', data: 'one' }]])
    expect(await api('POST', '/config/amac', { abstractCode: 'A1', abstractData: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'already-there' },
    })
    expect((await api('PUT', '/config/amac', { abstractCode: 'A1', abstractData: 'two' })).status).toBe(200)
    expect(await sentSettings()).toEqual([[{ code: 'A1', data: 'two' }]])
    expect((await api('GET', '/config/amac')).body).toMatchObject({ amacList: [{ abstractCode: 'A1', abstractData: 'two' }] })
    expect((await api('DELETE', '/config/amac/A1')).status).toBe(200)
    expect(await sentSettings()).toEqual([[]])
    expect((await api('PUT', '/config/amac', { abstractCode: 'A1', abstractData: 'x' })).status).toBe(404)
    expect((await api('DELETE', '/config/amac/A1')).status).toBe(404)
  })
})

describe('retention', () => {
  const now = () => context.clock.now()
  const ago = (days: number) => new Date(now().getTime() - days * 86_400_000)
  const emails = async () =>
    (await db.selectFrom('login_history').select('email').where('ip', '=', 'old').execute()).map((row) => row.email)
  const addOld = async (days: number) => {
    await preparePartitions(db, ago(days))
    const login = { email: `d${days}`, ip: 'old', type: 0 as const, success: true, locked: false, updated_at: ago(days) }
    await db.insertInto('login_history').values(login).execute()
    const update = { store_code: 'RET', pr_code: 'p', changed_at: ago(days), changed_by: `d${days}` }
    await db
      .insertInto('product_history')
      .values({
        ...update,
        pr_info: null,
        layout_id: null,
        new_pr_info: null,
        new_layout_id: null,
        nfc: null,
        new_nfc: null,
        file_id: null,
      })
      .execute()
    await db
      .insertInto('tasks')
      .values({
        store_code: 'RET',
        task_type: 'UPDATE',
        created_by: `d${days}`,
        layout_id: null,
        prior_task_id: null,
        start_time: ago(days),
        end_time: ago(days),
      })
      .execute()
    const alarm = {
      store_code: 'RET',
      type: 'UPDATE FAILURE',
      class: 2 as const,
      subject: `d${days}`,
      data: '{}',
      raised_at: ago(days),
      updated_at: ago(days),
    }
    await db
      .insertInto('alarms')
      .values([
        { ...alarm, cleared_at: ago(days) },
        { ...alarm, subject: `open${days}` },
      ])
      .execute()
  }
  test('removes what is older, each history by its own setting; what is still open stays', async () => {
    await seedStore(context.context, 'RET')
    await addOld(400)
    await addOld(100)
    await addOld(5)
    await save({ historyRetentionDays: 30, updateHistoryRetentionDays: 200 })
    const preview = (await api('GET', '/config/server/retention?historyRetentionDays=30&updateHistoryRetentionDays=200'))
      .body as unknown as {
      rows: { history: string; rows: number; setting: string }[]
    }
    expect(preview.rows.map((row) => row.history).toSorted()).toEqual(['alarms', 'login_history', 'product_history', 'tasks'])
    expect(preview.rows).toContainEqual(expect.objectContaining({ history: 'alarms', rows: 2, setting: 'historyRetentionDays' }))
    expect(preview.rows).toContainEqual(expect.objectContaining({ history: 'tasks', rows: 1, setting: 'updateHistoryRetentionDays' }))
    expect(await emails()).toHaveLength(3)

    expect((await api('POST', '/config/server/retention', {})).status).toBe(200)
    expect(await emails()).toEqual(['d5'])
    const of = async (table: 'tasks' | 'product_history', column: 'created_by' | 'changed_by') =>
      (
        await sql<{ by: string }>`select ${sql.ref(column)} as by from ${sql.table(table)} where store_code = 'RET' order by 1`.execute(db)
      ).rows.map((row) => row.by)
    expect(await of('tasks', 'created_by')).toEqual(['d100', 'd5'])
    expect(await of('product_history', 'changed_by')).toEqual(['d100', 'd5'])
    const alarms = await db.selectFrom('alarms').select('subject').where('store_code', '=', 'RET').orderBy('subject').execute()
    expect(alarms.map((row) => row.subject)).toEqual(['d5', 'open100', 'open400', 'open5'])
    expect((await api('GET', '/config/server/retention?historyRetentionDays=30&updateHistoryRetentionDays=200')).body).toEqual({ rows: [] })
  })
  test('of the audit log by its own setting, which administrators alone change; 0 keeps it for ever', async () => {
    for (const days of [1000, 800, 5]) {
      await preparePartitions(db, ago(days))
      const record = {
        email: `a${days}`,
        ip: '',
        action: 'test.old',
        kind: 'test',
        subject: '',
        store_code: null,
        before: null,
        after: null,
      }
      await db
        .insertInto('audit_log')
        .values({ ...record, at: ago(days) })
        .execute()
    }
    const storedConfig = async () => {
      const rows = await db.selectFrom('audit_log').select('email').where('action', '=', 'test.old').orderBy('at').execute()
      return rows.map((row) => row.email)
    }
    const { updatedAt: _, version: __, auditRetentionDays, ...config } = (await api('GET', '/config/server')).body
    expect(auditRetentionDays).toBe(730)
    const put = (more: object) => api('PUT', '/config/server', { ...config, panId: '2A01', ...more })
    const preview = async (days: string) => {
      const { body } = await api('GET', `/config/server/retention?historyRetentionDays=30&updateHistoryRetentionDays=200${days}`)
      return (body.rows as { history: string }[]).filter((row) => row.history === 'audit_log')
    }
    expect((await put({ auditRetentionDays: 0 })).status).toBe(200)
    await removeOld(context.context)
    expect(await storedConfig()).toEqual(['a1000', 'a800', 'a5'])
    expect(await preview('')).toEqual([])
    expect(await preview('&auditRetentionDays=900')).toMatchObject([{ setting: 'auditRetentionDays' }])
    // Left out, it stays.
    expect((await put({})).body).toMatchObject({ auditRetentionDays: 0 })
    expect((await put({ auditRetentionDays: 900 })).status).toBe(200)
    await removeOld(context.context)
    expect(await storedConfig()).toEqual(['a800', 'a5'])
    const email = 'chain@test.example'
    const chain = caller(app, await seedAccount(context.context, { email, privileges: ['server_config.read', 'server_config.write'] }))
    await db.updateTable('accounts').set({ enable_whole_store: true }).where('email', '=', email).execute()
    expect(await chain('PUT', '/config/server', { ...config, panId: '2A01', auditRetentionDays: 1 })).toMatchObject({
      status: 403,
      body: { code: 'administrator-only' },
    })
    expect((await chain('PUT', '/config/server', { ...config, panId: '2A01', auditRetentionDays: 900 })).status).toBe(200)
    await put({ auditRetentionDays: 730 })
  })
  test('runs once a day, in one of the processes', async () => {
    const turns = await Promise.all([1, 2, 3].map(() => removeOldDaily(context.context)))
    expect(turns.filter(Boolean)).toHaveLength(1)
    await sql`update leases set expires_at = now() where name = 'retention'`.execute(db)
    await addOld(60)
    expect(await removeOldDaily(context.context)).toBe(true)
    expect(await emails()).toEqual(['d5'])
  })
  test('is asked for with whole days within bounds', async () => {
    expect((await api('GET', '/config/server/retention?historyRetentionDays=0&updateHistoryRetentionDays=1')).status).toBe(400)
    expect((await api('GET', '/config/server/retention')).status).toBe(400)
  })
})

describe('displays', () => {
  const endTurn = () => sql`update leases set expires_at = now() where name = 'display-refresh'`.execute(db)
  test('that were not drawn for so long are drawn again, a part of the store at each turn, the oldest first', async () => {
    await seedStore(context.context, 'DR')
    const gateway = await engine.gateway('DR', '02EC32000001')
    await gateway.online()
    const tags = [tagId(901), tagId(902), tagId(903)]
    await gateway.hear(...tags.map((tag) => ({ tag })))
    await api('POST', '/product', { storeCode: 'DR', productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', '100'] }] })
    await api('POST', '/tag/assign', { storeCode: 'DR', tagList: tags.map((tagMac) => ({ tagMac, prCode: 'p1' })) })
    await engine.engine.settle()
    for (const operation of gateway.taken()) {
      await gateway.report(operation, 'accepted')
      await gateway.report(operation, 'shown', { updates: 1 })
    }
    await save({ tagDisplayRefreshDays: 30 })
    expect(await refreshDisplays(context.context)).toBe(0)
    await endTurn()
    const old = new Date(context.clock.now().getTime() - 31 * 86_400_000)
    await db.updateTable('tag_glass').set({ shown_at: old }).where('tag_mac', 'in', tags.slice(1)).execute()
    await db
      .updateTable('tag_glass')
      .set({ shown_at: new Date(old.getTime() - 1000) })
      .where('tag_mac', '=', tags[2]!)
      .execute()

    expect(await Promise.all([refreshDisplays(context.context), refreshDisplays(context.context)])).toContain(1)
    await engine.engine.settle()
    const [operation, ...more] = gateway.taken()
    expect(more).toEqual([])
    expect(operation).toMatchObject({ tag: tags[2], kind: 'SHOW', params: { refresh: 1 } })
    await gateway.report(operation!, 'accepted')
    await gateway.report(operation!, 'shown', { updates: 2 })
    await gateway.hear({ tag: tags[2]!, shown: operation!.hash, updates: 2 })
    expect(gateway.taken()).toEqual([])
    const glass = await db.selectFrom('tag_glass').select('shown_at').where('tag_mac', '=', tags[2]!).executeTakeFirstOrThrow()
    expect(glass.shown_at).toEqual(context.clock.now())
    const task = await db
      .selectFrom('tasks')
      .select(['created_by', 'shown'])
      .where('store_code', '=', 'DR')
      .orderBy('task_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(task).toEqual({ created_by: 'display refresh', shown: 1 })

    await endTurn()
    expect(await refreshDisplays(context.context)).toBe(1)
    await engine.engine.settle()
    expect(gateway.taken()).toMatchObject([{ tag: tags[1] }])
    await save({ tagDisplayRefreshDays: 0 })
    await endTurn()
    expect(await refreshDisplays(context.context)).toBe(0)
  })
  test('with several pages show the main page first, from the tag on that it holds for', async () => {
    await seedStore(context.context, 'MP')
    const gateway = await engine.gateway('MP', '02EC33000001')
    await gateway.online()
    // A size that has two pages.
    const tag = '5A3C9E0090000950'
    await gateway.hear({ tag, type: 'B9' })
    await api('POST', '/product', {
      storeCode: 'MP',
      productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', '100'], layoutId: 'SHELF_PRICE' }],
    })
    await api('POST', '/tag/assign', { storeCode: 'MP', tagList: [{ tagMac: tag, prCode: 'p1' }] })
    await engine.engine.settle()
    const [operation] = gateway.taken()
    await gateway.report(operation!, 'accepted')
    await gateway.report(operation!, 'shown', { updates: 1 })
    const preview = async () =>
      (await api('GET', `/preview/store/MP/tag/${tag}`)).body as unknown as { encodedImage: string; subPage: string[] }
    const before = await preview()
    expect(before.subPage.length).toBeGreaterThan(0)
    await save({ mainFromMac: '', mainFromPage: 1 })
    expect((await preview()).encodedImage).toBe(before.subPage[0])
    await save({ mainFromMac: '5A3C9E0090000951' })
    expect(await preview()).toEqual(before)
    await save({ mainFromMac: '', mainFromPage: 0 })
  })
})

test('whom to ask is told to who is not signed in', async () => {
  await save({ email: 'help@shop.example', mobile: '+49 30 1' })
  const answer = await app.inject({ url: '/api/config/contact' })
  expect(answer.json()).toEqual({ email: 'help@shop.example', mobile: '+49 30 1' })
})
test('the rules of passwords and the site hold at the next sign-in check', async () => {
  await save({
    system: { ...((await read()).system as Body), site: 'nec', enableProductUpdateHistory: false },
    passwords: { maxAgeDays: 1 },
  })
  const ageOfPassword = (days: number) =>
    db
      .updateTable('accounts')
      .set({ last_pwd_changed: new Date(context.clock.now().getTime() - days * 86_400_000) })
      .where('email', '=', root.email)
      .execute()
  await ageOfPassword(3)
  const { body } = await api('GET', '/auth/login')
  expect(body).toMatchObject({ forceChange: true, systemConfig: { site: 'nec', enableProductUpdateHistory: false } })
  // With a password that is due for a change nothing can be set.
  await ageOfPassword(0)
  await save({ passwords: { maxAgeDays: 0 } })
  await ageOfPassword(3)
  expect((await api('GET', '/auth/login')).body).toMatchObject({ forceChange: false })
})
