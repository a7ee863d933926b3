/** What a look at the finished page finds, each next to what it must not find. */
import { describe, expect, test } from 'vitest'
import type { Finding } from './inspect.ts'
import { layoutDefinition, type LayoutDefinition, type LayoutInput } from './layout.ts'
import { allModels, modelOf, type Model } from './models.ts'
import { createRenderer } from './render.ts'
import { sampleShops } from './sample-shops.ts'
import { scaledLayout } from './scaled.ts'
import { createScanner } from './scanner.ts'
import { starterAliases, starterLayout, starterLayouts } from './starter.ts'

type ElementInput = LayoutInput['pages'][number]['elements'][number]
const renderer = createRenderer()
const { germany, japan } = sampleShops
const red290 = modelOf('B5')!
const yellow290 = modelOf('95')!

/** That these layouts have no price is no matter here (roles.test.ts). */
const leaveRoles = (problems: readonly Finding[]) => problems.filter(({ translatable }) => !translatable.sentence.endsWith('-nowhere'))
async function inspectLayout(
  layout: LayoutDefinition,
  model: Pick<Model, 'width' | 'height' | 'palette'> = red290,
  prInfo: readonly string[] = japan.prInfo,
) {
  const words = { aliases: starterAliases, locale: 'ja-JP', currency: 'JPY' }
  const inspected = await renderer.inspect({ layout, model, products: [{ prCode: prInfo[0]!, prInfo }], ...words })
  return { ...inspected, problems: leaveRoles(inspected.problems) }
}
const layoutOf = (elements: ElementInput[], page = {}) =>
  layoutDefinition.parse({ format: 1, name: 'x', width: 296, height: 128, pages: [{ elements, ...page }] })
const inspect = (elements: ElementInput[], model = red290, page = {}) => inspectLayout(layoutOf(elements, page), model)
const found = async (elements: ElementInput[], model = red290, page = {}) => kinds((await inspect(elements, model, page)).problems)
const kinds = (problems: readonly Finding[]) => problems.map(({ kind, level, element }) => `${level} ${kind} ${element}`)

const text = (value: string, more = {}): ElementInput => ({ type: 'text', text: value, x: 20, y: 40, w: 200, h: 30, size: 20, ...more })
const box = (x: number, y: number, w: number, h: number, fill: 'black' | 'white' | 'red' | 'yellow' = 'black'): ElementInput => ({
  type: 'box',
  x,
  y,
  w,
  h,
  fill,
})
const code = (more = {}): ElementInput => ({
  type: 'barcode',
  symbology: 'ean13',
  value: '4984101147641',
  x: 20,
  y: 20,
  w: 226,
  h: 60,
  ...more,
})
/** Ink of the text that most tests draw. */
const [milk] = (await inspect([text('Milk 0123')])).marks

describe('clipped', () => {
  test('ink beyond the edge of the panel', async () => {
    expect(await found([text('Milk', { x: -6 })])).toEqual(['error clipped 1'])
    expect(await found([text('Milk', { x: 280, w: 60 })])).toEqual(['error clipped 1'])
    expect(await found([{ type: 'price', field: 'PRICE', x: 80, y: 100, w: 180, h: 40, size: 40, valign: 'bottom' }])).toEqual([
      'error clipped 1',
    ])
    expect(await found([text('Milk', { x: 400 })])).toEqual(['error clipped 1'])
  })
  test('not ink that ends at the edge, and not what is no text', async () => {
    expect(await found([text('Milk', { x: 0, y: 0 })])).toEqual([])
    expect(await found([text('Milk', { x: 296 - 200, y: 98, align: 'right', valign: 'bottom' })])).toEqual([])
    expect(await found([box(-20, -20, 400, 30)])).toEqual([])
  })
  test('a later box over a letter, in whatever ink', async () => {
    const { x, y, w, h } = milk!
    for (const fill of ['white', 'black', 'red'] as const)
      expect({ fill, found: await found([text('Milk 0123'), box(x + w - 12, y, 12, h, fill)]) }).toEqual({
        fill,
        found: ['error clipped 1'],
      })
    expect(await found([text('Milk 0123'), box(x - 9, y - 9, w + 18, h + 18, 'red')])).toEqual(['error clipped 1'])
  })
  test('not an earlier box, one beside it, and not a hair of it', async () => {
    const { x, y, w, h } = milk!
    expect(await found([box(x - 4, y - 4, w + 8, h + 8, 'red'), text('Milk 0123')])).toEqual([])
    expect(await found([text('Milk 0123'), box(x + w, y, 12, h, 'white'), box(x - 9, y, 9, h, 'white')])).toEqual([])
    expect(await found([text('Milk 0123'), box(x + w, y - 20, 2, h + 40)])).toEqual([])
    // White where nothing but white is: around a letter, and one row of its foot.
    expect(await found([text('Milk 0123'), box(x, y + h, w, 20, 'white')])).toEqual([])
  })
  test('not a line that strikes it out, but one of white that cuts it', async () => {
    const { x, y, w, h } = milk!
    const middle = y + Math.round(h / 2)
    const line = (color: 'black' | 'red' | 'white', lineWidth: number): ElementInput => ({
      type: 'line',
      x: x - 3,
      y: middle,
      x2: x + w + 3,
      y2: middle,
      color,
      lineWidth,
    })
    expect(await found([text('Milk 0123'), line('black', 2)])).toEqual([])
    expect(await found([text('Milk 0123'), line('red', 2)])).toEqual([])
    expect(await found([text('Milk 0123', { strike: true })])).toEqual([])
    expect(await found([text('Milk 0123'), { ...line('black', 1), y: y + h, y2: y - 1 } as ElementInput])).toEqual([])
    expect(await found([text('Milk 0123'), line('white', 2)])).toEqual(['error clipped 1'])
  })
  test('two texts over each other', async () => {
    const over = await found([text('Milk 0123'), text('Wheat 987', { y: 43 })])
    expect(over).toContain('error clipped 1')
    expect(await found([text('Milk 0123'), text('Wheat 987', { y: 43 + milk!.h })])).toEqual([])
  })
  test('a bar code that is painted over', async () => {
    expect(await found([code(), box(60, 20, 60, 60, 'white')])).toEqual(['error clipped 1', 'error unreadable-barcode 1'])
  })
})

describe('unreadable-barcode', () => {
  test('black bars on white, yellow or red are read', async () => {
    expect(await found([code()])).toEqual([])
    expect(await found([box(0, 0, 296, 128, 'yellow'), code()], yellow290)).toEqual([])
    expect(await found([code()], red290, { background: 'red' })).toEqual([])
    expect(await found([code()], red290, { background: 'black' })).toEqual(['error unreadable-barcode 1', 'error unreadable-barcode 1'])
  })
  test('red bars are none to a scanner; a panel without red draws them black', async () => {
    const { problems } = await inspect([code({ color: 'red' })])
    expect(kinds(problems)).toEqual(['error unreadable-barcode 1'])
    expect(problems[0]?.detail).toContain('is red')
    expect(await found([code({ color: 'red' })], modelOf('45'))).toEqual([])
  })
  test('ink in the quiet zone, not beside it', async () => {
    const [bars] = (await inspect([code()])).marks
    const { x, w } = bars!
    // 190 pixels of bars are 2 a module; 9 modules are quiet.
    expect(w).toBe(190)
    expect(await found([code(), box(x + w + 18, 20, 2, 60)])).toEqual([])
    expect(await found([code(), box(x - 20, 20, 2, 60)])).toEqual([])
    for (const at of [x + w + 16, x + w, x - 2, x - 18]) {
      const { problems } = await inspect([code(), box(at, 30, 2, 5, 'red')])
      expect(kinds(problems)).toEqual(['error unreadable-barcode 1'])
      expect(problems[0]?.detail).toContain('ink within the 9 modules')
    }
    // Figures below the bars are in no reader's way.
    expect(await found([code(), text('4984101147641', { x: 40, y: 82 })])).toEqual([])
  })
  test('a quiet zone that the panel cuts off', async () => {
    const { problems } = await inspect([code({ quiet: 0, x: 17, w: 190 })])
    expect(kinds(problems)).toEqual(['error unreadable-barcode 1'])
    expect(problems[0]?.detail).toContain('lacks room')
    expect(await found([code({ quiet: 0, x: 18, w: 190 })])).toEqual([])
  })
  test('a code that lies nowhere on the panel', async () => {
    expect(await found([code({ x: 400 })])).toEqual(['error clipped 1', 'error unreadable-barcode 1', 'error unreadable-barcode 1'])
    expect(await found([code({ y: 200 })])).toEqual(['error clipped 1', 'error unreadable-barcode 1'])
  })
  test('other bars over it are read as something else or not at all, a code beside it is', async () => {
    const qr = (more = {}) => code({ symbology: 'qr', value: 'https://a.example', x: 20, y: 20, w: 100, h: 100, ...more })
    expect(await found([qr(), qr({ x: 150, value: 'B' })])).toEqual([])
    const over = (await inspect([qr(), qr({ x: 20, value: 'https://b.example' })])).problems
    expect(over.filter(({ kind, element }) => kind === 'unreadable-barcode' && element === '1')).not.toEqual([])
    // All of it covered, quiet zone included: what is read is the other one.
    const [a, b] = [qr(), qr({ value: 'https://b.example' })]
    const hidden = (await inspect([a, box(20, 20, 100, 100, 'white'), b])).problems
    expect(hidden.find(({ kind }) => kind === 'unreadable-barcode')?.detail).toContain('is read as "https://b.example"')
  })
  test('equal pixels are read once', async () => {
    const scanner = createScanner()
    const seen = (dark: number) => ({ width: 30, height: 4, dark: new Uint8Array(120).fill(dark) })
    const first = await scanner.read('ean13', seen(0))
    expect(await scanner.read('ean13', seen(0))).toBe(first)
    for (const other of [
      await scanner.read('ean13', seen(1)),
      await scanner.read('qr', seen(0)),
      await scanner.read('ean13', { ...seen(0), width: 60, height: 2 }),
    ])
      expect(other).not.toBe(first)
  })
})

describe.each([
  ['ean13', '4984101147641'],
  ['ean13', '498410114764'],
  ['ean13', '4984101147641 12'],
  ['ean8', '96385074'],
  ['ean8', '9638507'],
  ['upca', '012345678905'],
  ['upca', '01234567890'],
  ['code128', 'AB-12 xyz'],
  ['gs1-128', '(01)04984101147641(10)L1(21)5'],
  ['code39', 'AB-12 9'],
  ['itf14', '04984101147641'],
  ['itf14', '1498410114764'],
  ['databaromni', '(01)04984101147641'],
  ['databaromni', '(01)0498410114764'],
  ['gs1datamatrix', '(01)04984101147641(10)L1(21)5'],
  ['datamatrix', '北海道 é'],
  ['qr', 'https://endcap.example/北海道'],
  ['pdf417', 'Endcap 北海道 0123456789'],
] as const)('%s of "%s"', (symbology, value) => {
  test('is read back from our pixels at every width of a module, and not when a stroke of it is missing', async () => {
    const panel = { width: 900, height: 300, palette: 'bw' } as const
    const inspectCode = async (w: number, more: ElementInput[] = []) => {
      const elements = [{ type: 'barcode' as const, symbology, value, x: 20, y: 20, w, h: Math.min(260, w) }, ...more]
      const layout = layoutDefinition.parse({ format: 1, name: 'x', width: 900, height: 300, pages: [{ elements }] })
      return inspectLayout(layout, panel)
    }
    let drawn = 0
    for (const w of [130, 200, 300, 450, 600, 860]) {
      const { problems, marks } = await inspectCode(w)
      if (problems.some(({ kind }) => kind === 'overflow')) continue
      drawn++
      expect({ w, problems }).toEqual({ w, problems: [] })
      const { x, y, w: across, h } = marks[0]!
      const broken = await inspectCode(w, [box(x + Math.round(across * 0.3), y, Math.round(across * 0.35), h, 'white')])
      expect({ w, kinds: kinds(broken.problems) }).toEqual({ w, kinds: ['error clipped 1', 'error unreadable-barcode 1'] })
    }
    expect(drawn).toBeGreaterThanOrEqual(3)
  })
})

test('a row of PDF417 is three modules high', async () => {
  const { marks } = await inspect([code({ symbology: 'pdf417', value: 'A', x: 20, y: 20, w: 107, h: 60 })])
  expect(marks).toMatchObject([{ w: 103, h: 18 }])
})

describe('tiny-text', () => {
  test.each([
    [8, []],
    [7, ['warning tiny-text 1']],
    [6, ['warning tiny-text 1']],
  ])('of %i pixels', async (size, expected) => {
    expect(await found([text('abc', { size })])).toEqual(expected)
    expect(await found([text('abc', { size: 30, minSize: size, w: Math.round(2.1 * size) })])).toContain('warning shrunk 1')
  })
  test('below six is an error, as is a small part of a price', async () => {
    // The format has no such sizes: this is what a layout is that came past it.
    const small = (one: ElementInput, size: number) => {
      const layout = layoutOf([one])
      return {
        ...layout,
        pages: [{ ...layout.pages[0]!, elements: layout.pages[0]!.elements.map((element) => ({ ...element, size })) }],
      } as LayoutDefinition
    }
    expect(kinds((await inspectLayout(small(text('abc'), 5))).problems)).toEqual(['error tiny-text 1'])
    const price: ElementInput = { type: 'price', field: 'PRICE', x: 20, y: 20, w: 200, h: 40, size: 20 }
    expect(kinds((await inspectLayout(small(price, 5))).problems)).toEqual(['error tiny-text 1'])
    expect(kinds((await inspectLayout(small(price, 7))).problems)).toEqual(['warning tiny-text 1'])
    // Figures may be large as long as the sign beside them is: it is never drawn smaller than 11.
    expect(await found([{ ...price, small: 0.2, size: 40 }])).toEqual([])
  })
})

describe('low-contrast', () => {
  const on = (ground: 'black' | 'white' | 'red' | 'yellow', color: 'black' | 'white' | 'red' | 'yellow') =>
    found([box(0, 0, 296, 128, ground), text('Milk 0123', { color })], yellow290)
  test.each([
    ['black', 'black'],
    ['white', 'white'],
    ['white', 'yellow'],
    ['yellow', 'white'],
    ['red', 'yellow'],
    ['yellow', 'red'],
  ] as const)('on %s: %s', async (ground, color) => {
    expect(await on(ground, color)).toEqual(['error low-contrast 2'])
  })
  test.each([
    ['white', 'black'],
    ['white', 'red'],
    ['black', 'white'],
    ['black', 'red'],
    ['black', 'yellow'],
    ['red', 'white'],
    ['red', 'black'],
    ['yellow', 'black'],
  ] as const)('not on %s: %s', async (ground, color) => {
    expect(await on(ground, color)).toEqual([])
  })
  test('inks that a panel lacks count as what it draws instead', async () => {
    expect(await found([text('Milk', { color: 'yellow' })], red290)).toEqual([])
    expect(await found([box(0, 0, 296, 128, 'red'), text('Milk')], modelOf('45'))).toEqual(['error low-contrast 2'])
  })
  test('white letters that leave their band, not a band that ends behind them', async () => {
    const { x, y, w, h } = milk!
    const band = (width: number) => [box(0, y - 4, width, h + 8), text('Milk 0123', { color: 'white' })]
    expect(await found(band(x + w))).toEqual([])
    expect(await found(band(x + w - 12))).toEqual(['error low-contrast 2'])
  })
  test('a line below a text is no ground', async () => {
    const { x, y, w, h } = milk!
    expect(await found([box(x, y + h - 3, w, 1), text('Milk 0123')])).toEqual([])
  })
})

describe('shrunk and cut', () => {
  test('below seven tenths of the size', async () => {
    const width = milk!.w
    expect(await found([text('Milk 0123', { minSize: 10, w: Math.round(width * 0.8) })])).toEqual([])
    expect(await found([text('Milk 0123', { minSize: 10, w: Math.round(width * 0.6) })])).toEqual(['warning shrunk 1'])
  })
  test('a text that ends with …, not one that has it of its own', async () => {
    expect(await found([text('Milk 0123', { ellipsis: true, w: 60 })])).toEqual(['warning cut 1'])
    expect(await found([text('Milk…', { ellipsis: true })])).toEqual([])
  })
  test('warnings come behind errors', async () => {
    expect(await found([text('Milk 0123', { ellipsis: true, w: 60 }), text('Milk', { x: -6, y: 90 })])).toEqual([
      'error clipped 2',
      'warning cut 1',
    ])
  })
})

describe('what render reports and draws', () => {
  test('is here as well, and the pixels are the same', async () => {
    const layout = layoutOf([text('{PRICE:price}', { w: 12 }), text('Tea \u{1F375}'), code()])
    const request = {
      layout,
      model: red290,
      products: [{ prCode: '1', prInfo: japan.prInfo }],
      aliases: starterAliases,
      locale: 'ja-JP',
      currency: 'JPY',
    }
    const [rendered, inspected] = [renderer.render(request), await renderer.inspect(request)]
    expect(rendered.problems).toHaveLength(2)
    expect(leaveRoles(inspected.problems)).toEqual(rendered.problems.map((problem) => ({ ...problem, level: 'error' })))
    expect(inspected.pages).toEqual(rendered.pages)
  })
  test('marks tell where an element’s ink is, with its size and text', async () => {
    const price: ElementInput = { type: 'price', field: '1.PRICE', x: 0, y: 0, w: 60, h: 20, size: 40, minSize: 10 }
    const repeat: ElementInput = { type: 'repeat', count: 2, dx: 0, dy: 20, elements: [text('{NAME2}', { y: 5 }) as never] }
    const absent = text('gone', { when: [{ field: 'NAME', is: 'empty' }] })
    const { marks } = await inspect([text('Milk 0123'), absent, text('{STOCK2}'), box(10, 100, 30, 9, 'red'), price, repeat])
    expect(marks.map(({ element, size, text }) => [element, size, text])).toEqual([
      ['1', 20, 'Milk 0123'],
      ['4', null, null],
      ['5', expect.any(Number), '¥1,258'],
      ['6.1', 20, '北里乳業'],
    ])
    expect(marks[1]).toMatchObject({ page: 0, x: 10, y: 100, w: 30, h: 9 })
    const { pages } = await inspect([text('Milk 0123')])
    const places = [...pages[0]!.pixels.keys()].filter((at) => pages[0]!.pixels[at] === 1)
    const [xs, ys] = [places.map((at) => at % 296), places.map((at) => Math.floor(at / 296))]
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    expect(marks[0]).toMatchObject({ x, y, w: Math.max(...xs) - x + 1, h: Math.max(...ys) - y + 1 })
  })
  test('pages are told by their place in the layout', async () => {
    const layout = layoutOf([])
    const hidden = { ...layout.pages[0]!, when: [{ field: 'NAME', is: 'empty' as const }] }
    const last = layoutOf([text('Milk', { x: -6 })]).pages[0]!
    const { pages, shown, problems, marks } = await inspectLayout({ ...layout, pages: [layout.pages[0]!, hidden, last] })
    expect([pages.length, shown, problems.map(({ page }) => page), marks.map(({ page }) => page)]).toEqual([2, [0, 2], [2], [2]])
  })
})

describe('starter layouts', () => {
  const shops = Object.entries(sampleShops)
  const errorsOf = async (
    layout: LayoutDefinition,
    model: Pick<Model, 'width' | 'height' | 'palette'>,
    { prInfo, locale, currency }: (typeof shops)[number][1],
    count: number,
  ) => {
    const products = Array.from({ length: count }, () => ({ prCode: prInfo[0]!, prInfo }))
    const { problems } = await renderer.inspect({ layout, model, products, aliases: starterAliases, locale, currency })
    return problems.filter(({ level }) => level === 'error')
  }
  test.each(shops)('of all sizes and palettes are free of errors for %s', async (_, shop) => {
    for (const { layoutId, size, definition } of starterLayouts()) {
      for (const palette of ['bw', 'bwr', 'bwry'] as const) {
        const model = allModels().find((one) => one.size === size && one.palette === palette)!
        for (const count of layoutId === 'MULTI' ? [1, 3, 9] : [1])
          expect({ name: definition.name, palette, errors: await errorsOf(definition, model, shop, count) }).toEqual({
            name: definition.name,
            palette,
            errors: [],
          })
      }
    }
  })
  /** Every panel of the catalogue, and each turned by 90 degrees; those of the specification are looked at above. */
  const panels = new Map(
    allModels()
      .flatMap(({ width, height }) => [
        { width, height },
        { width: height, height: width },
      ])
      .map((panel) => [`${panel.width}x${panel.height}`, panel]),
  )
  test.each(shops)('draw themselves without errors for every panel of the catalogue, upright too, for %s', async (_, shop) => {
    expect(panels.size).toBeGreaterThan(100)
    for (const [size, panel] of panels) {
      // On large ones there is room for every shop where there is for the longest words.
      if (panel.width * panel.height > 200_000 && shop !== germany) continue
      for (const layoutId of ['SHELF_PRICE', 'PROMOTION', 'PRODUCE', 'OUT_OF_STOCK', 'MULTI']) {
        const definition = starterLayout(layoutId, { size, ...panel })
        for (const count of layoutId === 'MULTI' ? [2, 9] : [1]) {
          const errors = definition && (await errorsOf(definition, { ...panel, palette: 'bwr' }, shop, count))
          expect({ size, layoutId, count, errors }).toEqual({ size, layoutId, count, errors: [] })
        }
      }
    }
  })
  test.each(['bwy', 'gray4', 'gray16', 'spectra6', 'seven'] as const)('are free of errors in %s', async (palette) => {
    for (const { definition } of starterLayouts().filter(({ size }) => ['2.90', '4.20'].includes(size)))
      expect(await errorsOf(definition, { ...definition, palette }, germany, 2)).toEqual([])
  })
  test('there is none where the panel has no room at all, nor of another name', () => {
    expect(starterLayout('SHELF_PRICE', { size: 'x', width: 16, height: 16 })).toBeUndefined()
    expect(starterLayout('NONE', { size: 'x', width: 296, height: 128 })).toBeUndefined()
  })
  test('scaled to another panel have no errors but for what cannot be smaller', async () => {
    const panels = allModels().filter(({ tagType }) => tagType.startsWith('B'))
    let free = 0
    for (const { definition } of starterLayouts()) {
      for (const panel of panels) {
        const scaled = scaledLayout(definition, panel)
        expect(layoutDefinition.safeParse(scaled).data).toEqual(scaled)
        const errors = await errorsOf(scaled, panel, japan, 1)
        if (errors.length === 0) free++
        // A bar code has at least a pixel for each module, and text at least 6.
        const unexplained = errors.filter(
          ({ kind, detail }) => kind !== 'overflow' || !/^[\w -]+ with \d+ modules does not fit |at size 6$/.test(detail),
        )
        const grown = panel.width >= definition.width && panel.height >= definition.height ? errors : []
        expect({ name: definition.name, to: panel.size, unexplained, grown }).toEqual({
          name: definition.name,
          to: panel.size,
          unexplained: [],
          grown: [],
        })
      }
    }
    // Of 605; the others are large labels on small panels.
    expect(free).toBeGreaterThanOrEqual(459)
  })
})
