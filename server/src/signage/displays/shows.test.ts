/** The slides of a display: changed by several people, taken off their template and put back, looked at with their products. */
import { describe, expect, test } from 'vitest'
import { seedDisplay, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, api, app, root } = await startTestApp()
const { db } = context.context
let number = 0
async function newDisplay() {
  const storeCode = `W${++number}`
  await seedStore(context.context, storeCode)
  const mac = `02:ec:d4:01:00:${number.toString(16).padStart(2, '0')}`
  await seedDisplay(context.context, { mac, storeCode, name: 'Shelf' })
  return { storeCode, path: `/plus/store/${storeCode}/device/${mac}`, mac }
}
const slide = (duration: number) => ({ duration, bgColor: '#112233', object: [], schedule: [], empty: false })
const body = (...durations: number[]) => ({ screenWidth: 1920, screenHeight: 158, show: durations.map(slide) })
const template = (storeCode: string, name: string) => `/plus/store/${storeCode}/template/${name}`

describe('slides that two people change', () => {
  test('of a display: the later one hears of it and nothing is saved; without a revision it is saved all the same', async () => {
    const { path } = await newDisplay()
    const { rev } = (await api('GET', `${path}/show`)).body
    const first = await api('POST', `${path}/show`, { ...body(10), rev })
    expect(first).toMatchObject({ status: 200, body: { template: '' } })
    const later = await api('POST', `${path}/show`, { ...body(20), rev })
    expect(later).toMatchObject({ status: 409, body: { code: 'slides-changed-since' } })
    const read = (await api('GET', `${path}/show`)).body
    expect(read).toMatchObject({ ...body(10), rev: first.body.rev })
    expect((await api('POST', `${path}/show`, { ...body(20), rev: read.rev })).status).toBe(200)
    expect((await api('POST', `${path}/show`, body(30))).status).toBe(200)
    expect((await api('GET', `${path}/show`)).body.show).toEqual([slide(30)])
  })
  test('of a template: the same; one that is gone meanwhile does not come back unseen', async () => {
    const { storeCode } = await newDisplay()
    const path = template(storeCode, 'Week')
    await api('POST', path, { size: '23.1', show: [slide(10)] })
    const { rev } = (await api('GET', path)).body
    const first = await api('POST', path, { size: '23.1', show: [slide(11)], rev })
    expect(first.body.rev).toBe((await api('GET', path)).body.rev)
    expect(await api('POST', path, { size: '23.1', show: [slide(12)], rev })).toMatchObject({
      status: 409,
      body: { code: 'slides-changed-since' },
    })
    expect((await api('GET', path)).body.show).toEqual([slide(11)])
    await api('DELETE', path)
    expect((await api('POST', path, { size: '23.1', show: [slide(12)], rev })).status).toBe(404)
    expect((await api('POST', path, { size: '23.1', show: [slide(12)] })).status).toBe(200)
  })
})

describe('the template of a display', () => {
  test('is off with the first difference and on again when the difference was taken back', async () => {
    const { storeCode, path, mac } = await newDisplay()
    await api('POST', template(storeCode, 'Week'), { size: '23.1', show: [slide(10)] })
    await api('POST', `/plus/store/${storeCode}/device/list/template`, { template: 'Week', macList: [mac] })
    const info = async () =>
      (await db.selectFrom('plus_devices').select('template_id').where('mac', '=', mac).executeTakeFirstOrThrow()).template_id
    expect((await api('POST', `${path}/show`, body(10))).body.template).toBe('Week')
    expect((await api('POST', `${path}/show`, { ...body(11), template: 'Week' })).body.template).toBe('')
    expect(await info()).toBe(null)
    expect((await api('POST', `${path}/show`, { ...body(10), template: 'Week' })).body.template).toBe('Week')
    expect(await info()).toBe('Week')
    await api('POST', template(storeCode, 'Week'), { size: '23.1', show: [slide(12)] })
    expect((await api('GET', `${path}/show`)).body.show).toEqual([slide(12)])
  })
})

describe('the card of a product', () => {
  test('is what the display shows, for those who may see the display', async () => {
    const { storeCode, path, mac } = await newDisplay()
    await api('POST', '/product', { storeCode, productList: [{ prCode: '4006381333931', prInfo: ['', 'Rye bread', '', '349'] }] })
    await api('POST', '/plus/assign', { storeCode, devList: [{ mac, product: ['4006381333931'] }] })
    const get = (where: string) => app.inject({ method: 'GET', url: `/api${where}`, headers: root.headers })
    const card = await get(`${path}/card/1/300x158`)
    expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/png'])
    expect([card.rawPayload.readUInt32BE(16), card.rawPayload.readUInt32BE(20)]).toEqual([300, 158])
    expect((await get(`${path}/card/2/300x158`)).statusCode).toBe(404)
    // Places may be of any shape; where no letter fits, there is no card.
    expect((await get(`${path}/card/1/24x24`)).statusCode).toBe(404)
    expect((await get(`${path}/card/1/9x9`)).statusCode).toBe(404)
    const other = await newDisplay()
    expect((await get(`/plus/store/${other.storeCode}/device/${mac}/card/1/300x158`)).statusCode).toBe(404)
  })
})
