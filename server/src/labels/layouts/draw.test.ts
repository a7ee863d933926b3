/** What the designer is shown: the pixels that a tag would get, what is wrong with them, and products that are worth a look. */
import { decodeBitmap, encodeBmp } from '@endcap/label/bitmap'
import { describe, expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
const { db } = context.context
const storeCode = 'DRAW'
await seedStore(context.context, storeCode)
const names: Record<string, [string, string]> = {
  long: ['Extraordinarily long name of an otherwise quite ordinary product of the house', '120'],
  dear: ['Watch', '1280000'],
  cheap: ['Match', '1'],
  bare: ['Nail', ''],
  tea: ['静岡の深蒸し煎茶', '980'],
  kimchi: ['포기김치', '640'],
}
await api('POST', '/product', {
  storeCode,
  productList: Object.entries(names).map(([prCode, [name, price]]) => ({
    prCode,
    prInfo: prCode === 'bare' ? ['', name] : ['', name, 'Maker', price, '', '1 kg'],
  })),
})
const definition = (...elements: object[]) => ({ format: 1, name: 'x', width: 296, height: 128, pages: [{ elements }] })
const draw = (elements: object[], more: object = {}) =>
  api('POST', '/layout/draw', {
    storeCode,
    definition: definition(...elements),
    size: '2.90',
    modelClass: 'bwr',
    products: [{ prCode: 'tea' }],
    ...more,
  })
const name = { type: 'text', x: 10, y: 10, w: 270, h: 40, text: '{NAME}', size: 24 }
const price = { type: 'price', x: 100, y: 60, w: 190, h: 60, field: 'PRICE', size: 50 }

describe('a picture', () => {
  test('is what the glass of a tag shows for the same layout and product', async () => {
    const { body } = await draw([name, price])
    const [page = ''] = body.pages as string[]
    const gateway = await engine.gateway(storeCode, '02EC71000001')
    await gateway.online()
    const tag = tagId(0x71)
    await gateway.hear({ tag })
    const row = {
      store_code: storeCode,
      layout_id: 'SAME',
      size: '2.90',
      model_class: 'bw' as const,
      draft: JSON.stringify(definition(name, price)),
    }
    const { drawing_id } = await db.insertInto('layout_drawings').values(row).returning('drawing_id').executeTakeFirstOrThrow()
    await db.insertInto('layout_versions').values({ drawing_id, version: 1, definition: row.draft }).execute()
    await db.updateTable('layout_mark').set({ mark: '99' }).execute()
    await api('POST', '/product', {
      storeCode,
      productList: [{ prCode: 'tea', prInfo: ['', ...(names.tea ?? []).toSpliced(1, 0, 'Maker'), '', '1 kg'], layoutId: 'SAME' }],
    })
    expect((await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tag, prCode: 'tea' }] })).body).toMatchObject({ tagCount: 1 })
    await engine.engine.settle()
    const [operation] = gateway.taken()
    const content = await context.context.blobs.get(operation?.kind === 'SHOW' ? (operation.images[0]?.hash ?? '') : '')
    expect(content).toBeDefined()
    expect(Buffer.from(encodeBmp(decodeBitmap(content!))).toString('base64')).toBe(page)
  })

  test('comes with what is wrong, where each element stands, and for values that are typed in', async () => {
    const { body } = await draw([{ ...name, w: 30 }, price])
    expect(body.findings).toMatchObject([{ kind: 'overflow', level: 'error', page: 0, element: '1' }])
    expect(body.marks).toMatchObject([{ element: '2', text: expect.stringContaining('980') as string }])
    const typed = await draw([name], { products: [{ prCode: 'new', prInfo: ['', 'Typed'] }] })
    expect(typed.body).toMatchObject({
      findings: [{ kind: 'no-price', level: 'warning', translatable: { sentence: 'price-nowhere' } }],
      marks: [{ element: '1', text: 'Typed' }],
    })
    expect((await draw([name], { products: [{ prCode: 'nobody' }] })).body.findings).toMatchObject([
      { detail: expect.stringContaining('nobody') as string },
    ])
    expect((await draw([name], { storeCode: undefined, products: [{ prCode: 'new', prInfo: ['', 'Typed'] }] })).status).toBe(200)
  })

  test('of each page whose condition holds', async () => {
    const page = (field: string) => ({ elements: [name], when: [{ field, is: 'filled' }] })
    const pages = [{ elements: [name] }, page('PROMO'), page('NAME2')]
    const { body } = await draw([], { definition: { ...definition(), pages } })
    expect([(body.pages as string[]).length, body.shown]).toEqual([2, [0, 2]])
  })

  test('of a definition that cannot be read is refused with the place', async () => {
    expect(await draw([{ ...name, text: '{NAME:shout}' }])).toMatchObject({
      status: 400,
      body: { field: 'definition.pages.0.elements.0.text' },
    })
    expect(await draw([name], { size: '4.20' })).toMatchObject({ status: 400, body: { field: 'definition' } })
    expect(await draw([name], { size: 'wide' })).toMatchObject({ status: 400, body: { field: 'size' } })
  })
})

test('samples are the products that layouts fail with, each once', async () => {
  const { body } = await api('POST', '/layout/sample', { storeCode })
  const why = Object.fromEntries((body.sampleList as { why: string; prCode: string }[]).map((one) => [one.prCode, one.why]))
  expect(why).toMatchObject({ long: 'longest', dear: 'dearest', cheap: 'cheapest', bare: 'empty', tea: 'japanese', kimchi: 'korean' })
  expect((await api('POST', '/layout/sample', { storeCode, search: '김치' })).body.sampleList).toMatchObject([
    { prCode: 'kimchi', why: 'asked' },
    {},
    {},
    {},
    {},
    {},
  ])
  expect((await api('POST', '/layout/sample', { storeCode, search: "%' or 1=1 --" })).body.sampleList).not.toMatchObject([{ why: 'asked' }])
})

test('samples are ten also of products that are all alike', async () => {
  await seedStore(context.context, 'ALIKE')
  const productList = Array.from({ length: 12 }, (_, number) => ({ prCode: `${number}`, prInfo: ['', 'Milk', 'Maker', '100', '', '1 l'] }))
  await api('POST', '/product', { storeCode: 'ALIKE', productList })
  const { body } = await api('POST', '/layout/sample', { storeCode: 'ALIKE' })
  const sampleList = body.sampleList as { prCode: string }[]
  expect(new Set(sampleList.map(({ prCode }) => prCode)).size).toBe(10)
  expect(sampleList).toHaveLength(10)
})
