/** The list of displays over all stores: what each plays, and who sees it. */
import type { ListedDisplay } from '@endcap/contract/display-list'
import { expect, test } from 'vitest'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { api } = parts
const { newStore, newDisplay, newContent, newTimeline, newWriter, good } = signageOf({ ...parts, mark: 'b3' })
const [first, second] = [await newStore(), await newStore()]
const report = (more: object) => ({ rev: 'r1', report: JSON.stringify({ rev: 'r1', errors: [], ...more }) })
const displays = {
  slides: await newDisplay(first, report({})),
  template: await newDisplay(first, { template_id: 'Sale' }),
  playlists: await newDisplay(first),
  timeline: await newDisplay(second),
  prices: await newDisplay(second, { line: 'v1' }),
  off: await newDisplay(second, { mode: 'off', template_id: 'Sale' }),
  failing: await newDisplay(second, { ...report({ errors: [{ code: 'x', content: 'c' }] }), status: 'OFFLINE' }),
}
const device = [displays.playlists.mac]
const item = { id: await newContent(), duration: 10 }
const playlist = await good(api('POST', '/plus/v1/playlist', { name: 'Season', items: [item], device }))
await good(api('POST', '/plus/v1/playlist', { name: 'Lunch', items: [item], device }))
const timeline = await newTimeline([], [[displays.timeline.mac]], 'By hand')

const search = async (body: object, call = api) => {
  const { body: page } = await call('POST', '/plus/v1/display/search', body)
  return page as unknown as { data: ListedDisplay[]; recordsTotal: number; recordsFiltered: number }
}
const macsOf = async (body: object) => (await search(body)).data.map(({ mac }) => mac)

test('says of each display what it plays, with its store and its state', async () => {
  const { data, recordsTotal } = await search({})
  const of = ({ mac }: { mac: string }) => data.find((one) => one.mac === mac)
  expect(recordsTotal).toBe(7)
  expect(of(displays.slides)).toMatchObject({ storeCode: first, plays: 'slides', what: '', timelineId: null, upToDate: true, notShown: 0 })
  expect(of(displays.template)).toMatchObject({ plays: 'template', what: 'Sale', template: 'Sale', upToDate: false })
  expect(of(displays.playlists)).toMatchObject({
    plays: 'playlists',
    what: 'Lunch, Season',
    playlists: [{ name: 'Lunch' }, { id: playlist.id, name: 'Season' }],
  })
  expect(of(displays.timeline)).toMatchObject({ storeCode: second, plays: 'timeline', what: 'By hand', timelineId: timeline })
  expect(of(displays.prices)).toMatchObject({ plays: 'products', what: '', timeline: '', timelineId: null })
  expect(of(displays.off)).toMatchObject({ plays: 'off', what: '', template: 'Sale' })
  expect(of(displays.failing)).toMatchObject({ plays: 'slides', status: 'OFFLINE', notShown: 1 })
})
test('is narrowed by what is played, its name, the state and the store', async () => {
  expect(await macsOf({ filter_plays: 'playlists,timeline', order: { column: 'mac', dir: 'asc' } })).toEqual([
    displays.playlists.mac,
    displays.timeline.mac,
  ])
  expect(await macsOf({ filter_what: 'season' })).toEqual([displays.playlists.mac])
  expect(await macsOf({ filter_playing: 'failing' })).toEqual([displays.failing.mac])
  expect(await macsOf({ filter_playing: 'current' })).toEqual([displays.slides.mac])
  expect(await macsOf({ filter_status: 'OFFLINE' })).toEqual([displays.failing.mac])
  expect((await search({ filter_storeCode: first, condition_storeCode: '==' })).recordsFiltered).toBe(3)
  expect(await macsOf({ search: { value: 'by hand' } })).toEqual([displays.timeline.mac])
})
test('has the displays of an account’s stores alone', async () => {
  const writer = await newWriter(first)
  const { data, recordsTotal } = await search({}, writer)
  expect(recordsTotal).toBe(3)
  expect(new Set(data.map(({ storeCode }) => storeCode))).toEqual(new Set([first]))
})
