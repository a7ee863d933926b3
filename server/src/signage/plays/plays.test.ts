/** Proof of play, read: each play, sums of days on the store's clock, and a file. */
import { describe, expect, test } from 'vitest'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createDownloadWorker } from '../../overviews/downloads/worker.ts'

const parts = await startTestApp()
const { api, app, context } = parts
const { newStore, newDisplay, newContent, newWriter, good } = signageOf({ ...parts, mark: '71' })
const now = context.clock.now().getTime()
const minute = 60_000
const none = async () => Promise.resolve([])
const sources = { server: none, gateway: none }

/** The lines of a file that the server makes. */
async function fileOf(type: number, storeCode: string, filter: object): Promise<string[]> {
  const worker = createDownloadWorker({ context: context.context, holder: 'me', sources })
  const { taskId } = (await api('POST', '/file/download', { type, storeCode, filter })).body
  while (await worker.work());
  const { link } = (await api('POST', `/file/download/task/${String(taskId)}`, {})).body
  return (await app.inject(String(link))).body.split('\r\n')
}

interface ReportedPlay {
  content: string
  area?: number
  from: number
  to: number
}
async function played() {
  const storeCode = await newStore({ timeZone: 'Asia/Tokyo' })
  await good(api('POST', `/plus/store/${storeCode}/setting`, { proofOfPlay: true }))
  const content = await newContent('Opening film')
  const [a, b] = [await newDisplay(storeCode), await newDisplay(storeCode)]
  // 18:00 in Tokyo; six hours earlier is the same day there, twenty hours earlier the day before.
  const reportPlays = (token: string, seq: number, items: ReportedPlay[]) =>
    app.inject({
      method: 'POST',
      url: '/api/player/v1/events',
      headers: { authorization: `Bearer ${token}` },
      payload: { seq, items: items.map((play) => ({ k: 'play', ...play })) },
    })
  const film = `content:${content}`
  await reportPlays(a.token, 1, [
    { content: film, from: now - 20 * 60 * minute, to: now - 20 * 60 * minute + 10_000 },
    { content: film, from: now - 6 * 60 * minute, to: now - 6 * 60 * minute + 20_000 },
    { content: 'webpage:http://shop.example/', from: now - 5 * minute, to: now - 4 * minute },
  ])
  const again = () => reportPlays(b.token, 1, [{ content: film, from: now - 3 * minute, to: now - 3 * minute + 2500 }])
  await again()
  return { storeCode, content, film, reportPlays, a, b: { ...b, again } }
}

describe('plays', () => {
  test('are listed with the names of display and content, found by each of them and by time', async () => {
    const { storeCode, film, a, b } = await played()
    const search = async (filter: object) => (await api('POST', `/status/store/${storeCode}/plus/play/search`, filter)).body.data
    const newest = {
      mac: b.mac,
      name: b.name,
      content: film,
      contentName: 'Opening film',
      seconds: 2.5,
      from: Math.floor(now / 1000) - 180,
    }
    const all = await search({})
    expect(all).toHaveLength(4)
    expect(all[0]).toMatchObject(newest)
    expect(all[1]).toMatchObject({ mac: a.mac, content: 'webpage:http://shop.example/', contentName: '', seconds: 60 })
    expect(await search({ filter_name: b.name, condition_name: '==' })).toMatchObject([newest])
    expect(await search({ filter_mac: b.mac })).toMatchObject([newest])
    expect(await search({ filter_contentName: 'opening' })).toHaveLength(3)
    expect(await search({ filter_content: 'webpage' })).toHaveLength(1)
    expect(await search({ filter_startDate: Math.floor(now / 1000) - 600, order: { column: 'seconds', dir: 'asc' } })).toMatchObject([
      newest,
      { seconds: 60 },
    ])
    const other = await newStore()
    expect((await (await newWriter(other))('POST', `/status/store/${storeCode}/plus/play/search`, {})).status).toBe(403)
    expect((await api('POST', `/status/store/${other}/plus/play/search`, {})).body.data).toEqual([])
  })
  test('are summed up for each content and day of the store', async () => {
    const { storeCode, film, b } = await played()
    const sums = (query = '') => api('GET', `/status/store/${storeCode}/plus/play/sum${query}`)
    const all = { mac: null, name: null, area: null }
    const film21 = { ...all, day: '2026-11-21', content: film, contentName: 'Opening film', plays: 2, devices: 2, seconds: 22.5 }
    const page21 = {
      ...all,
      day: '2026-11-21',
      content: 'webpage:http://shop.example/',
      contentName: '',
      plays: 1,
      devices: 1,
      seconds: 60,
    }
    const film20 = { ...film21, day: '2026-11-20', plays: 1, devices: 1, seconds: 10 }
    expect((await sums()).body).toEqual({
      timeZone: 'Asia/Tokyo',
      from: '2026-10-22',
      to: '2026-11-21',
      sumList: [page21, film21, film20],
      recordsTotal: 3,
      total: { plays: 4, devices: 2, seconds: 92.5 },
    })
    const from = Math.floor(now / 1000)
    expect((await sums(`?start=${from}&end=${from}`)).body.sumList).toEqual([page21, film21])
    expect((await sums('?from=2026-11-20&to=2026-11-20')).body).toMatchObject({ sumList: [film20], total: { plays: 1, seconds: 10 } })
    expect((await sums('?from=2026-11-22&to=2026-11-22')).body).toMatchObject({ sumList: [], recordsTotal: 0, total: { plays: 0 } })
    // What is said again is not counted again, and what was shown stays when the display goes.
    await b.again()
    await good(api('POST', '/plus/v1/device/delete', [b.mac]))
    expect((await sums()).body.sumList).toContainEqual(film21)
    expect((await sums(`?start=${from}&end=${from - 1}`)).status).toBe(400)
    expect((await sums(`?start=${from - 93 * 86_400}`)).status).toBe(400)
    expect((await sums('?from=2026-11-21&to=2026-11-20')).body).toMatchObject({ field: 'to' })
    expect((await sums('?from=2026-08-20&to=2026-11-21')).body).toMatchObject({ field: 'from' })
    expect((await sums('?from=2026-11-31')).status).toBe(400)
    expect((await sums('?by=store')).status).toBe(400)
  })
  test('are summed up by day, content, display or area, alone and together', async () => {
    const { storeCode, film, a, b, reportPlays } = await played()
    const at = (area: number, minutes: number) => ({ content: film, area, from: now - minutes * minute, to: now - minutes * minute + 4000 })
    await reportPlays(a.token, 2, [at(0, 9), at(1, 8), at(1, 7)])
    await reportPlays(b.token, 2, [at(1, 6)])
    const sums = async (by: string) => (await api('GET', `/status/store/${storeCode}/plus/play/sum?by=${by}`)).body.sumList
    expect(await sums('area')).toMatchObject([
      { area: null, plays: 4, devices: 2, seconds: 92.5, day: null, content: null, mac: null },
      { area: 1, plays: 3, devices: 2, seconds: 12 },
      { area: 0, plays: 1, devices: 1, seconds: 4 },
    ])
    expect(await sums('display')).toMatchObject([
      { mac: a.mac, name: a.name, plays: 6, seconds: 102, contentName: null },
      { mac: b.mac, name: b.name, plays: 2, seconds: 6.5 },
    ])
    expect(await sums('area,display,content')).toMatchObject([
      { mac: a.mac, content: 'webpage:http://shop.example/', area: null, plays: 1 },
      { mac: a.mac, content: film, area: null, plays: 2, seconds: 30 },
      { mac: a.mac, content: film, area: 1, plays: 2, seconds: 8 },
      { mac: a.mac, content: film, area: 0, plays: 1, seconds: 4 },
      { mac: b.mac, content: film, area: 1, plays: 1, seconds: 4 },
      { mac: b.mac, content: film, area: null, plays: 1, seconds: 2.5 },
    ])
    expect(await sums('day')).toMatchObject([
      { day: '2026-11-21', plays: 7, devices: 2 },
      { day: '2026-11-20', plays: 1 },
    ])
  })
  test('a play over midnight counts for the day on which it began, whole', async () => {
    const { storeCode, film, a, reportPlays } = await played()
    const midnight = Date.parse('2026-11-20T00:00:00+09:00')
    await reportPlays(a.token, 2, [{ content: film, from: midnight - 4000, to: midnight + 6000 }])
    expect((await api('GET', `/status/store/${storeCode}/plus/play/sum?from=2026-11-19&to=2026-11-19`)).body.sumList).toMatchObject([
      { day: '2026-11-19', plays: 1, seconds: 10 },
    ])
  })
  test('have a thousand sums in an answer and all of them in a file, with what they are summed up by', async () => {
    const { storeCode, a, film } = await played()
    const row = { store_code: storeCode, day: '2026-11-19', mac: a.mac, plays: 2, seconds: 3 }
    await context.context.db
      .insertInto('plus_play_days')
      .values(Array.from({ length: 2300 }, (_, index) => ({ ...row, content: `image:${index >> 1}`, area: (index & 1) - 1 })))
      .execute()
    const answer = (await api('GET', `/status/store/${storeCode}/plus/play/sum?by=content,day,area`)).body
    expect(answer).toMatchObject({ recordsTotal: 2303, total: { plays: 4604, seconds: 6992.5 } })
    expect(answer.sumList).toHaveLength(1000)
    const lines = await fileOf(7, storeCode, { format: 'csv', by: 'content,day,area', from: '2026-11-19', to: '2026-11-21' })
    expect(lines[0]).toBe('\uFEFFday,content,contentName,area,plays,devices,seconds')
    expect(lines).toHaveLength(1 + 2303 + 1)
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.slice(1, 3)).toEqual(['2026-11-19,image:0,,,2,1,3', '2026-11-19,image:0,,1,2,1,3'])
    expect(lines.at(-3)).toBe(`2026-11-21,${film},Opening film,,2,2,22.5`)
    const byDisplay = await fileOf(7, storeCode, {
      format: 'csv',
      by: 'display',
      fields: [
        { field: 'name', heading: 'Display' },
        { field: 'plays', heading: 'Times' },
      ],
    })
    expect(byDisplay).toContain(`${a.name},4603`)
    expect((await api('POST', '/file/download', { type: 7, storeCode, filter: { from: '2026-01-01' } })).status).toBe(400)
  })
  test('go into a file, oldest first, in slices', async () => {
    const { storeCode, a, film } = await played()
    const at = new Date(now)
    // More than one slice, and many within the same moment.
    const row = { mac: a.mac, seq: 9, store_code: storeCode, content: 'image:1', from_at: at, to_at: at }
    await context.context.db
      .insertInto('plus_plays')
      .values(Array.from({ length: 1500 }, (_, item) => ({ ...row, item })))
      .execute()
    const lines = await fileOf(6, storeCode, { format: 'csv' })
    expect(lines[0]).toBe('\uFEFFmac,name,content,contentName,area,from,to,seconds')
    expect(lines).toHaveLength(1 + 4 + 1500 + 1)
    expect(lines[1]).toBe(`${a.mac},${a.name},${film},Opening film,,2026-11-20 22:00:00,2026-11-20 22:00:10,10`)
    expect(lines[1500]).toContain('image:1')
  })
})
