/** What slides, templates and shows may name: what is there, and what displays can play. */
import { describe, expect, test } from 'vitest'
import { androidPackage } from '../../testing/android-package.ts'
import { zip } from '../../testing/media.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { newStore, newDisplay, send, showBody, good } = signageOf({ context, app, root, api, mark: '5d' })
const page = await zip({ 'index.html': '<p>' })

const object = (type: string, id: string) => ({ type, id, left: 0, top: 0, width: 100, height: 100, index: 0 })
const slide = (objects: object[], schedule: string[] = []) => ({
  duration: 10,
  bgColor: '#000000',
  schedule,
  empty: false,
  object: objects,
})
async function saving(storeCode: string, mac: string, show: object[]) {
  const template = await api('POST', `/plus/store/${storeCode}/template/T`, { size: '23.1', show })
  const own = await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 158, show })
  return [template, own]
}
const upload = async (storeCode: string, name: string, content: Buffer, id = '') =>
  (await send(`/plus/store/${storeCode}/apk/file${id && `?id=${id}`}`, name, content)).body as unknown as { _id: string; code: string }
const addContent = async (name: string, content: Buffer, fields: Record<string, string> = {}) =>
  (await send('/plus/v1/content/file', name, content, { fields: { type: 'widget', ...fields } })).body as unknown as {
    id: string
    code: string
  }

/** A player with Android of another make. */
const withAndroid = { caps: JSON.stringify({ androidWidgets: true }) }

describe('an Android package', () => {
  test('is marked in lists, and refused on a display and in a template, until a display says that it plays it', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    const { _id } = await upload(storeCode, 'app.apk', await androidPackage())
    await upload(storeCode, 'page.zip', page)
    const listed = async () =>
      ((await api('GET', `/plus/store/${storeCode}/widget/list`)).body.fileList as { playable: boolean }[]).map(({ playable }) => playable)
    expect(await listed()).toEqual([false, true])
    const show = [slide([]), slide([object('webpage', 'http://a.example'), object('widget', _id)])]
    for (const answer of await saving(storeCode, mac, show))
      expect(answer).toMatchObject({ status: 400, body: { code: 'android-widget', field: 'show.1.object.1', values: { name: 'app.apk' } } })
    await newDisplay(await newStore(), withAndroid)
    expect(await listed()).toEqual([false, true])
    const able = await newDisplay(storeCode, withAndroid)
    expect(await listed()).toEqual([true, true])
    // A template may be for the one that can; the display that cannot stays without.
    expect((await saving(storeCode, mac, show)).map(({ status }) => status)).toEqual([200, 400])
    expect((await saving(storeCode, able.mac, show)).map(({ status }) => status)).toEqual([200, 200])
  })
  test('that stands on slides already does not stand in the way of saving the rest', async () => {
    const storeCode = await newStore()
    const { _id } = await upload(storeCode, 'app.apk', await androidPackage())
    const body = (show: object[]) => ({ screenWidth: 1920, screenHeight: 158, show })
    const { mac } = await newDisplay(storeCode, { show: JSON.stringify(body([slide([object('widget', _id), object('image', '999')])])) })
    const path = `/plus/store/${storeCode}/device/${mac}/show`
    const both = [object('widget', _id), object('image', '999')]
    expect((await api('POST', path, body([slide(both), slide([])]))).status).toBe(200)
    expect((await api('POST', path, body([slide([])]))).status).toBe(200)
    expect((await api('POST', path, body([slide(both)]))).status).toBe(400)
  })
  test('is refused in a show, with its place', async () => {
    // The library is of all stores: no display of another test may play packages.
    await context.context.db.updateTable('plus_devices').set({ caps: '{}' }).execute()
    const [good1, android] = [(await addContent('page.zip', page)).id, (await addContent('app.apk', await androidPackage())).id]
    const answer = await api('POST', '/plus/v1/show', showBody('With a package', [good1, android]))
    expect(answer).toMatchObject({ status: 400, body: { code: 'android-widget', field: 'timeline.1.0', values: { name: 'app.apk' } } })
    const { contentList } = (await api('POST', '/plus/v1/content/list', { ids: [good1, android] })).body
    expect(contentList).toMatchObject([
      { id: android, playable: false },
      { id: good1, playable: true },
    ])
    const show = await good(api('POST', '/plus/v1/show', showBody('Without', [good1])))
    // Nor does it take the place of a widget that plays.
    expect(await addContent('app.apk', await androidPackage(), { id: good1 })).toMatchObject({ code: 'android-instead' })
    expect((await api('GET', `/plus/v1/show/${show.id}`)).status).toBe(200)
  })
  test('does not take the place of a widget that displays play', async () => {
    const storeCode = await newStore()
    const { _id } = await upload(storeCode, 'page.zip', page)
    expect(await upload(storeCode, 'app.apk', await androidPackage(), _id)).toMatchObject({ code: 'android-instead' })
    const fileList = (await api('GET', `/plus/store/${storeCode}/widget/list`)).body.fileList
    expect(fileList).toMatchObject([{ _id, name: 'page.zip', type: 'application/zip' }])
  })
})

test('what the store does not have is refused with its place, also what another store has', async () => {
  const [storeCode, other] = [await newStore(), await newStore()]
  const { mac } = await newDisplay(storeCode)
  const { _id } = await upload(other, 'page.zip', page)
  const own = await upload(storeCode, 'page.zip', page)
  const { _id: schedule } = (await api('POST', `/plus/store/${other}/schedule`, { name: 'Mondays', days: [1] })).body
  expect(schedule).toBeDefined()
  for (const [show, field, code] of [
    [[slide([object('image', '999')])], 'show.0.object.0', 'unknown-image-on-slide'],
    [[slide([object('video', own._id)])], 'show.0.object.0', 'unknown-video-on-slide'],
    [[slide([object('widget', own._id), object('widget', _id)])], 'show.0.object.1', 'unknown-widget-on-slide'],
    [[slide([object('image', "1'; --")])], 'show.0.object.0', 'unknown-image-on-slide'],
    [[slide([]), slide([], [String(schedule)])], 'show.1.schedule.0', 'unknown-schedule-on-slide'],
  ] as const)
    for (const answer of await saving(storeCode, mac, [...show])) expect(answer).toMatchObject({ status: 400, body: { code, field } })
  expect((await api('GET', `/plus/store/${storeCode}/template/list`)).body).toEqual({ templateList: [] })
})
