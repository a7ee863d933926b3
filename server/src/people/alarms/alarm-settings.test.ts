/** Every setting of alarms does what it says: to what is raised, to what is open, to counts, texts and mails. */
import { alarmTypes, type AlarmType } from '@endcap/contract/alarm-kinds'
import type { AlarmSetting, AlarmRuleWithDefaults } from '@endcap/contract/alarms'
import { beforeEach, describe, expect, test } from 'vitest'
import { createNotifier } from '../notifications/notifications.service.ts'
import { nothingTold, takeReport } from '../../chain/servers/servers.service.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { raiseAlarm } from './alarms.service.ts'

const { context: test_, app, engine, root, api } = await startTestEngine()
const { db } = test_.context
let stores = 0

beforeEach(async () => {
  await db.deleteFrom('alarm_settings').execute()
  await db.deleteFrom('settings').where('key', '=', 'alarms').execute()
  await db.deleteFrom('alarms').execute()
  await db.deleteFrom('mails').execute()
})

const read = async () => (await api('GET', '/alarm/setting')).body as unknown as AlarmSetting
const ruleOf = (setting: AlarmSetting, type: AlarmType): AlarmRuleWithDefaults => setting.typeList.find((one) => one.type === type)!
const save = (body: object, as = root) => caller(app, as)('POST', '/alarm/setting', body)
async function change(type: AlarmType, part: object) {
  const { defaultClasses: _, defaultContent: __, variables: ___, sample: ____, ...rule } = ruleOf(await read(), type)
  return save({ typeList: [{ ...rule, ...part }] })
}
async function newShop() {
  const storeCode = `S${++stores}`
  await seedStore(test_.context, storeCode, { storeName: `Shop ${stores}` })
  const gateway = await engine.gateway(storeCode, `02EC8800${stores.toString(16).padStart(4, '0').toUpperCase()}`)
  await gateway.online()
  await gateway.sendStatus()
  return { storeCode, gateway, gwMac: gateway.gwMac }
}
const alarmsOf = async (storeCode: string) =>
  (await api('POST', '/history/alarm/system/search', { filter_location: storeCode, condition_location: '==' })).body.data
const openCritical = async () => (await api('GET', '/alarm/open/critical')).body.count

describe('a type', () => {
  test('that is switched off is not raised, and what is open ends; switched on, it is raised again', async () => {
    const { storeCode, gateway } = await newShop()
    await gateway.breakOff()
    expect(await openCritical()).toBe(1)
    expect((await change('GW STATUS ABNORMAL', { raised: false })).status).toBe(200)
    expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }])
    expect(await openCritical()).toBe(0)
    await gateway.online()
    await gateway.breakOff()
    expect(await alarmsOf(storeCode)).toHaveLength(1)
    await change('GW STATUS ABNORMAL', { raised: true })
    await gateway.online()
    await gateway.breakOff()
    expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'open' }, { state: 'cleared' }])
  })
  test('whose class is set has it, also where one is open already, and its own one when the setting goes', async () => {
    const { storeCode, gateway } = await newShop()
    const broken = { services: [{ name: 'grm', running: false }] }
    await gateway.sendStatus(broken)
    const level = async () => (await alarmsOf(storeCode))[0]?.class
    expect([await level(), await openCritical()]).toEqual([2, 0])
    await change('GW STATUS ABNORMAL', { class: 3 })
    expect([await level(), await openCritical()]).toEqual([3, 1])
    await gateway.sendStatus(broken)
    expect(await level()).toBe(3)
    await change('GW STATUS ABNORMAL', { class: 1 })
    expect([await level(), await openCritical()]).toEqual([1, 0])
    await change('GW STATUS ABNORMAL', { class: null })
    expect(await level()).toBe(2)
  })
  test('that is not counted is in the history and not in the red number', async () => {
    const { storeCode, gateway } = await newShop()
    await change('GW STATUS ABNORMAL', { counted: false })
    await gateway.breakOff()
    expect(await alarmsOf(storeCode)).toMatchObject([{ class: 3, state: 'open' }])
    expect(await openCritical()).toBe(0)
  })
  test('whose texts were changed carries them, and says so in /alarm/config; as they were, nothing is carried', async () => {
    const { storeCode, gateway } = await newShop()
    await gateway.breakOff()
    const { content } = ruleOf(await read(), 'GW STATUS ABNORMAL')
    const title = 'Look after {{gwMac}}'
    await change('GW STATUS ABNORMAL', { content: { ...content, en_US: { ...content.en_US, title } } })
    const [alarm] = await alarmsOf(storeCode)
    expect(alarm?.content).toEqual({ en_US: { title, detail: 'What is wrong: {{conditions}}.' } })
    const config = await api('GET', '/alarm/config')
    expect((config.body.content as Record<string, object>)['GW STATUS ABNORMAL']).toMatchObject({ title })
    await change('GW STATUS ABNORMAL', { content })
    expect((await alarmsOf(storeCode))[0]).not.toHaveProperty('content')
  })
})

describe('mail', () => {
  const notifier = createNotifier(test_.context, 'test')
  const mails = async () => {
    await notifier.sweep()
    const rows = await db.selectFrom('mails').selectAll().orderBy('recipient').execute()
    await db.deleteFrom('mails').execute()
    return rows.map(({ recipient, subject, body }) => ({ to: recipient, subject, body }))
  }
  test('of critical alarms only: once, to who may read alarms of the store, in their words', async () => {
    const { storeCode, gateway, gwMac } = await newShop()
    const other = await newShop()
    const clerk = await seedAccount(test_.context, { email: 'z-clerk@test.example', privileges: ['alarm.read'], stores: [storeCode] })
    await seedAccount(test_.context, { email: 'z-other@test.example', privileges: ['alarm.read'], stores: [other.storeCode] })
    await db.updateTable('accounts').set({ language: 'ja_JP' }).where('email', '=', clerk.email).execute()
    await gateway.sendStatus({ services: [{ name: 'grm', running: false }] })
    await change('GW STATUS ABNORMAL', { mail: 'critical' })
    expect(await mails()).toEqual([])
    // The class rises while it is open: that is news.
    await gateway.breakOff()
    const mailsSent = await mails()
    expect(mailsSent.map((one) => one.to)).toEqual([root.email, clerk.email])
    expect(mailsSent[1]?.subject).toBe(`[重大] ゲートウェイ ${gwMac} が正常に動作していません`)
    expect(mailsSent[1]?.body).toContain('内容：オフライン')
    expect(mailsSent[1]?.body).toContain(`Shop ${stores - 1} (${storeCode}) · 2026-11-21 18:00 (Asia/Tokyo)`)
    expect(await mails()).toEqual([])
  })
  test('of all alarms of a type, several in one; with changed texts; not of what ended before the mail was made', async () => {
    const { content } = ruleOf(await read(), 'UPDATE FAILURE')
    const changed = { ...content, ja_JP: { title: '要確認 {{taskId}}', detail: '失敗 {{failed}}' } }
    await change('UPDATE FAILURE', { mail: 'all', content: changed })
    const { storeCode } = await newShop()
    const raise = (taskId: string) =>
      raiseAlarm(db, {
        storeCode,
        type: 'UPDATE FAILURE',
        class: 2,
        subject: taskId,
        at: test_.clock.now(),
        data: { taskId, taskType: 'UPDATE', failed: 3, total: 9 },
      })
    await raise('7')
    await raise('8')
    await raise('8')
    await raise('9')
    await db.updateTable('alarms').set({ cleared_at: test_.clock.now() }).where('subject', '=', '9').execute()
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: root.email, subject: '[警告] 要確認 7 (+1)' })
    expect(mail?.body).toContain('[警告] 要確認 7\n失敗 3\n')
    expect(mail?.body).toContain('[警告] 要確認 8\n')
    expect(mail?.body).not.toContain('要確認 9')
  })
  test('of types that are not mailed, none', async () => {
    const { gateway } = await newShop()
    await gateway.breakOff()
    expect(await mails()).toEqual([])
  })
})

describe('a threshold', () => {
  test('of disk and memory decides when a server is in alarm', async () => {
    const usage = { used: 60, total: 100 }
    const report = { id: 'limits', name: 'limits', type: 'esl', reporter: 'r', state: null, startedAt: test_.clock.now() } as const
    const details = {
      ...nothingTold,
      serviceStatusList: [],
      networkInformation: {},
      version: null,
      diskUsage: usage,
      ramUsage: { used: 95, total: 100 },
    }
    const open = async () => {
      await takeReport(test_.context, { ...report, details } as never)
      const { body } = await api('POST', '/history/alarm/system/search', { filter_state: 'open', condition_state: '==' })
      return body.data.map((one) => one.type)
    }
    expect(await open()).toEqual(['MEMORY USAGE ABNORMAL'])
    await save({ limits: { diskPercent: 60, memoryPercent: 99 } })
    expect(await open()).toEqual(['DISK USAGE ABNORMAL'])
    await save({ limits: { diskPercent: 90, memoryPercent: 90 } })
    expect(await open()).toEqual(['MEMORY USAGE ABNORMAL'])
  })
  test('of a gateway’s clock decides when it is wrong', async () => {
    const { storeCode, gateway } = await newShop()
    const wrong = () => gateway.sendStatus({ at: test_.clock.now().getTime() / 1000 - 60 })
    await wrong()
    expect(await alarmsOf(storeCode)).toEqual([])
    await save({ limits: { clockSeconds: 30 } })
    await wrong()
    expect(await alarmsOf(storeCode)).toMatchObject([{ type: 'GW TIME SYNC ABNORMAL', data: { seconds: -60 } }])
  })
  test('of refusals decides when an alarm is raised', async () => {
    await save({ limits: { refusals: 2 } })
    const clerk = await seedAccount(test_.context, { email: 'refused@test.example', privileges: [] })
    const refused = async () => (await alarmsOf('SYSTEM')).filter((one) => one.type === 'API PERMISSION DENIED')
    await caller(app, clerk)('POST', '/history/alarm/system/search', {})
    expect(await refused()).toEqual([])
    await caller(app, clerk)('POST', '/history/alarm/system/search', {})
    await expect.poll(refused).toMatchObject([{ data: { email: clerk.email, denied: 2 } }])
  })
})

describe('what is not possible', () => {
  test('a blank that alarms of the type do not have is named with its place, and nothing changes', async () => {
    const before = await read()
    const { content } = ruleOf(before, 'DISK USAGE ABNORMAL')
    const texts = { ...content, ko_KR: { title: '{{percent}} {{gwMac}}', detail: '' } }
    const answer = await change('DISK USAGE ABNORMAL', { raised: false, content: texts })
    expect(answer).toMatchObject({ status: 400, body: { field: 'DISK USAGE ABNORMAL.ko_KR.title' } })
    expect(answer.body.message).toContain('there is no {{gwMac}}. There are: name, percent')
    expect(await read()).toEqual(before)
  })
  test.each([
    [{ limits: { diskPercent: 20 } }, 'limits.diskPercent'],
    [{ limits: { gatewaySilentPeriods: 1.5 } }, 'limits.gatewaySilentPeriods'],
    [{ limits: { tea: 1 } }, 'limits'],
    [{ typeList: [{ type: 'TEA' }] }, 'typeList.0.type'],
  ])('%j is refused with its field', async (body, field) => {
    expect(await save(body)).toMatchObject({ status: 400, body: { field } })
  })
  test('an account with some stores may look and not change; one without alarm.write may not change', async () => {
    const some = await seedAccount(test_.context, { email: 'some@test.example', privileges: ['alarm.read', 'alarm.write'], stores: [] })
    expect((await caller(app, some)('GET', '/alarm/setting')).status).toBe(200)
    expect((await save({ limits: { refusals: 9 } }, some)).status).toBe(403)
    const reader = await seedAccount(test_.context, { email: 'reader@test.example', privileges: ['alarm.read'], stores: [] })
    await db.updateTable('accounts').set({ enable_whole_store: true }).where('email', '=', reader.email).execute()
    expect((await save({ limits: { refusals: 9 } }, reader)).status).toBe(403)
    expect((await read()).limits.refusals).toBe(5)
  })
  test('a save on settings that another account has changed since is refused', async () => {
    const { version } = await read()
    const first = await save({ limits: { refusals: 7 }, version })
    expect(first.status).toBe(200)
    expect(await save({ limits: { refusals: 8 }, version })).toMatchObject({ status: 409, body: { code: 'alarms-changed-since' } })
    expect((await save({ limits: { refusals: 8 }, version: first.body.version })).status).toBe(200)
  })
})

test('all types are told with their usual texts; who changed what is in the audit log', async () => {
  const setting = await read()
  expect(setting.typeList.map((one) => one.type)).toEqual(alarmTypes)
  for (const one of setting.typeList)
    expect(one).toMatchObject({ raised: true, class: null, counted: true, mail: 'none', content: one.defaultContent })
  await change('INVALID GRM', { class: 1 })
  const { body } = await api('POST', '/audit/search', { filter_action: 'alarms.saveSetting', condition_action: '==' })
  expect(JSON.stringify(body.data)).toContain('INVALID GRM')
})
