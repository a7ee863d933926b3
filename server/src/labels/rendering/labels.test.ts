/** Labels before they are anything: previews and checks say what the engine will do. */
import { decodeBitmap } from '@endcap/label/bitmap'
import { modelOf } from '@endcap/label/models'
import { paletteColours } from '@endcap/label/palettes'
import { createRenderer } from '@endcap/label/render'
import { starterAliases, starterLayouts } from '@endcap/label/starter'
import { describe, expect, test } from 'vitest'
import { seedAccount, seedStore, caller, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import type { LabelToCheck } from '../../catalogue/ports.ts'
import { checkLabels } from './labels.service.ts'

const { context: test_, app, engine, api } = await startTestEngine()
const { context } = test_
let stores = 0
async function newStore(more: object = {}) {
  const storeCode = `L${++stores}`
  await seedStore(context, storeCode, more)
  return storeCode
}

/** Reads an indexed BMP by the letter of the format: the palette indexes, row by row from the top, and its colours. */
function readBmp(base64: unknown) {
  const file = Buffer.from(String(base64), 'base64')
  const [start, width, height] = [file.readUInt32LE(10), file.readInt32LE(18), file.readInt32LE(22)]
  const [bits, inks] = [file.readUInt16LE(28), file.readUInt32LE(46)]
  expect([file.toString('latin1', 0, 2), file.readUInt32LE(2), file.readUInt32LE(30)]).toEqual(['BM', file.length, 0])
  const stride = (file.length - start) / height
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = x * bits
      const byte = file[start + (height - 1 - y) * stride + (at >> 3)] ?? 0
      pixels[y * width + x] = (byte >> (8 - bits - (at & 7))) & ((1 << bits) - 1)
    }
  return { width, height, bits, pixels, colours: Array.from({ length: inks }, (_, n) => file.readUInt32LE(54 + 4 * n)) }
}

const renderer = createRenderer()
function rendered({ layoutId, tagType, prInfo, locale = 'ja-JP', currency = 'JPY' }: Record<string, unknown> & { prInfo: string[] }) {
  const model = modelOf(String(tagType))!
  const layout = starterLayouts().find((one) => one.layoutId === layoutId && one.size === model.size)!.definition
  const products = [{ prCode: prInfo[0] ?? '', prInfo }]
  return renderer.render({ layout, model, products, aliases: starterAliases, locale: String(locale), currency: String(currency) })
}
const milk = ['4901', 'Milk', '', '198']

describe('POST /product/preview/encoded', () => {
  const preview = async (body: object) => (await api('POST', '/product/preview/encoded', body)).body
  test.each([
    ['4A', 1, 'bw'],
    ['B5', 4, 'bwr'],
    ['19', 4, 'bwry'],
  ] as const)('of a %s is a BMP of %i bits with the pixels of the renderer', async (tagType, bits, palette) => {
    const storeCode = await newStore()
    const body = await preview({ storeCode, layoutId: 'PROMOTION', prCode: '4901', prInfo: milk, tagType })
    const { pages } = rendered({ layoutId: 'PROMOTION', tagType, prInfo: milk })
    expect(body).toMatchObject({ problems: [], layoutId: 'PROMOTION', tagType })
    const pictures = [body.encodedImage, ...(body.subPage as string[])].map(readBmp)
    expect(pictures).toHaveLength(pages.length)
    for (const [place, picture] of pictures.entries()) {
      expect(picture).toMatchObject({
        width: modelOf(tagType)?.width,
        height: modelOf(tagType)?.height,
        bits,
        colours: paletteColours[palette],
      })
      expect(Buffer.from(picture.pixels).equals(Buffer.from(pages[place]!.pixels))).toBe(true)
    }
  })

  test('is what comes to the glass when it is saved and assigned', async () => {
    const storeCode = await newStore({ locale: 'de-DE', currency: 'EUR' })
    const gateway = await engine.gateway(storeCode, '02EC5A0A0001')
    await gateway.online()
    await gateway.hear({ tag: tagId(0xb001) })
    const product = { prCode: '4901', prInfo: ['', 'Milch', '', '1.98'], layoutId: 'PROMOTION' }
    const before = await preview({ storeCode, ...product, tagType: 'b5' })
    await api('POST', '/product', { storeCode, productList: [product] })
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tagId(0xb001), prCode: '4901' }] })
    await engine.engine.settle()
    const [operation] = gateway.taken()
    const content = await context.blobs.get(operation?.kind === 'SHOW' ? (operation.images[0]?.hash ?? '') : '')
    expect(Buffer.from(decodeBitmap(content!).pixels).equals(Buffer.from(readBmp(before.encodedImage).pixels))).toBe(true)
  })

  test('names what cannot be drawn right, and draws the rest', async () => {
    const storeCode = await newStore()
    const of = (more: object) => preview({ storeCode, layoutId: 'SHELF_PRICE', prCode: '1', prInfo: milk, tagType: 'B5', ...more })
    const glyph = await of({ prInfo: ['', 'Milk \u{10FFFD}', '', '198'] })
    expect(glyph).toMatchObject({
      problems: [{ reason: 'render-missing-glyph', page: 0, detail: expect.stringContaining('U+10FFFD') as string }],
    })
    expect(readBmp(glyph.encodedImage)).toMatchObject({ width: 296, height: 128 })
    const long = await of({ prInfo: ['', 'Milk', '', '198765432198765'] })
    expect((long.problems as { reason: string }[]).map((one) => one.reason)).toContain('render-overflow')
    expect(await of({ prInfo: ['', 'Milk', '', 'cheap'] })).toMatchObject({ problems: [{ reason: 'no-price' }] })
    expect(await of({ prInfo: ['', ' ', '', '198'] })).toMatchObject({ problems: [{ reason: 'no-name' }] })
    expect(await of({ layoutId: 'NONE' })).toMatchObject({ encodedImage: null, subPage: [], problems: [{ reason: 'no-layout' }] })
    expect(await of({ tagType: 'ZZ' })).toMatchObject({ code: 'invalid', field: 'tagType' })
    expect(await of({ tagType: 'EE' })).toMatchObject({ encodedImage: null, problems: [{ reason: 'unknown-model' }] })
  })

  test('without a store or a model it takes what suits: the account’s only store, a tag that shows the product', async () => {
    const storeCode = await newStore({ locale: 'de-DE', currency: 'EUR' })
    const body = { layoutId: '', prCode: '4901', prInfo: ['', 'Milk', '', '1.98'] }
    const prInfo = ['4901', 'Milk', '', '1.98']
    const shared = await preview(body)
    const english = rendered({ layoutId: 'SHELF_PRICE', tagType: 'B5', prInfo, locale: 'en-US', currency: 'USD' })
    expect(shared).toMatchObject({ layoutId: 'SHELF_PRICE', tagType: 'B5', problems: [] })
    expect(Buffer.from(readBmp(shared.encodedImage).pixels).equals(Buffer.from(english.pages[0]!.pixels))).toBe(true)

    const clerk = caller(
      app,
      await seedAccount(context, { email: `${storeCode.toLowerCase()}@test.example`, stores: [storeCode], privileges: ['product.read'] }),
    )
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tagId(0xb101), prCode: '4901' }] })
    await context.db.updateTable('tags').set({ tag_type: '39' }).where('tag_mac', '=', tagId(0xb101)).execute()
    const own = (await clerk('POST', '/product/preview/encoded', body)).body
    const german = rendered({ layoutId: 'SHELF_PRICE', tagType: '39', prInfo, locale: 'de-DE', currency: 'EUR' })
    expect(own).toMatchObject({ tagType: '39', problems: [] })
    expect(Buffer.from(readBmp(own.encodedImage).pixels).equals(Buffer.from(german.pages[0]!.pixels))).toBe(true)

    const other = await clerk('POST', '/product/preview/encoded', { ...body, storeCode: await newStore() })
    expect([other.status, other.body.code]).toEqual([403, 'other-store'])
  })
})

describe('checkLabels', () => {
  const label = (name: string, price = '198', more: Partial<LabelToCheck> = {}): LabelToCheck => ({
    tagMac: name,
    tagType: 'B5',
    products: [{ prCode: '1', prInfo: ['1', name, '', price] }],
    ...more,
  })
  test('says of each label, in their order, why it could not be shown', async () => {
    const storeCode = await newStore()
    const checked = await checkLabels(context, {
      storeCode,
      labels: [
        label('fine'),
        label('\u{10FFFD}'),
        label('long', '198765432198765'),
        label('fine'),
        label('absent', '1', { products: [{ prCode: '9', prInfo: null }] }),
        label('layout', '1', { layoutId: 'NONE' }),
        label('model', '1', { tagType: 'EE' }),
      ],
    })
    expect(checked.map((one) => [one.tagMac, one.problems[0]?.reason])).toEqual([
      ['fine', undefined],
      ['\u{10FFFD}', 'render-missing-glyph'],
      ['long', 'render-overflow'],
      ['fine', undefined],
      ['absent', 'render-error'],
      ['layout', 'no-layout'],
      ['model', 'unknown-model'],
    ])
    expect(checked[4]?.problems[0]?.detail).toBe('Product 9 does not exist')
  })

  test('many labels leave the API’s thread free, and can be stopped', async () => {
    const storeCode = await newStore()
    const labels = Array.from({ length: 600 }, (_, n) => label(`Product ${n}`, String(n)))
    let ticks = 0
    const ticking = setInterval(() => ticks++, 5)
    const began = performance.now()
    const checked = await checkLabels(context, { storeCode, labels })
    clearInterval(ticking)
    const took = performance.now() - began
    expect(checked.flatMap((one) => one.problems)).toEqual([])
    // On this thread there would be one tick for each slice.
    expect(ticks).toBeGreaterThan(Math.min(20, took / 40))
    await expect(checkLabels(context, { storeCode, labels, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })
})
