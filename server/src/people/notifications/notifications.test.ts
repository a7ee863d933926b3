/** What is mailed, to whom, when and how often: real database, the store's clock set by hand. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Context } from '../../platform/context.ts'
import { preparePartitions } from '../../platform/db/partitions.ts'
import { insertGateway } from '../../chain/gateways/gateways.queries.ts'
import { caller, seedAccount, seedStore, tagId, type SeededAccount } from '../../testing/seed.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { createNotifier, type Notifier } from './notifications.service.ts'

let test_: TestContext
let context: Context
let app: FastifyInstance
let admin: SeededAccount
let [one, two]: Notifier[] = []
let time = new Date()
const utc = (text: string) => (time = new Date(`${text}Z`))
const minutesLater = (minutes: number) => (time = new Date(time.getTime() + minutes * 60_000))

beforeAll(async () => {
  test_ = await createTestContext()
  context = { ...test_.context, clock: { now: () => time } }
  app = await buildApp(context)
  await preparePartitions(context.db, new Date('2026-03-01'))
})
afterAll(async () => {
  await app.close()
  await test_.close()
})
/** Stores of Tokyo, Seoul and Berlin; an administrator, a Japanese and a Korean clerk, and two who are not told. */
beforeEach(async () => {
  const { db } = context
  for (const table of ['mails', 'notified', 'alarms', 'account_stores', 'sessions', 'accounts', 'stores', 'leases'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('roles').where('role_id', '>', 0).execute()
  await db.updateTable('notification_settings').set({ enabled: true }).execute()
  ;[one, two] = [createNotifier(context, 'one'), createNotifier(context, 'two')]
  utc('2026-03-01T00:00:00')
  await seedStore(context, 'TYO', { storeName: '東京店', timeZone: 'Asia/Tokyo', locale: 'ja-JP' })
  await seedStore(context, 'SEL', { storeName: '서울점', timeZone: 'Asia/Seoul', locale: 'ko-KR' })
  await seedStore(context, 'BER', { storeName: 'Berlin', timeZone: 'Europe/Berlin', locale: 'de-DE' })
  admin = await seedAccount(context, { email: 'admin@x.example', privileges: 'administrator' })
  await db.updateTable('accounts').set({ language: 'en_US' }).where('email', '=', admin.email).execute()
  await seedAccount(context, { email: 'tokyo@x.example', privileges: ['alarm.read'], stores: ['TYO'] })
  await seedAccount(context, { email: 'seoul@x.example', privileges: ['alarm.read'], stores: ['SEL'] })
  await seedAccount(context, { email: 'blind@x.example', privileges: ['tag.read'], stores: ['TYO', 'SEL', 'BER'] })
  await seedAccount(context, { email: 'locked@x.example', privileges: ['alarm.read'], stores: ['TYO', 'SEL', 'BER'] })
  await db.updateTable('accounts').set({ locked: true }).where('email', '=', 'locked@x.example').execute()
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date('2030-01-01') })
    .execute()
  // The clock goes on by months: passwords are not to grow too old meanwhile.
  await db
    .updateTable('accounts')
    .set({ last_pwd_changed: new Date('2026-11-20') })
    .execute()
})

const mails = async () => {
  const rows = await context.db.selectFrom('mails').selectAll().orderBy('created_at').orderBy('recipient').execute()
  await context.db.deleteFrom('mails').execute()
  return rows.map(({ recipient, subject, body }) => ({ to: recipient, subject, body }))
}
/** Looks every minute of an hour, and every ten of a longer time; answers to whom and what was mailed. */
async function passMinutes(minutes: number) {
  const step = minutes > 60 ? 10 : 1
  for (let left = minutes; left > 0; left -= step) {
    minutesLater(Math.min(step, left))
    await one!.sweep()
  }
  return (await mails()).map((mail) => `${mail.to}: ${mail.subject}`)
}
let number = 0
async function gateway(storeCode: string) {
  const gwMac = `02EC77${(++number).toString(16).padStart(6, '0').toUpperCase()}`
  await insertGateway(
    context.db,
    { storeCode, gwMac, gwIndex: 0, ip: '10.0.0.1:8080', dataChannel: 11, eventChannel: 26, channelGroupIndex: 0 },
    '',
  )
  const set = (values: { status: 'NORMAL' | 'OFFLINE'; offline_since: Date | null }) =>
    context.db.updateTable('gateways').set(values).where('gw_mac', '=', gwMac).execute()
  return {
    gwMac,
    goOff: () => set({ status: 'OFFLINE', offline_since: time }),
    comeBack: () => set({ status: 'NORMAL', offline_since: null }),
  }
}

describe('a gateway offline for more than an hour', () => {
  test('is told once, to those who may read its store, in their language and on its clock', async () => {
    utc('2026-11-21T03:00:00')
    const { gwMac, goOff } = await gateway('TYO')
    await goOff()
    expect(await passMinutes(60)).toEqual([])
    minutesLater(1)
    await one!.sweep()
    const mailsSent = await mails()
    expect(mailsSent.map((mail) => [mail.to, mail.subject])).toEqual([
      ['admin@x.example', 'Gateways offline for more than 1 hour: 1'],
      ['tokyo@x.example', '1時間以上オフラインのゲートウェイ：1台'],
    ])
    expect(mailsSent[0]?.body).toContain(`東京店 (TYO): gateway ${gwMac}\nOffline since 2026-11-21 12:00 (Asia/Tokyo).`)
    expect(mailsSent[1]?.body).toContain(`東京店（TYO）：ゲートウェイ ${gwMac}\n2026-11-21 12:00 からオフライン（Asia/Tokyo）`)
    expect(await passMinutes(180)).toEqual([])
  })
  test('again only after it was back; several at once are one mail', async () => {
    utc('2026-11-21T03:00:00')
    const list = [await gateway('TYO'), await gateway('TYO'), await gateway('SEL')]
    for (const each of list) await each.goOff()
    minutesLater(61)
    await one!.sweep()
    expect((await mails()).map((mail) => mail.subject)).toEqual([
      'Gateways offline for more than 1 hour: 3',
      '1시간 이상 오프라인인 게이트웨이: 1대',
      '1時間以上オフラインのゲートウェイ：2台',
    ])
    await list[0]!.comeBack()
    expect(await passMinutes(5)).toEqual([])
    await list[0]!.goOff()
    expect(await passMinutes(60)).toEqual([])
    expect(await passMinutes(2)).toHaveLength(2)
  })
  test('one that was never online is none', async () => {
    utc('2026-11-21T03:00:00')
    await gateway('TYO')
    expect(await passMinutes(120)).toEqual([])
  })
})

describe('no product file for more than four hours', () => {
  const receive = (storeCode: string) =>
    context.db
      .insertInto('files')
      .values({
        store_code: storeCode,
        file_name: 'prices.csv',
        file_type: 'product',
        source: 'test',
        blob: null,
        task_id: null,
        received_at: time,
      })
      .execute()
  test('is told once until the next file; a store that never got one does not count', async () => {
    utc('2026-11-21T03:00:00')
    await receive('BER')
    expect(await passMinutes(240)).toEqual([])
    minutesLater(1)
    await one!.sweep()
    const [firstMail, ...more] = await mails()
    expect(more).toEqual([])
    expect(firstMail).toMatchObject({ to: 'admin@x.example', subject: 'Stores without a product file for more than 4 hours: 1' })
    expect(firstMail?.body).toContain('Berlin (BER)\nLast file: prices.csv, received 2026-11-21 04:00 (Europe/Berlin).')
    expect(await passMinutes(600)).toEqual([])
    await receive('BER')
    expect(await passMinutes(240)).toEqual([])
    expect(await passMinutes(1)).toHaveLength(1)
  })
})

/** A store with a tag that failed, one that is missing, one with a low battery and one that is well. */
async function tagsOf(storeCode: string, from: number) {
  const rows = [
    { status: 'NG', batt_status: 'OK', pr_code: `p${from}` },
    { status: 'MISSING', batt_status: 'NG', pr_code: `p${from}` },
    { status: 'OK', batt_status: 'NG', pr_code: null },
    { status: 'OK', batt_status: 'OK', pr_code: 'fine' },
  ] as const
  await context.db
    .insertInto('tags')
    .values(
      rows.map((row, index) => ({
        ...row,
        store_code: storeCode,
        tag_mac: tagId(from + index),
        barcode: tagId(from + index),
        tag_type: 'B5',
        operation: null,
        layout_id: null,
        nfc: null,
        gw_mac: null,
        operation_name: null,
        rssi: null,
        battery: null,
        temperature: null,
      })),
    )
    .execute()
}

describe('the daily report', () => {
  test('comes at 10:00 on each store’s own clock', async () => {
    await tagsOf('TYO', 100)
    await tagsOf('SEL', 200)
    await tagsOf('BER', 300)
    utc('2026-11-21T00:59:00')
    await one!.sweep()
    // The day before has passed unnoticed and is not made up for.
    expect(await mails()).toEqual([])
    const asian = await passMinutes(1)
    expect(asian).toEqual([
      'admin@x.example: Daily report of abnormal tags and products (stores: 2)',
      'seoul@x.example: 이상 태그 및 상품 일일 보고서(매장 1곳)',
      'tokyo@x.example: 異常なタグと商品の日次レポート（1店）',
    ])
    expect(await passMinutes(8 * 60 - 1)).toEqual([])
    minutesLater(1)
    await one!.sweep()
    const [berlin, ...more] = await mails()
    expect(more).toEqual([])
    expect(time).toEqual(new Date('2026-11-21T09:00:00Z'))
    expect(berlin?.body).toBe(
      `Abnormal tags, and the products they should show, on 2026-11-21:

Berlin (BER): 2 abnormal tags, 1 products
Failed 1, missing 1, not confirmed 0, low battery 2.
Tags:
  ${tagId(300)}  NG  p300
  ${tagId(301)}  MISSING  LOW BATTERY  p300
  ${tagId(302)}  OK  LOW BATTERY
Products:
  p300  × 2
`,
    )
    expect(await passMinutes(15 * 60)).toEqual([])
    expect(await passMinutes(60)).toHaveLength(3)
  })
  test.each([
    ['2026-03-28', '2026-03-28T09:00'],
    ['2026-03-29', '2026-03-29T08:00'],
    ['2026-10-24', '2026-10-24T08:00'],
    ['2026-10-25', '2026-10-25T09:00'],
  ])('once on %s, when Berlin changes its clocks', async (day, moment) => {
    await tagsOf('BER', 400)
    const sent: string[] = []
    utc(`${day}T00:00:00`)
    for (let minute = 0; minute < 21 * 60; minute += 10) {
      await one!.sweep()
      if ((await mails()).length > 0) sent.push(time.toISOString().slice(0, 16))
      minutesLater(10)
    }
    expect(sent).toEqual([moment])
  })
  test('is made late, and once, when the server was down at 10:00', async () => {
    await tagsOf('TYO', 500)
    utc('2026-11-21T00:40:00')
    await one!.sweep()
    await one!.stop()
    minutesLater(40)
    const restarted = createNotifier(context, 'restarted')
    expect(await restarted.sweep()).toBe(2)
    expect(await mails()).toHaveLength(2)
    expect(await restarted.sweep()).toBe(0)
    minutesLater(30)
    expect(await restarted.sweep()).toBe(0)
  })
  test('stores without anything abnormal are not told', async () => {
    utc('2026-11-21T00:59:00')
    expect(await passMinutes(24 * 60)).toEqual([])
  })
  test('fails for one store only: an alarm there until it works, and the others get theirs', async () => {
    await tagsOf('TYO', 600)
    await tagsOf('BER', 700)
    await context.db.updateTable('stores').set({ time_zone: 'Mars/Olympus' }).where('store_code', '=', 'TYO').execute()
    const alarms = () => context.db.selectFrom('alarms').select(['store_code', 'type', 'class', 'repeats', 'cleared_at']).execute()
    utc('2026-11-21T09:00:00')
    expect(await one!.sweep()).toBe(1)
    minutesLater(1)
    expect(await one!.sweep()).toBe(0)
    expect(await alarms()).toEqual([{ store_code: 'TYO', type: 'STATS TASK FAILURE', class: 2, repeats: 1, cleared_at: null }])
    await context.db.updateTable('stores').set({ time_zone: 'Asia/Tokyo' }).where('store_code', '=', 'TYO').execute()
    minutesLater(1)
    expect(await one!.sweep()).toBe(2)
    expect((await alarms())[0]?.cleared_at).toEqual(time)
  })
})

describe('two processes', () => {
  test('send once, whichever of them looks', async () => {
    await tagsOf('TYO', 800)
    const { goOff } = await gateway('SEL')
    utc('2026-11-21T00:00:00')
    await goOff()
    utc('2026-11-21T01:00:30')
    const queued = await Promise.all([one!.sweep(), two!.sweep()])
    expect(queued.reduce((sum, count) => sum + count, 0)).toBe(4)
    expect(await mails()).toHaveLength(4)
    await one!.stop()
    await two!.stop()
    minutesLater(1)
    await Promise.all([two!.sweep(), one!.sweep()])
    expect(await mails()).toEqual([])
  })
  test('the other one goes on when the first has stopped; one without mail settings leaves the turn to others', async () => {
    await tagsOf('TYO', 900)
    utc('2026-11-21T02:00:00')
    const mute = createNotifier({ ...context, mailer: { ...context.mailer, enabled: false } }, 'mute')
    expect(await mute.sweep()).toBe(0)
    expect(await one!.sweep()).toBe(2)
    expect(await two!.sweep()).toBe(0)
    const holder = async () =>
      (await context.db.selectFrom('leases').select('holder').where('name', '=', 'notifications').execute())[0]?.holder
    expect(await holder()).toBe('one')
    await one!.stop()
    await two!.sweep()
    expect(await holder()).toBe('two')
  })
  test('even without the lease nothing is told twice', async () => {
    await tagsOf('TYO', 1000)
    utc('2026-11-21T02:00:00')
    await one!.sweep()
    await context.db.deleteFrom('leases').execute()
    expect(await two!.sweep()).toBe(0)
    expect(await mails()).toHaveLength(2)
  })
})

describe('settings', () => {
  const api = (account = admin) => caller(app, account)
  test('what is switched off is not sent, and its day counts as told', async () => {
    await tagsOf('TYO', 1100)
    const { goOff } = await gateway('TYO')
    expect((await api()('GET', '/alarm/notification/setting')).body).toEqual({
      notificationList: ['abnorTagProduct', 'gwOff1Hr', 'notRecvCsv4Hr'],
      available: ['gwOff1Hr', 'notRecvCsv4Hr', 'abnorTagProduct'],
    })
    expect((await api()('POST', '/alarm/notification/setting', { notificationList: ['notRecvCsv4Hr'] })).status).toBe(200)
    utc('2026-11-21T00:00:00')
    await goOff()
    expect(await passMinutes(90)).toEqual([])
    await api()('POST', '/alarm/notification/setting', { notificationList: ['gwOff1Hr', 'abnorTagProduct'] })
    // Switched on, it tells what lasts; the report of a day comes at 10:00 or not at all.
    expect((await passMinutes(1)).join()).toMatch(/offline.*オフライン/)
    expect(await passMinutes(22 * 60)).toEqual([])
  })
  test('what the mails say can be changed, within the blanks there are', async () => {
    const { body } = await api()('GET', '/alarm/notification/content/gwOff1Hr')
    const content = body.content as Record<string, Record<string, string>>
    const changed = { ...content, en_US: { ...content.en_US, subject: 'Off: {{count}}', body: '{{list}} {{surprise}}' } }
    const refused = await api()('POST', '/alarm/notification/content/gwOff1Hr', { content: changed })
    expect(refused).toMatchObject({ status: 400, body: { field: 'gwOff1Hr.en_US.body' } })
    expect(refused.body.message).toContain('there is no {{surprise}}. There are: count, list, link')
    changed.en_US.body = 'Now: {{list}}'
    expect((await api()('POST', '/alarm/notification/content/gwOff1Hr', { content: changed })).status).toBe(200)
    utc('2026-11-21T03:00:00')
    await (await gateway('BER')).goOff()
    minutesLater(61)
    await one!.sweep()
    expect((await mails())[0]).toMatchObject({ subject: 'Off: 1', body: expect.stringContaining('Now: Berlin (BER)') })
    await api()('POST', '/alarm/notification/content/gwOff1Hr', { content })
  })
  test('what was exported can be imported, whole or not at all', async () => {
    const { body } = await api()('GET', '/alarm/notification/content')
    const list = (body.contentList as { key: string; content: unknown }[]).map(({ key, content }) => ({ key, content }))
    expect(list.map((each) => each.key)).toEqual(['gwOff1Hr', 'notRecvCsv4Hr', 'abnorTagProduct'])
    expect((await api()('POST', '/alarm/notification/content', { contentList: list })).status).toBe(200)
    const text = JSON.stringify(list).replaceAll('Check their power', 'Look at their power').replaceAll('{{tagList}}', '{{nothing}}')
    expect((await api()('POST', '/alarm/notification/content', JSON.parse(`{"contentList":${text}}`) as object)).status).toBe(400)
    expect(JSON.stringify((await api()('GET', '/alarm/notification/content')).body.contentList)).not.toContain('Look at their power')
  })
  test('who has some stores does not change what all are told', async () => {
    const some = await seedAccount(context, { email: 'some@x.example', privileges: ['alarm.read', 'alarm.write'], stores: ['TYO'] })
    expect((await api(some)('GET', '/alarm/notification/setting')).status).toBe(200)
    expect((await api(some)('POST', '/alarm/notification/setting', { notificationList: [] })).status).toBe(403)
    expect((await api()('GET', '/alarm/notification/setting')).body.notificationList).toHaveLength(3)
  })
})
