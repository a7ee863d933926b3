/** What goes wrong with displays stands in the alarm history of the system, from when it began to when it was over. */
import { expect, test } from 'vitest'
import { endAlarms } from '../../people/alarms/alarm-sweep.ts'
import { seedStore } from '../../testing/seed.ts'
import { quietReport } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { markSilentDevices } from './player.service.ts'

const { context, app, api } = await startTestApp()
const { clock } = context.context
let number = 0
type Body = Record<string, unknown>

async function post(url: string, payload: Body, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await app.inject({ method: 'POST', url: `/api/player/v1/${url}`, payload, headers })
  return { status: answer.statusCode, body: answer.json<Body>() }
}
const caps = { host: false, reboot: false, brightness: false, screenshot: true, offlineStart: true }
async function newStore() {
  const storeCode = `A${++number}`
  await seedStore(context.context, storeCode)
  const { enrolToken } = (await api('POST', `/plus/store/${storeCode}/setting`, { newEnrolToken: true })).body
  return { storeCode, enrolToken }
}
async function newDisplay(more: Body = {}) {
  const place = await newStore()
  const mac = `02:ec:d2:00:00:${(++number).toString(16).padStart(2, '0')}`
  const announce = (claimSecret = `claim-${mac.replaceAll(':', '')}-0123456789`) =>
    post('register', { mac, claimSecret, name: `Shelf ${mac}`, ver: {}, screen: { width: 1920, height: 158 }, caps, ...place, ...more })
  const { deviceToken } = (await announce()).body
  const beat = (memory: number | null = null, disk: number | null = null) => {
    const use = (used: number | null) => (used === null ? null : { used, total: 100 })
    return post('heartbeat', { ...quietReport, memory: use(memory), disk: use(disk) }, String(deviceToken))
  }
  return { ...place, mac, token: String(deviceToken), announce, beat }
}
const alarmsOf = async (location: string) =>
  (await api('POST', '/history/alarm/system/search', { filter_location: location, order: { column: 'raisedAt', dir: 'asc' } })).body
    .data as Body[]

test('out of reach: open once after three heartbeats without, over with the next word', async () => {
  const { storeCode, mac, beat } = await newDisplay()
  context.clock.advance(91)
  await markSilentDevices(context.context)
  await markSilentDevices(context.context)
  const open = { type: 'DISPLAY STATUS ABNORMAL', class: 2, subject: mac, location: storeCode, state: 'open', repeats: 0 }
  expect(await alarmsOf(storeCode)).toMatchObject([{ ...open, data: { name: `Shelf ${mac}`, mac, conditions: ['silent'] } }])
  await beat()
  expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }])
  context.clock.advance(91)
  await markSilentDevices(context.context)
  expect(await alarmsOf(storeCode)).toHaveLength(2)
})

test('one that was taken in and never heard, or paired anew and not heard since, is out of reach after the same time', async () => {
  const storeCode = `A${++number}`
  await seedStore(context.context, storeCode)
  const mac = `02:ec:d2:00:00:${(++number).toString(16).padStart(2, '0')}`
  const body = { mac, claimSecret: 'claim-0123456789-0123456789', ver: {}, screen: { width: 1920, height: 158 }, caps }
  const { code } = (await post('register', body)).body
  context.clock.advance(3600)
  expect((await api('POST', `/plus/store/${storeCode}/device/accept`, { mac, code, name: 'Bread' })).status).toBe(200)
  const later = async (seconds: number) => {
    context.clock.advance(seconds)
    await markSilentDevices(context.context)
    return (await alarmsOf(storeCode)).map(({ state }) => state)
  }
  expect(await later(90)).toEqual([])
  expect(await later(1)).toEqual(['open'])
  expect(await later(500)).toEqual(['open'])
  expect((await post('register', body)).status).toBe(200)
  expect(await later(1)).toEqual(['cleared'])
  await api('POST', `/plus/store/${storeCode}/device/pair`, { mac })
  expect(await later(89)).toEqual(['cleared'])
  expect(await later(2)).toEqual(['cleared', 'open'])
})

test('a display that starts anew counts as heard', async () => {
  const { storeCode, announce } = await newDisplay()
  context.clock.advance(91)
  await markSilentDevices(context.context)
  await announce()
  expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }])
})

test('memory and disk: from the third report over the threshold until the third one five percent under it', async () => {
  const { storeCode, mac, beat } = await newDisplay()
  const times = async (count: number, memory: number, disk: number) => {
    for (let turn = 0; turn < count; turn++) {
      context.clock.advance(1)
      await beat(memory, disk)
    }
  }
  await times(2, 95, 50)
  expect(await alarmsOf(storeCode)).toEqual([])
  await times(1, 96, 50)
  const raised = { type: 'MEMORY USAGE ABNORMAL', class: 2, subject: mac, location: storeCode, state: 'open' }
  expect(await alarmsOf(storeCode)).toMatchObject([{ ...raised, data: { name: `Shelf ${mac}`, mac, percent: 96 } }])
  await times(3, 86, 92)
  expect(await alarmsOf(storeCode)).toMatchObject([
    { state: 'open' },
    { type: 'DISK USAGE ABNORMAL', state: 'open', data: { percent: 92 } },
  ])
  await times(3, 85, 92)
  expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }, { state: 'open' }])
})

test('another display under its address: told once and counted, over when it is paired anew', async () => {
  const { storeCode, mac, announce } = await newDisplay()
  const stranger = 'somebody-elses-secret-000'
  expect((await announce(stranger)).status).toBe(409)
  expect((await announce(stranger)).status).toBe(409)
  expect(await alarmsOf(storeCode)).toMatchObject([
    { type: 'DUPLICATE DISPLAY ADDRESS', class: 2, subject: mac, state: 'open', repeats: 1, data: { mac, ip: '127.0.0.1' } },
  ])
  await api('POST', `/plus/store/${storeCode}/device/pair`, { mac })
  expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }])
  expect((await announce(stranger)).status).toBe(200)
})

test('an address that is claimed no more is quiet after an hour; what is removed has no alarms', async () => {
  const [first, second] = [await newDisplay(), await newDisplay()]
  await first.announce('somebody-elses-secret-000')
  context.clock.advance(3599)
  await endAlarms(context.context, 'me')
  const duplicate = async () => (await alarmsOf(first.storeCode)).find((alarm) => alarm.type === 'DUPLICATE DISPLAY ADDRESS')
  expect(await duplicate()).toMatchObject({ state: 'open' })
  context.clock.advance(60)
  await endAlarms(context.context, 'me')
  expect(await duplicate()).toMatchObject({ state: 'cleared' })
  await markSilentDevices(context.context)
  expect(await alarmsOf(second.storeCode)).toMatchObject([{ state: 'open' }])
  await endAlarms(context.context, 'me')
  expect(await alarmsOf(second.storeCode)).toMatchObject([{ state: 'open' }])
  await api('DELETE', `/plus/store/${second.storeCode}/device/${second.mac}`)
  expect(await alarmsOf(second.storeCode)).toMatchObject([{ state: 'cleared', clearedAt: Math.round(clock.now().getTime() / 1000) }])
})

test('overviews say for each store its displays and how many things of the kind it has, in pages, filtered by status', async () => {
  const { storeCode } = await newDisplay()
  await newStore()
  await context.context.db
    .insertInto('plus_templates')
    .values({ store_code: storeCode, template_id: 'Week', size: '23.1', show: '[]', updated_at: clock.now() })
    .execute()
  const page = async (kind: string, body: Body) => (await api('POST', `/status/store/pagination/plus/${kind}`, body)).body
  const row = { storeCode, total: 1, online: 1, offline: 0, status: 'NORMAL' }
  expect(await page('template', { filter_storeCode: storeCode, condition_storeCode: '==' })).toMatchObject({
    recordsFiltered: 1,
    data: [{ ...row, count: 1 }],
  })
  expect((await page('image', { filter_storeCode: storeCode, condition_storeCode: '==' })).data).toMatchObject([{ ...row, count: 0 }])
  expect((await page('device', { filter_total: '1', condition_total: '>=', length: 1 })).data).toHaveLength(1)
  const { storeList } = (await api('GET', '/status/store/plus/device')).body as unknown as { storeList: Body[] }
  expect(storeList.find((one) => one.storeCode === storeCode)).toMatchObject({ ...row, count: 1 })
  expect((await page('device', { filter_status: 'OFFLINE', condition_status: '==' })).data as Body[]).not.toContainEqual(
    expect.objectContaining({ storeCode }),
  )
})

test('what a display cannot show is called by its name in panel and alarm until it can; a list says how much it is', async () => {
  const { storeCode, mac, token } = await newDisplay()
  const at = context.clock.now()
  const row = { store_code: storeCode, kind: 'video' as const, blob: 'b', type: 'video/mp4', bytes: '1', uploaded_by: '', updated_at: at }
  const { file_id } = await context.context.db
    .insertInto('plus_files')
    .values({ ...row, name: 'spring.mp4' })
    .returning('file_id')
    .executeTakeFirstOrThrow()
  const says = (...errors: Body[]) => post('heartbeat', { ...quietReport, errors }, token)
  const film = { code: 'video-failed', detail: 'no supported streams', content: `video:${file_id}`, slide: 2 }
  const website = { code: 'webpage-failed', detail: 'no network', content: 'webpage:https://shop.example/a', slide: 0 }
  const listed = async () => ((await api('POST', `/status/store/${storeCode}/plus/device/search`, {})).body.data as Body[])[0]?.notShown
  expect((await says({ code: 'load-failed', detail: 'gone by now' })).status).toBe(200)
  expect([await listed(), await alarmsOf(storeCode)]).toEqual([0, []])

  await says(film)
  await says(film)
  const open = { type: 'DISPLAY CONTENT ABNORMAL', class: 2, subject: mac, location: storeCode, state: 'open', repeats: 0 }
  expect(await alarmsOf(storeCode)).toMatchObject([
    { ...open, data: { name: `Shelf ${mac}`, mac, conditions: ['video-failed:spring.mp4'] } },
  ])
  expect(await listed()).toBe(1)
  await says(film, website)
  expect(await alarmsOf(storeCode)).toMatchObject([
    { state: 'open', data: { conditions: ['video-failed:spring.mp4', 'webpage-failed:https://shop.example/a'] } },
  ])
  const { failing } = (await api('GET', `/status/store/${storeCode}/plus/device/${mac}`)).body
  expect(failing).toEqual([
    { kind: 'video', name: 'spring.mp4', slide: 2, code: 'video-failed', detail: 'no supported streams' },
    { kind: 'webpage', name: 'https://shop.example/a', slide: 0, code: 'webpage-failed', detail: 'no network' },
  ])
  // What the server draws is a product of its own number to the display.
  await says({ code: 'product-failed', detail: 'the card is not here', content: 'product:1201', slide: 1 })
  expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'open', data: { conditions: ['drawn-failed:2.2'] } }])
  await says()
  expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }])
  expect(await listed()).toBe(0)
})
