/** Schedules: saved when something limits them, removed when no display follows them. */
import { describe, expect, test } from 'vitest'
import { seedDisplay, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, api } = await startTestApp()
let number = 0
async function newStore() {
  const storeCode = `C${++number}`
  await seedStore(context.context, storeCode)
  return storeCode
}
const save = (storeCode: string, given: object) => api('POST', `/plus/store/${storeCode}/schedule`, { name: 'Evening', ...given })
const time = [{ start: '17:00', end: '24:00' }]

describe('a schedule', () => {
  test('is saved, changed under its id, listed with the zone of its store, and removed', async () => {
    const storeCode = await newStore()
    const period = { start: '2026-12-01', end: '2026-12-24' }
    const { body, status } = await save(storeCode, { period, days: [5, 6], time })
    expect(status).toBe(200)
    const id = String(body._id)
    const stored = { _id: id, name: 'Evening', period, days: [5, 6], time }
    expect((await api('GET', `/plus/store/${storeCode}/schedule/${id}`)).body).toMatchObject(stored)
    expect((await save(storeCode, { _id: id, name: 'Night', days: [0] })).body).toMatchObject({ _id: id })
    const changed = { _id: id, name: 'Night', period: null, days: [0], time: [] }
    expect((await api('POST', `/status/store/${storeCode}/plus/schedule/search`, {})).body.data).toMatchObject([changed])
    expect((await api('GET', `/plus/store/${storeCode}/schedule/list`)).body).toMatchObject({
      scheduleList: [changed],
      timeZone: 'Asia/Tokyo',
    })
    expect((await api('DELETE', `/plus/store/${storeCode}/schedule/${id}`)).status).toBe(200)
    expect((await api('GET', `/plus/store/${storeCode}/schedule/${id}`)).status).toBe(404)
    expect((await save(storeCode, { _id: id, days: [0] })).status).toBe(404)
  })
  test.each([
    ['nothing that limits it', {}, 'period'],
    ['an empty name', { name: '  ', days: [1] }, 'name'],
    ['half a period', { period: { start: '2026-01-01', end: '' } }, 'period.end'],
    ['a date that is none', { period: { start: '2026-02-30', end: '2026-03-01' } }, 'period.start'],
    ['an end before its start', { period: { start: '2026-03-02', end: '2026-03-01' } }, 'period.end'],
    ['an eighth day', { days: [7] }, 'days.0'],
    ['a day twice', { days: [1, 1] }, 'days.1'],
    ['a time that is none', { time: [{ start: '25:00', end: '26:00' }] }, 'time.0.start'],
  ])('is refused with %s', async (_, given, field) => {
    const storeCode = await newStore()
    expect(await save(storeCode, given)).toMatchObject({ status: 400, body: { field } })
    expect((await api('GET', `/plus/store/${storeCode}/schedule/list`)).body.scheduleList).toEqual([])
  })
  test('that a display follows stays, and the refusal names the display', async () => {
    const storeCode = await newStore()
    const id = String((await save(storeCode, { time })).body._id)
    const show = JSON.stringify({
      screenWidth: 1920,
      screenHeight: 158,
      show: [{ duration: 5, bgColor: '#000000', object: [], schedule: [id], empty: false }],
    })
    const mac = '02:ec:d5:00:00:01'
    await seedDisplay(context.context, { mac, storeCode, name: 'Bread' }, { show, given_show: show })
    const refused = await api('DELETE', `/plus/store/${storeCode}/schedule/${id}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'in-use', message: 'This schedule is in use and cannot be deleted.', error: [`${mac} Bread`] },
    })
    expect((await api('GET', `/plus/device/findBySchedule/${id}/store/${storeCode}`)).body).toEqual({ devList: [{ mac, name: 'Bread' }] })
  })
})
