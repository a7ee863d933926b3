/** Timelines: their rows, and which display plays which screen of which. */
import type { Timeline } from '@endcap/contract/timelines'
import { describe, expect, test } from 'vitest'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { api, root } = parts
const { db } = parts.context.context
const { newStore, newDisplay, newContent, newShow, newSet, newTimeline, newWriter, good, recorded } = signageOf({ ...parts, mark: 'd1' })
const set = await newSet([await newShow([await newContent()])], 'Morning')
const save = (body: object) => api('POST', '/plus/v1/timeline', body)
const read = async (id: string) => (await api('GET', `/plus/v1/timeline/${id}`)).body as unknown as Timeline
const lineOf = async (mac: string) =>
  (await db.selectFrom('plus_devices').select('line').where('mac', '=', mac).executeTakeFirstOrThrow()).line

describe('rows', () => {
  test('are layers of sets; one may leave everything open, and what is not given stays', async () => {
    const rows = [
      { id: set },
      { id: set, period: { start: '2026-12-01', end: '2026-12-24' }, days: [6, 0], time: [{ start: '22:00', end: '02:00' }] },
    ]
    const { id, updatedAt } = await good(save({ name: 'Window', schedule: rows }))
    expect(await read(id)).toEqual({
      id,
      name: 'Window',
      deviceCount: 0,
      scheduleCount: 2,
      user: root.email,
      updatedAt,
      screens: 2,
      device: [[], []],
      deviceList: [],
      schedule: [
        { id: set, period: null, days: [], time: [], name: 'Morning', duration: 20 },
        { ...rows[1], days: [0, 6], name: 'Morning', duration: 20 },
      ],
    })
    await good(save({ id, name: 'Shop window' }))
    expect(await read(id)).toMatchObject({ name: 'Shop window', scheduleCount: 2 })
    expect((await api('POST', '/plus/v1/timeline/search', { filter_scheduleCount: '2', filter_name: 'shop' })).body.data).toMatchObject([
      { id },
    ])
    expect(await save({ id, updatedAt, schedule: [] })).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
  })
  test.each([
    ['a date that is none', { period: { start: '2026-02-30', end: '2026-03-01' } }, 'schedule.1.period.start'],
    ['a period that ends before it begins', { period: { start: '2026-03-02', end: '2026-03-01' } }, 'schedule.1.period.end'],
    ['a day twice', { days: [2, 2] }, 'schedule.1.days.1'],
    ['a time that is none', { time: [{ start: '09:00', end: '25:00' }] }, 'schedule.1.time.0.end'],
    ['a set that is not there', { id: '999999' }, 'schedule.1'],
  ])('are refused with %s', async (_, row, field) => {
    expect(await save({ name: 'x', schedule: [{ id: set }, { id: set, ...row }] })).toMatchObject({ status: 400, body: { field } })
  })
  test('need a name with a new timeline', async () => expect((await save({ schedule: [] })).body).toMatchObject({ field: 'name' }))
})

describe('displays', () => {
  test('play one screen of one timeline: who takes one in takes it away elsewhere, and both remember', async () => {
    const store = await newStore()
    const [a, b, c] = [await newDisplay(store), await newDisplay(store), await newDisplay(store)]
    const first = await newTimeline([set], [[a.mac, b.mac], [c.mac]])
    expect(await read(first)).toMatchObject({
      deviceCount: 3,
      device: [[a.mac, b.mac], [c.mac]],
      deviceList: [{ mac: a.mac, name: a.name, storeCode: store, connection: 'ONLINE', screenWidth: 1920, screenHeight: 158 }, {}, {}],
    })
    // On the clock of their store, as they have none of their own.
    expect(((await read(first)).deviceList as { timezone: string }[]).map(({ timezone }) => timezone)).toEqual(Array(3).fill('Asia/Tokyo'))
    expect(await lineOf(a.mac)).toBe('v1')
    const second = await good(save({ name: 'Second', device: [[c.mac], [], [a.mac.toUpperCase()]] }))
    expect(second).toMatchObject({ moved: 2 })
    expect([(await read(first)).device, (await read(second.id)).device]).toEqual([
      [[b.mac], []],
      [[c.mac], [], [a.mac]],
    ])
    expect((await recorded('display-timeline', first))[0]).toMatchObject({
      action: 'timelines.save',
      before: { device: [c.mac, a.mac] },
      after: { device: [] },
    })
    expect(await good(save({ id: first, device: [[], [b.mac]] }))).toMatchObject({ moved: 1 })
    expect(await good(save({ id: first, device: [] }))).toMatchObject({ moved: 0 })
    expect([await lineOf(b.mac), (await read(first)).deviceCount]).toEqual(['v1', 0])
  })
  test('that are not there, wait, or stand in the list twice are refused by their place', async () => {
    const { mac } = await newDisplay(await newStore())
    const waiting = (await newDisplay('', { store_code: null, status: 'PENDING', token_hash: null })).mac
    for (const [device, field] of [
      [[[mac], [mac]], 'device.1.0'],
      [[[mac, '02:ec:00:00:00:01']], 'device.0.1'],
      [[[], [waiting]], 'device.1.0'],
      [[['12:34']], 'device.0.0'],
    ] as const)
      expect(await save({ name: 'x', device })).toMatchObject({ status: 400, body: { field } })
  })
  test('of stores that are not the account’s are not shown, and stay where they are', async () => {
    const [own, other] = [await newStore(), await newStore()]
    const [mine, theirs, more] = [await newDisplay(own), await newDisplay(other), await newDisplay(own)]
    const id = await newTimeline([set], [[mine.mac, theirs.mac]])
    const writer = await newWriter(own)
    const seen = (await writer('GET', `/plus/v1/timeline/${id}`)).body
    expect(seen).toMatchObject({ deviceCount: 1, device: [[mine.mac], []] })
    expect(JSON.stringify(seen)).not.toContain(other)
    expect((await writer('POST', '/plus/v1/timeline/search', { filter_deviceCount: '1' })).body.data.map((row) => row.id)).toContain(id)
    expect((await writer('POST', '/plus/v1/timeline/list', { ids: [id] })).body.timelineList).toMatchObject([{ deviceCount: 1 }])
    expect((await writer('POST', '/plus/v1/timeline', { id, device: [[], [more.mac]] })).status).toBe(200)
    expect((await read(id)).device).toEqual([[theirs.mac], [more.mac]])
    expect(await writer('POST', '/plus/v1/timeline', { id, device: [[theirs.mac]] })).toMatchObject({
      status: 400,
      body: { field: 'device.0.0' },
    })
  })
  test('that two people place at the same time end in one place', async () => {
    const store = await newStore()
    const { mac } = await newDisplay(store)
    const ids = [await newTimeline([set]), await newTimeline([set]), await newTimeline([set])]
    await Promise.all(ids.map((id) => good(save({ id, device: [[mac]] }))))
    const counts = await Promise.all(ids.map(async (id) => (await read(id)).deviceCount))
    expect(counts.toSorted()).toEqual([0, 0, 1])
  })
  test('of a timeline that is removed are in none', async () => {
    const { mac } = await newDisplay(await newStore())
    const id = await newTimeline([set], [[mac]])
    expect((await api('POST', '/plus/v1/timeline/delete', { ids: [id, '999999'] })).body).toMatchObject({ deleted: [id] })
    expect((await api('POST', '/plus/v1/timeline/delete', { ids: [id] })).status).toBe(404)
    expect((await api('POST', '/plus/v1/device/list', { _id: [mac] })).body.deviceList).toMatchObject([{ line: 'v1', timeline: null }])
  })
})
