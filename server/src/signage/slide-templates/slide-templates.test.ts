/** Templates: saved, followed by the displays that show them, removed when no display does. */
import { describe, expect, test } from 'vitest'
import { seedDisplay, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
let number = 0
async function newStore() {
  const storeCode = `T${++number}`
  await seedStore(context.context, storeCode)
  return storeCode
}
async function newDisplay(storeCode: string) {
  const mac = `02:ec:d4:00:00:${(++number).toString(16).padStart(2, '0')}`
  const name = `Shelf ${number}`
  await seedDisplay(context.context, { mac, storeCode, name })
  return { mac, name }
}
const slide = (duration: number) => ({ duration, bgColor: '#112233', object: [], schedule: [], empty: false })
const save = (storeCode: string, name: string, durations: number[], more: object = {}) =>
  api('POST', `/plus/store/${storeCode}/template/${encodeURIComponent(name)}`, { size: '23.1', show: durations.map(slide), ...more })
const apply = (storeCode: string, template: string, macs: string[], query = '') =>
  api('POST', `/plus/store/${storeCode}/device/list/template${query}`, { template, macList: macs })
const showsOf = async (mac: string) => {
  const row = await db.selectFrom('plus_devices').select(['show', 'given_show as given']).where('mac', '=', mac).executeTakeFirstOrThrow()
  return [row.show, row.given].map((show) => show?.show.map(({ duration }) => duration))
}

describe('a template', () => {
  test('is saved, listed with how many slides and displays it has, and read with its slides', async () => {
    const storeCode = await newStore()
    expect((await save(storeCode, 'Spring 2026', [30, 20])).status).toBe(200)
    const rows = (await api('POST', `/status/store/${storeCode}/plus/template/search`, {})).body.data
    expect(rows).toMatchObject([{ _id: 'Spring 2026', size: '23.1', slides: 2, devices: 0 }])
    expect((await api('GET', `/plus/store/${storeCode}/template/list`)).body).toMatchObject({ templateList: [{ _id: 'Spring 2026' }] })
    const read = await api('GET', `/plus/store/${storeCode}/template/Spring%202026`)
    expect(read.body).toMatchObject({ _id: 'Spring 2026', size: '23.1', show: [slide(30), slide(20)] })
    expect((await api('GET', `/plus/store/${await newStore()}/template/Spring%202026`)).status).toBe(404)
  })
  test('has whole addresses of webpages, however they were sent; so have slides of a display', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    const page = (id: string) => ({ type: 'webpage', id, left: 0, top: 0, width: 100, height: 100, index: 0 })
    const show = [{ ...slide(10), object: [page('example.com/a'), page('https://example.com/b')] }]
    await api('POST', `/plus/store/${storeCode}/template/Web`, { size: '23.1', show })
    await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 158, show })
    for (const path of [`/plus/store/${storeCode}/template/Web`, `/plus/store/${storeCode}/device/${mac}/show`]) {
      const [read] = (await api('GET', path)).body.show as (typeof show)[number][]
      expect(read?.object.map(({ id }) => id)).toEqual(['http://example.com/a', 'https://example.com/b'])
    }
  })
  test('made anew does not take the place of one of its name', async () => {
    const storeCode = await newStore()
    await save(storeCode, 'A', [30], { create: true })
    expect(await save(storeCode, 'A', [], { create: true })).toMatchObject({ status: 409, body: { code: 'template-exists' } })
    expect((await api('GET', `/plus/store/${storeCode}/template/A`)).body.show).toHaveLength(1)
  })
  test('comes with others of a file, all or none: what is taken, wrong or there twice is named, and nothing is saved', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    await save(storeCode, 'B', [30])
    await apply(storeCode, 'B', [mac])
    const template = (name: string, durations: number[], more: object = {}) => ({ name, size: '23.1', show: durations.map(slide), ...more })
    const send = (templates: object[], overwrite: string[] = []) =>
      api('POST', `/plus/store/${storeCode}/template/list`, { templates, overwrite })
    const names = async () =>
      ((await api('GET', `/plus/store/${storeCode}/template/list`)).body.templateList as { _id: string }[]).map(({ _id }) => _id)
    const both = [template('C', [10]), template('B', [20])]
    expect(await send(both)).toMatchObject({ status: 409, body: { code: 'template-exists', error: ['B'] } })
    expect(await send([...both, template('C', [5])], ['B'])).toMatchObject({ status: 400, body: { field: 'templates' } })
    const image = { type: 'image', id: '999', left: 0, top: 0, width: 100, height: 100, index: 0 }
    const lost = template('D', [], { show: [{ ...slide(10), object: [image] }] })
    expect(await send([...both, lost], ['B'])).toMatchObject({
      status: 400,
      body: { code: 'unknown-image-on-slide', values: { template: 'D', id: '999' } },
    })
    expect(await send([...both, template('B ', [5], { size: '29' })], ['B'])).toMatchObject({ status: 400 })
    expect([await names(), await showsOf(mac)]).toEqual([['B'], [[30], [30]]])
    expect(await send(both, ['B'])).toMatchObject({ status: 200, body: { templates: 2, devices: 1 } })
    expect([await names(), await showsOf(mac)]).toEqual([
      ['B', 'C'],
      [[20], [20]],
    ])
    expect((await send([])).status).toBe(400)
  })
  test('is followed by its displays; one that was held back goes on playing what it has', async () => {
    const storeCode = await newStore()
    const [now, held] = [await newDisplay(storeCode), await newDisplay(storeCode)]
    await save(storeCode, 'Old', [5])
    await apply(storeCode, 'Old', [now.mac, held.mac])
    await save(storeCode, 'A', [10])
    await apply(storeCode, 'A', [now.mac])
    await apply(storeCode, 'A', [held.mac], '?update=false')
    expect((await save(storeCode, 'A', [10, 11])).body).toMatchObject({ devices: 2 })
    expect(await showsOf(now.mac)).toEqual([
      [10, 11],
      [10, 11],
    ])
    expect(await showsOf(held.mac)).toEqual([[10, 11], [5]])
    expect(await save(storeCode, 'A', [10], { size: '29' })).toMatchObject({ status: 409, body: { code: 'wrong-size' } })
  })
  test('a template that displays show is not removed; one that no display shows is', async () => {
    const storeCode = await newStore()
    const display = await newDisplay(storeCode)
    await save(storeCode, 'A', [10])
    await apply(storeCode, 'A', [display.mac])
    const refused = await api('DELETE', `/plus/store/${storeCode}/template/A`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'in-use', error: [`${display.mac} ${display.name}`] } })
    await apply(storeCode, '', [display.mac])
    expect((await api('DELETE', `/plus/store/${storeCode}/template/A`)).status).toBe(200)
    expect((await api('DELETE', `/plus/store/${storeCode}/template/A`)).status).toBe(404)
  })
  test.each([
    ['an unknown size', 'A', { size: '42' }],
    ['the name under which all are listed', 'list', {}],
    ['a name between spaces', ' A', {}],
    ['a name without end', 'A'.repeat(101), {}],
    ['a slide of no time', 'A', { show: [slide(0)] }],
    ['a colour that is none', 'A', { show: [{ ...slide(1), bgColor: 'url(//evil)' }] }],
    ['more slides than anybody shows', 'A', { show: Array.from({ length: 201 }, () => slide(1)) }],
    [
      'an object that is too small',
      'A',
      { show: [{ ...slide(1), object: [{ type: 'image', id: '1', left: 0, top: 0, width: 1, height: 1, index: 0 }] }] },
    ],
  ])('is refused with %s', async (_, name, wrong) => {
    const storeCode = await newStore()
    expect((await save(storeCode, name, [1], wrong)).status).toBe(400)
    expect((await api('GET', `/plus/store/${storeCode}/template/list`)).body).toEqual({ templateList: [] })
  })
  test('of megabytes of nested JSON is refused, and the server goes on', async () => {
    const storeCode = await newStore()
    const url = `/api/plus/store/${storeCode}/template/A`
    const headers = { 'content-type': 'application/json', ...root.headers }
    const deep = await app.inject({
      method: 'POST',
      url,
      headers,
      payload: `{"size":"29","show":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    })
    const large = await app.inject({ method: 'POST', url, headers, payload: `{"size":"29","show":["${'x'.repeat(9_000_000)}"]}` })
    expect([deep.statusCode, large.statusCode]).toEqual([400, 413])
    expect((await app.inject('/ready')).json()).toEqual({ ready: true })
  })
})
