/** The signage data decorator between product and screen. */
import type { Manifest } from '@endcap/contract/player'
import { expect, test } from 'vitest'
import { enrolDisplay } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createScripts } from '../../testing/test-scripts.ts'

const { context, app, root } = await startTestApp()
const { api, newStore, save, alarms } = createScripts(context, app, root, 'SIGN')
let number = 0

/** A display with two products in its places, and what it is to play. */
async function newDisplay() {
  const storeCode = await newStore({ locale: 'de-DE', currency: 'EUR' })
  const mac = `02:ec:d2:00:00:${(++number).toString(16).padStart(2, '0')}`
  const headers = await enrolDisplay({ app, api }, { mac, storeCode, name: 'Bread' })
  const price = (prices: readonly string[]) =>
    api('POST', '/product', {
      storeCode,
      productList: prices.map((one, index) => ({ prCode: `P${index + 1}`, prInfo: ['', `Milk ${index + 1}`, '', one] })),
    })
  await price(['1.00', '2.00'])
  await api('POST', '/plus/assign', { storeCode, devList: [{ mac, product: ['P1', 'P2'] }] })
  const object = [{ type: 'product', id: '1', left: 0, top: 0, width: 320, height: 158, index: 0 }]
  await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 158, show: [{ object }] })
  const manifest = async () => (await app.inject({ url: '/api/player/v1/manifest', headers })).json<{ manifest: Manifest }>().manifest
  const card = async () => {
    const answer = await app.inject({ url: (await manifest()).cards[0]?.url ?? '', headers })
    return answer.rawPayload.toString('base64')
  }
  return { storeCode, manifest, card, price }
}
const shout = `def decorate(product, device, ctx):
    info, at = product['prInfo'], ctx['alias']
    if info[at['PRICE']] == '9.99':
        raise ValueError('no price')
    info[at['NAME']] = info[at['NAME']].upper() + ' @ ' + device['name']
    print(product['prCode'])
`

test('what a display shows of a product is what the script made of it, in the list and on the card', async () => {
  const { storeCode, manifest, card, price } = await newDisplay()
  expect((await manifest()).products.map(({ name }) => name)).toEqual(['Milk 1', 'Milk 2'])
  const plain = await card()
  expect((await save('plus-data-decorator', storeCode, shout)).status).toBe(200)
  expect((await manifest()).products.map(({ name }) => name)).toEqual(['MILK 1 @ Bread', 'MILK 2 @ Bread'])
  expect(await card()).not.toBe(plain)
  await price(['1.50', '2.00'])
  expect((await manifest()).products.map(({ price: shown }) => shown)).toEqual(['1,50\u00A0€', '2,00\u00A0€'])
  // Once for each product as it was: a display asks again and again.
  const { runs } = (await api('GET', `/script/plus-data-decorator/store/${storeCode}/run`)).body as unknown as { runs: { items: number }[] }
  expect(runs.reduce((sum, { items }) => sum + items, 0)).toBe(3)
})

test('a price that a script empties takes the product off the display, whose status says so; looking at it raises no alarm', async () => {
  const { storeCode, manifest } = await newDisplay()
  const leftOut = async () =>
    ((await api('GET', `/plus/store/${storeCode}/status/detail`)).body.leftOut as { prCode: string; reason: string }[]).map(
      ({ prCode, reason }) => `${prCode} ${reason}`,
    )
  const onlyFirst = (line: string) => `def decorate(product, device, ctx):\n    if product['prCode'] == 'P1':\n        ${line}\n`
  for (const [line, reason] of [
    [`product['prInfo'][3] = ''`, 'no-price'],
    [`return {'prInfo': {'PRICE': None}}`, 'no-price'],
    [`return product['prInfo'][99]`, 'decorator-error'],
  ] as const) {
    await save('plus-data-decorator', storeCode, onlyFirst(line))
    expect(await leftOut()).toEqual([`P1 ${reason}`])
    expect(await alarms(storeCode)).toEqual([])
  }
  const { products, cards } = await manifest()
  expect([products.map(({ prCode }) => prCode), cards]).toEqual([['P2'], []])
  expect(await alarms(storeCode)).toMatchObject([{ type: 'DECORATOR EXCEPTION', prCode: 'P1' }])
  expect(await leftOut()).toEqual(['P1 decorator-error'])
  await save('plus-data-decorator', storeCode, '', { useType: 'OFF' })
  expect(await leftOut()).toEqual([])
})

test('a product on which it fails is not shown, and an alarm names it; a script that is mended shows it', async () => {
  const { storeCode, manifest, price } = await newDisplay()
  await save('plus-data-decorator', storeCode, shout)
  await price(['1.00', '9.99'])
  const { products, cards } = await manifest()
  expect(products.map(({ prCode, name }) => [prCode, name])).toEqual([['P1', 'MILK 1 @ Bread']])
  expect(cards).toHaveLength(1)
  expect(await alarms(storeCode)).toMatchObject([{ type: 'DECORATOR EXCEPTION', subject: 'plus-data-decorator', prCode: 'P2' }])
  await save('plus-data-decorator', storeCode, shout.replace("raise ValueError('no price')", 'pass'))
  expect((await manifest()).products.map(({ name }) => name)).toEqual(['MILK 1 @ Bread', 'MILK 2 @ Bread'])
})
