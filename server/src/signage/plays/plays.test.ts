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

async function played() {
  const storeCode = await newStore({ timeZone: 'Asia/Tokyo' })
  await good(api('POST', `/plus/store/${storeCode}/setting`, { proofOfPlay: true }))
  const content = await newContent('Opening film')
  const [a, b] = [await newDisplay(storeCode), await newDisplay(storeCode)]
  // 18:00 in Tokyo; six hours earlier is the same day there, twenty hours earlier the day before.
  const reportPlays = (token: string, seq: number, items: [string, number, number][]) =>
    app.inject({
      method: 'POST',
      url: '/api/player/v1/events',
      headers: { authorization: `Bearer ${token}` },
      payload: { seq, items: items.map(([name, from, to]) => ({ k: 'play', content: name, from, to })) },
    })
  const film = `content:${content}`
  await reportPlays(a.token, 1, [
    [film, now - 20 * 60 * minute, now - 20 * 60 * minute + 10_000],
    [film, now - 6 * 60 * minute, now - 6 * 60 * minute + 20_000],
    ['webpage:http://shop.example/', now - 5 * minute, now - 4 * minute],
  ])
  const again = () => reportPlays(b.token, 1, [[film, now - 3 * minute, now - 3 * minute + 2500]])
  await again()
  return { storeCode, content, film, a, b: { ...b, again } }
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
    const film21 = { day: '2026-11-21', content: film, contentName: 'Opening film', plays: 2, devices: 2, seconds: 22.5 }
    expect((await sums()).body).toEqual({
      timeZone: 'Asia/Tokyo',
      sumList: [
        { day: '2026-11-21', content: 'webpage:http://shop.example/', contentName: '', plays: 1, devices: 1, seconds: 60 },
        film21,
        { day: '2026-11-20', content: film, contentName: 'Opening film', plays: 1, devices: 1, seconds: 10 },
      ],
    })
    const from = Math.floor(now / 1000)
    expect((await sums(`?start=${from}&end=${from}`)).body.sumList).toMatchObject([{ seconds: 60 }, film21])
    // What is said again is not counted again, and what was shown stays when the display goes.
    await b.again()
    await good(api('POST', '/plus/v1/device/delete', [b.mac]))
    expect((await sums()).body.sumList).toContainEqual(film21)
    expect((await sums(`?start=${from}&end=${from - 1}`)).status).toBe(400)
    expect((await sums(`?start=${from - 93 * 86_400}`)).status).toBe(400)
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
    const worker = createDownloadWorker({ context: context.context, holder: 'me', sources })
    const { taskId } = (await api('POST', '/file/download', { type: 6, storeCode, filter: { format: 'csv' } })).body
    while (await worker.work());
    const { link } = (await api('POST', `/file/download/task/${String(taskId)}`, {})).body
    const lines = (await app.inject(String(link))).body.split('\r\n')
    expect(lines[0]).toBe('\uFEFFmac,name,content,contentName,area,from,to,seconds')
    expect(lines).toHaveLength(1 + 4 + 1500 + 1)
    expect(lines[1]).toBe(`${a.mac},${a.name},${film},Opening film,,2026-11-20 22:00:00,2026-11-20 22:00:10,10`)
    expect(lines[1500]).toContain('image:1')
  })
})
