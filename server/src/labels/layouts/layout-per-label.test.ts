/** Layouts where there is no tag: on paper, and in places on displays. */
import type { Manifest } from '@endcap/contract/player'
import { expect, test } from 'vitest'
import { hashToken } from '../../people/session/tokens.ts'
import { seedDisplay, seedStore } from '../../testing/seed.ts'
import { createShops } from '../../testing/shops.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, app, engine, api } = await startTestEngine()
const { clock } = context.context
const { draftOf, check, publish, settle } = createShops({ context, engine, api })
const storeCode = 'ELSE'
await seedStore(context.context, storeCode)

async function newDrawing(layoutId: string, size: string, modelClass: string) {
  const made = await api('POST', '/layout/drawing', { layoutId, size, modelClass })
  const drawingId = String(made.body.drawingId)
  const { width, height } = (await api('GET', `/layout/drawing/${drawingId}`)).body
  const put = async (elements: object[]) => {
    const pages = [{ elements }]
    await draftOf(drawingId, { format: 1, name: 'x', width, height, pages })
    await check(drawingId)
    expect((await publish(drawingId)).status).toBe(200)
    await settle()
  }
  const change = (fill: string) => put([{ type: 'box', x: 0, y: 0, w: 100, h: 100, fill }])
  return { drawingId, change, put }
}

test('paper of a size is printed by the layout of its product where it has a drawing for it, else as a price card', async () => {
  await newDrawing('TICKET', '107', 'bwr').then(({ change }) => change('black'))
  const productList = [null, 'TICKET', 'TICKET'].map((layoutId, place) => ({
    prCode: `k${place}`,
    prInfo: ['', 'Rye bread', '', '349'],
    layoutId,
  }))
  await api('POST', '/product', { storeCode, productList })
  const print = async (sheet: string) => {
    const prList = productList.map(({ prCode }) => ({ prCode, prInfo: [], layoutId: sheet, qty: 1 }))
    const { body } = await api('POST', '/product/preview/print', { storeCode, prList })
    return (body.prList as { data: string; problem: string }[]).map(({ data, problem }) => data + problem)
  }
  // The drawing names no field: all labels are alike. A price card has the product's code on it.
  const [defaultPage, one, other] = await print('107')
  expect(one).not.toBe(defaultPage)
  expect(other).toBe(one)
  const [, first, second] = await print('A4')
  expect(second).not.toBe(first)
})

test('a place on a display of its size shows the drawing, and follows a new version', async () => {
  const [mac, token] = ['02:ec:d9:00:00:01', 'token-of-the-display']
  await seedDisplay(context.context, { mac, storeCode, name: '' }, { token_hash: hashToken(token), recv_at: clock.now() })
  const object = [{ type: 'product', id: '1', left: 0, top: 0, width: 320, height: 158, index: 0 }]
  const slide = { duration: 10, bgColor: '#000000', object, schedule: [], empty: false }
  const { change, put } = await newDrawing('CARD', '320x158', 'bwry')
  await change('red')
  expect(
    (
      await api('POST', '/product', {
        storeCode,
        productList: [{ prCode: 'card', prInfo: ['', 'Rye bread', '', '349'], layoutId: 'CARD' }],
      })
    ).status,
  ).toBe(200)
  await api('POST', '/plus/assign', { storeCode, devList: [{ mac: `${mac}1`, product: 'card' }] })
  await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 158, show: [slide] })
  const cardNow = async () => {
    const answer = await app.inject({ url: '/api/player/v1/manifest', headers: { authorization: `Bearer ${token}` } })
    const [card] = answer.json<{ manifest: Manifest }>().manifest.cards ?? []
    const picture = await app.inject({ url: card?.url ?? '', headers: { authorization: `Bearer ${token}` } })
    expect(picture.statusCode).toBe(200)
    return { url: card?.url, picture: picture.rawPayload.toString('base64') }
  }
  const first = await cardNow()
  await change('yellow')
  const second = await cardNow()
  expect(second.url).not.toBe(first.url)
  expect(second.picture).not.toBe(first.picture)
  // A drawing for another price than the page of the product, which is whole.
  const put349 = (old: string) =>
    api('POST', '/product', { storeCode, productList: [{ prCode: 'card', prInfo: ['', 'Rye bread', '', '349', old], layoutId: 'CARD' }] })
  const leftOut = async () => (await api('GET', `/plus/store/${storeCode}/status/detail`)).body.leftOut
  await put349('398')
  await put([{ type: 'price', x: 0, y: 0, w: 200, h: 60, size: 40, field: 'LIST_PRICE' }])
  expect(await leftOut()).toEqual([])
  await put349('')
  expect(await leftOut()).toEqual([{ mac, name: '', prCode: 'card', reason: 'no-price' }])
})

test('a place of its shape shows the drawing at any size, as sharp as the screen; another shape has the price card', async () => {
  const [mac, token] = ['02:ec:d9:00:00:02', 'token-of-the-sharp-display']
  const caps = JSON.stringify({ host: false, reboot: false, brightness: false, screenshot: true, offlineStart: true, vectorCards: true })
  await seedDisplay(context.context, { mac, storeCode, name: '' }, { token_hash: hashToken(token), recv_at: clock.now(), caps })
  await newDrawing('SHARP', '240x100', 'bwry').then(({ change }) => change('red'))
  const productList = [{ prCode: 'sharp', prInfo: ['', 'Rye bread', '', '349'], layoutId: 'SHARP' }]
  await api('POST', '/product', { storeCode, productList })
  await api('POST', '/plus/assign', { storeCode, devList: [{ mac: `${mac}1`, product: 'sharp' }] })
  const headers = { authorization: `Bearer ${token}` }
  const cardOf = async (width: number, height: number, more: object = {}) => {
    const object = [{ type: 'product', id: '1', left: 0, top: 0, width, height, index: 0, ...more }]
    await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 540, show: [{ object }] })
    const { manifest } = (await app.inject({ url: '/api/player/v1/manifest', headers })).json<{ manifest: Manifest }>()
    return (await app.inject({ url: manifest.cards[0]?.url ?? '', headers })).payload
  }
  const drawing = await cardOf(240, 100)
  expect(drawing).toMatch(/^<svg [^>]*width="240" height="100"/)
  // The same picture, which the display draws larger: a hundredth of difference in shape is none.
  expect(await cardOf(480, 200)).toBe(drawing)
  expect(await cardOf(601, 250)).toBe(drawing)
  expect(await cardOf(480, 230)).toMatch(/^<svg [^>]*width="480" height="230"/)
  expect((await cardOf(480, 200, { cardStyle: 'label' })).startsWith('<svg')).toBe(false)
})
