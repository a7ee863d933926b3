import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadImage, createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { decodeBitmap, encodeBitmap, encodeBmp, encodePng, type Bitmap } from './bitmap.ts'
import { layoutDefinition, type LayoutInput } from './layout.ts'
import { allModels, modelOf, sizeName, sizeOfName, sizeOfTagId, typeOfTagId } from './models.ts'
import { paletteColours } from './palettes.ts'
import { createRenderer } from './render.ts'
import { sampleShops } from './sample-shops.ts'
import { starterAliases, starterLayouts } from './starter.ts'

const renderer = createRenderer()
const aliases = [...starterAliases]
const { japan, korea, germany } = sampleShops
const stores = {
  japan: { ...japan, prInfo: japan.prInfo.with(3, '258').with(4, '298') },
  korea,
  germany: { ...germany, prInfo: germany.prInfo.with(3, '1299.95').with(4, '1499').with(15, '') },
  bare: { locale: 'en-US', currency: 'USD', prInfo: ['4006381333931', 'Bread', '', '2', '', '', '', '', '', '4006381333931'] },
}
const red290 = modelOf('B5')!

function draw(elements: LayoutInput['pages'][number]['elements'], prInfo: readonly string[] = stores.japan.prInfo, model = red290) {
  const layout = layoutDefinition.parse({ format: 1, name: 'test', width: model.width, height: model.height, pages: [{ elements }] })
  return renderer.render({ layout, model, products: [{ prCode: prInfo[0] ?? '', prInfo }], aliases, locale: 'ja-JP', currency: 'JPY' })
}
const inks = (bitmap: Bitmap | undefined) => new Set(bitmap?.pixels)
const text = (value: string, more = {}) => ({ type: 'text' as const, text: value, x: 4, y: 4, w: 200, h: 40, size: 20, ...more })

describe('starter layouts', () => {
  test.each(Object.entries(stores))('all sizes and models draw without a problem for %s', (_, { locale, currency, prInfo }) => {
    const products = [
      { prCode: prInfo[0] ?? '', prInfo },
      { prCode: '2', prInfo: ['2', 'Other', '', '9'] },
    ]
    for (const { layoutId, size, definition } of starterLayouts()) {
      for (const model of allModels().filter((one) => one.size === size && ['B', '4', '9'].includes(one.tagType[0] ?? ''))) {
        const { pages, problems } = renderer.render({ layout: definition, model, products, aliases, locale, currency })
        expect({ layoutId, size, problems }).toEqual({ layoutId, size, problems: [] })
        expect(pages[0]?.pixels.length).toBe(model.width * model.height)
        expect((pages[0]?.pixels ?? new Uint8Array()).reduce((highest, ink) => Math.max(highest, ink), 0)).toBeLessThan(
          paletteColours[model.palette].length,
        )
      }
    }
  })

  test('the same label is the same bytes every time', () => {
    const [layout] = starterLayouts().filter((one) => one.size === '2.90')
    const renderCode = () =>
      renderer.render({
        layout: layout!.definition,
        model: red290,
        products: [{ prCode: '1', prInfo: stores.japan.prInfo }],
        aliases,
        locale: 'ja-JP',
        currency: 'JPY',
      })
    expect(encodeBitmap(renderCode().pages[0]!)).toEqual(encodeBitmap(renderCode().pages[0]!))
  })
})

describe('barcodes', () => {
  beforeAll(() => {
    const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
    prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer } })
  })
  async function decode({ width, height, pixels }: Bitmap) {
    const data = new Uint8ClampedArray(width * height * 16)
    // twice the size, as a scanner's camera would see more than one sample a module
    for (let y = 0; y < height * 2; y++)
      for (let x = 0; x < width * 2; x++)
        data.set(pixels[(y >> 1) * width + (x >> 1)] === 0 ? [255, 255, 255, 255] : [0, 0, 0, 255], 4 * (y * width * 2 + x))
    const found = await readBarcodes({ data, width: width * 2, height: height * 2, colorSpace: 'srgb' }, { tryHarder: true })
    return found.map((one) => one.text)
  }

  test('the EAN of every shelf price label decodes from its pixels', async () => {
    for (const { layoutId, size, definition } of starterLayouts().filter(
      (one) => one.layoutId === 'SHELF_PRICE' || one.layoutId === 'PROMOTION',
    )) {
      const model = allModels().find((one) => one.size === size && one.palette === 'bwr')!
      const { pages } = renderer.render({
        layout: definition,
        model,
        products: [{ prCode: '4984101147641', prInfo: stores.japan.prInfo }],
        aliases,
        locale: 'ja-JP',
        currency: 'JPY',
      })
      expect({ layoutId, size, codes: await decode(pages[0]!) }).toEqual({ layoutId, size, codes: ['4984101147641'] })
    }
  })

  test.each([
    ['ean13', '4984101147641', '4984101147641'],
    ['ean8', '96385074', '96385074'],
    ['upca', '012345678905', '012345678905'],
    ['code128', 'AB-12', 'AB-12'],
    ['qr', 'https://endcap.example', 'https://endcap.example'],
    ['datamatrix', 'Hello', 'Hello'],
  ] as const)('a drawn bar code of type %s decodes to its value', async (symbology, value, expected) => {
    const { pages, problems } = draw([{ type: 'barcode', symbology, value, x: 10, y: 10, w: 250, h: 100 }])
    expect(problems).toEqual([])
    const [found = ''] = await decode(pages[0]!)
    expect(found.endsWith(expected)).toBe(true)
  })

  test('GS1 DataMatrix carries its application identifiers', async () => {
    const { pages } = draw([
      { type: 'barcode', symbology: 'gs1datamatrix', value: '(01)04984101147641(10)L1', x: 10, y: 10, w: 100, h: 100 },
    ])
    expect((await decode(pages[0]!))[0]).toContain('04984101147641')
  })

  test('a wrong check digit and too little room are named', () => {
    expect(draw([{ type: 'barcode', symbology: 'ean13', value: '4984101147642', x: 0, y: 0, w: 200, h: 40 }]).problems[0]).toMatchObject({
      kind: 'bad-barcode',
      element: '1',
    })
    expect(draw([{ type: 'barcode', symbology: 'ean13', value: '4984101147641', x: 0, y: 0, w: 80, h: 40 }]).problems[0]).toMatchObject({
      kind: 'overflow',
    })
  })
})

describe('what cannot be drawn right is a problem', () => {
  test('a price that does not fit is never cut', () => {
    expect(draw([{ type: 'price', field: 'PRICE', x: 0, y: 0, w: 30, h: 40, size: 40, minSize: 30 }]).problems).toMatchObject([
      { kind: 'overflow' },
    ])
    expect(draw([text('{PRICE:price}', { w: 12, ellipsis: true })]).problems).toMatchObject([{ kind: 'overflow' }])
  })
  test('a name is shrunk, wrapped, cut only when allowed', () => {
    const long = text('{NAME}', { w: 60, minSize: 12 })
    expect(draw([long]).problems).toMatchObject([{ kind: 'overflow' }])
    expect(draw([{ ...long, ellipsis: true }]).problems).toEqual([])
    expect(draw([{ ...long, w: 290, h: 60, lines: 2 }]).problems).toEqual([])
  })
  test('a character without a glyph is named with its code point', () => {
    const [problem] = draw([text('Tea \u{1F375}')]).problems
    expect(problem).toMatchObject({ kind: 'missing-glyph' })
    expect(problem?.detail).toContain('U+1F375')
  })
  test('a price and a date that are none', () => {
    const prInfo = stores.japan.prInfo.with(3, '2,5,8').with(12, '2026-02-30')
    const problems = draw([text('{PRICE:price}'), text('{LIST_PRICE:price} {PROMO_UNTIL:date}')], prInfo).problems
    expect(problems.map((one) => one.kind)).toEqual(['no-price', 'bad-value'])
  })
  test('a layout of another size', () => {
    const layout = layoutDefinition.parse({ format: 1, name: 'x', width: 100, height: 100, pages: [{ elements: [] }] })
    expect(renderer.render({ layout, model: red290, products: [], aliases, locale: 'en', currency: 'USD' }).problems).toMatchObject([
      { kind: 'wrong-size' },
    ])
  })
})

describe('elements', () => {
  test('colours fall back to black where the panel has no such ink', () => {
    const red = [{ type: 'box' as const, x: 0, y: 0, w: 50, h: 50, fill: 'red' as const }]
    expect(inks(draw(red).pages[0])).toEqual(new Set([0, 2]))
    expect(inks(draw(red, undefined, modelOf('45')).pages[0])).toEqual(new Set([0, 1]))
    expect(inks(draw([{ ...red[0]!, fill: 'yellow' }], undefined, modelOf('95')).pages[0])).toEqual(new Set([0, 3]))
  })
  test('black text leaves no red at its edges', () => {
    expect(inks(draw([text('{NAME}', { w: 290, h: 60, lines: 2 })]).pages[0])).toEqual(new Set([0, 1]))
  })
  test.each([
    [{ field: 'PROMO', is: 'filled' as const }, true],
    [{ field: 'PROMO', is: 'empty' as const }, false],
    [{ field: 'PRICE', is: 'less' as const, value: '300' }, true],
    [{ field: 'PRICE', is: 'greater' as const, value: '300' }, false],
    [{ field: 'CATEGORY', is: 'equals' as const, value: '乳製品' }, true],
    [{ field: 'NAME', is: 'matches' as const, value: '^北海道' }, true],
  ])('a box is drawn only where its condition holds: %o', (condition, shown) => {
    const { pages } = draw([{ type: 'box', x: 0, y: 0, w: 9, h: 9, fill: 'black', when: [condition] }])
    expect(inks(pages[0]).has(1)).toBe(shown)
  })
  test('strike-through draws over the figure', () => {
    const count = (strike: boolean) => draw([text('{LIST_PRICE:price}', { strike })]).pages[0]!.pixels.filter((ink) => ink === 1).length
    expect(count(true)).toBeGreaterThan(count(false))
  })
  test('a picture is dithered into the palette', () => {
    const canvas = createCanvas(40, 40)
    const context = canvas.getContext('2d')
    context.fillStyle = '#808080'
    context.fillRect(0, 0, 40, 40)
    const data = `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
    const dark = draw([{ type: 'image', x: 0, y: 0, w: 40, h: 40, data, dither: 'floyd-steinberg' }]).pages[0]!.pixels.filter(
      (ink) => ink === 1,
    ).length
    expect(dark).toBeGreaterThan(600)
    expect(dark).toBeLessThan(1000)
  })
})

describe('layouts as JSON', () => {
  const good = { format: 1, name: 'x', width: 100, height: 100, pages: [{ elements: [text('a')] }] }
  test.each([
    ['another version', { ...good, format: 2 }, 'format'],
    ['an unknown field', { ...good, extra: 1 }, ''],
    ['an unknown element', { ...good, pages: [{ elements: [{ type: 'circle' }] }] }, 'pages.0.elements.0.type'],
    ['a size of nothing', { ...good, pages: [{ elements: [text('a', { w: 0 })] }] }, 'pages.0.elements.0.w'],
    ['no page', { ...good, pages: [] }, 'pages'],
  ])('%s is refused with its place', (_, layout, place) => {
    const checked = layoutDefinition.safeParse(layout)
    expect(checked.error?.issues[0]?.path.join('.')).toBe(place)
  })
})

describe('bitmaps', () => {
  test.each([
    ['bw', 1, 1],
    ['bw', 13, 7],
    ['bwr', 296, 128],
    ['bwr', 5, 3],
    ['bwry', 33, 9],
  ] as const)('%s %i × %i goes through the file unchanged', (palette, width, height) => {
    const pixels = Uint8Array.from({ length: width * height }, (_, index) => (index * 7 + (index >> 3)) % paletteColours[palette].length)
    expect(decodeBitmap(encodeBitmap({ width, height, palette, pixels }))).toEqual({ width, height, palette, pixels })
  })
  test('a damaged file is refused', () => {
    const file = encodeBitmap({ width: 20, height: 20, palette: 'bw', pixels: new Uint8Array(400) })
    expect(() => decodeBitmap(file.subarray(0, 5))).toThrow('Not a label bitmap')
    expect(() => decodeBitmap(Uint8Array.from([...file.slice(0, 6), 40, 0, 40, 0, ...file.slice(10)]))).toThrow()
  })
  /** The colours that another reader of pictures finds. */
  const read = async (file: Uint8Array, { width, height }: Pick<Bitmap, 'width' | 'height'>) => {
    const context = createCanvas(width, height).getContext('2d')
    context.drawImage(await loadImage(Buffer.from(file)), 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    return Array.from({ length: width * height }, (_, n) => (data[4 * n]! << 16) | (data[4 * n + 1]! << 8) | data[4 * n + 2]!)
  }
  test.each(['bw', 'bwr', 'bwry'] as const)('a BMP of %s shows the pixels in pure colours, a PNG in those of the inks', async (palette) => {
    // A width that fills no whole words.
    const [width, height, inks] = [45, 7, paletteColours[palette].length]
    const pixels = Uint8Array.from({ length: width * height }, (_, n) => (n * 7 + (n >> 3)) % inks)
    const bitmap: Bitmap = { width, height, palette, pixels }
    const bmp = encodeBmp(bitmap)
    expect(new DataView(bmp.buffer).getUint16(28, true)).toBe(palette === 'bw' ? 1 : 4)
    expect(await read(bmp, bitmap)).toEqual([...pixels].map((ink) => paletteColours[palette][ink]))
    const inPng = await read(encodePng(bitmap), bitmap)
    expect(new Set(inPng).size).toBe(inks)
    expect(inPng.every((colour, n) => colour === inPng[pixels.indexOf(pixels[n]!)])).toBe(true)
  })
})

test('models and sizes follow the specification’s tables', () => {
  expect(modelOf('B5')).toMatchObject({ size: '2.90', width: 296, height: 128, palette: 'bwr', led: true, nfc: true, freezer: false })
  expect(modelOf('4A')).toMatchObject({ size: '2.13', palette: 'bw', freezer: true })
  expect(modelOf('ZZ')).toBeUndefined()
  expect(['6', 'A', 'C', '5', '9', 'E', 'D', 'B', '8', 'F'].map((char) => sizeOfTagId(`00000000${char}0000000`))).toEqual([
    '1p54',
    '2p13',
    '2p66',
    '2p90',
    '4p20',
    '3p10',
    '5p65',
    '5p83',
    '7p50',
    '13p30',
  ])
  expect(sizeOfTagId('00000000Z')).toBe('UNKNOWN')
  expect(['5A3C9E0050000001', '7E01A0B152000001', '0D15A0B152000001'].map((id) => [sizeOfTagId(id), typeOfTagId(id)])).toEqual([
    ['2p90', '05'],
    ['UNKNOWN', 'UNKNOWN'],
    ['UNKNOWN', 'UNKNOWN'],
  ])
  expect([sizeName('B5'), sizeName('20'), sizeName('2F'), sizeName('2Z')]).toEqual(['R290', 'R565N', 'R1330', 'UNKNOWN'])
  expect([sizeOfName('R154'), sizeOfName('R565N'), sizeOfName('R9')]).toEqual(['1p54', '5p65N', 'UNKNOWN'])
})
