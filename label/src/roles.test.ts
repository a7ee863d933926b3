import { describe, expect, test } from 'vitest'
import { layoutDefinition, type LayoutInput } from './layout.ts'
import { modelOf } from './models.ts'
import { createRenderer } from './render.ts'
import { isBlank } from './roles.ts'
import { sampleShops } from './sample-shops.ts'
import { starterAliases, starterLayouts } from './starter.ts'

const renderer = createRenderer()
const model = modelOf('B5')!
const { prInfo, locale, currency } = sampleShops.japan
const [nameSlot, priceSlot, listSlot, promoSlot, stockSlot] = [1, 3, 4, 10, 11]
type Input = LayoutInput['pages'][number]['elements']
interface Shown {
  infos?: (readonly string[])[]
  aliases?: { index: number; name: string; key?: boolean; type?: string; origin?: string }[]
}
const draw = (...asked: Parameters<typeof requestOf>) => renderer.render(requestOf(...asked))
function requestOf(elements: Input | LayoutInput['pages'], { infos = [prInfo], aliases = [...starterAliases] }: Shown = {}) {
  const pages = elements[0] !== undefined && 'elements' in elements[0] && !('type' in elements[0]) ? elements : [{ elements }]
  const layout = layoutDefinition.parse({ format: 1, name: 'test', width: model.width, height: model.height, pages })
  const products = infos.map((info, place) => ({ prCode: `P${place + 1}`, prInfo: info }))
  return { layout, model, products, aliases, locale, currency }
}
const kinds = (...asked: Parameters<typeof draw>) => draw(...asked).problems.map(({ kind, element }) => [kind, element])
const name = { type: 'text', text: '{NAME}', x: 4, y: 4, w: 280, h: 30, size: 12, ellipsis: true } as const
const price = { type: 'price', field: 'PRICE', x: 4, y: 40, w: 200, h: 40, size: 40, minSize: 12 } as const
const of = (slot: number, value: string) => ({ infos: [prInfo.with(slot, value)] })

describe('a label is not drawn without what it is for', () => {
  test.each(['', '   ', '\u3000', '\u00a0\u200b', '\u3164', '\u2800'])('a price or a name of %j', (blank) => {
    expect(isBlank(blank)).toBe(true)
    expect(kinds([name, price], of(priceSlot, blank))).toEqual([['no-price', '2']])
    expect(kinds([name, price], of(nameSlot, blank))).toEqual([['no-name', '1']])
  })
  test('a price that is no number, in a price element and in plain text', () => {
    expect(kinds([price], of(priceSlot, 'cheap'))).toEqual([['no-price', '1']])
    expect(kinds([{ ...name, text: '¥{PRICE}' }], of(priceSlot, 'cheap'))).toEqual([['no-price', '1']])
    expect(kinds([{ ...name, text: 'Only {PRICE:tax(8)}!' }], of(priceSlot, ''))).toEqual([['no-price', '1']])
  })
  test('a text that holds both is for both', () => {
    const both = { ...name, text: '{NAME} {PRICE:price}' }
    expect(kinds([both])).toEqual([])
    expect(kinds([both], of(nameSlot, ''))).toEqual([['no-name', '1']])
    expect(kinds([both], of(priceSlot, ''))).toEqual([['no-price', '1']])
  })
  test('the sentence names the field', () => {
    expect(draw([price], of(priceSlot, '')).problems[0]?.detail).toBe('PRICE is empty: a label is not shown without its price')
  })
  test('what is beside them may be empty', () => {
    const beside = { ...name, text: '{LIST_PRICE:price} {UNIT_PRICE:price} {NAME2}', y: 100 }
    expect(kinds([name, price, beside, { ...price, field: 'TAX_PRICE' }], { infos: [prInfo.slice(0, 4)] })).toEqual([])
  })
  test('an old price that is struck through is not the price', () => {
    const infos = [prInfo.with(priceSlot, '')]
    expect(
      kinds(
        [
          { ...name, text: '{PRICE:price}', strike: true },
          { ...price, field: 'LIST_PRICE', role: 'price' },
        ],
        { infos },
      ),
    ).toEqual([])
  })
})

describe('conditions', () => {
  const promoted = { ...price, when: [{ field: 'PROMO', is: 'filled' as const }] }
  const conditional = { ...price, when: [{ field: 'PROMO', is: 'empty' as const }] }
  test('one of several elements for the price is enough', () => {
    expect(kinds([name, promoted, conditional])).toEqual([])
    expect(kinds([name, promoted, conditional], of(promoSlot, ''))).toEqual([])
  })
  test('none of them is not', () => {
    const { problems } = draw([name, promoted], of(promoSlot, ''))
    expect(problems).toMatchObject([
      { kind: 'no-price', element: '', translatable: { sentence: 'price-hidden', values: { product: 'P1' } } },
    ])
    expect(kinds([{ ...price, when: [{ field: 'PRICE', is: 'filled' }] }], of(priceSlot, ''))).toEqual([['no-price', '']])
  })
  test('a layout that leaves its price out on purpose says so', () => {
    const soldOut = { ...price, role: 'none' as const, when: [{ field: 'STOCK', is: 'greater' as const, value: '0' }] }
    expect(kinds([name, soldOut], of(stockSlot, '0'))).toEqual([])
  })
  test('a page that is not shown is not asked', () => {
    const pages: LayoutInput['pages'] = [{ elements: [name] }, { elements: [price], when: [{ field: 'PROMO', is: 'filled' }] }]
    expect(kinds(pages, { infos: [prInfo.with(promoSlot, '').with(priceSlot, '')] })).toEqual([])
    expect(kinds(pages, of(priceSlot, ''))).toEqual([['no-price', '1']])
  })
})

describe('several products on a label', () => {
  const rows: Input = [
    {
      type: 'repeat',
      count: 3,
      dx: 0,
      dy: 40,
      elements: [
        { ...name, w: 120 },
        { ...price, x: 140, w: 140, y: 0 },
      ],
    },
  ]
  test('each has its price; places without a product are empty on purpose', () => {
    expect(kinds(rows, { infos: [prInfo, prInfo] })).toEqual([])
    expect(draw(rows, { infos: [prInfo, prInfo.with(priceSlot, ' ')] }).problems).toMatchObject([{ kind: 'no-price', element: '1.2' }])
  })
  test('elements that name a product by its number', () => {
    const second = [price, { ...price, field: '2.PRICE', y: 90 }]
    expect(kinds(second)).toEqual([])
    expect(kinds(second, { infos: [prInfo, prInfo.with(priceSlot, '')] })).toEqual([['no-price', '2']])
  })
  test('what a page has no room for is not asked', () => {
    expect(kinds(rows, { infos: [prInfo, prInfo, prInfo, prInfo.with(priceSlot, '')] })).toEqual([])
  })
})

describe('which field is the price', () => {
  const without = (gone: string) => starterAliases.filter((alias) => alias.name !== gone)
  test('a layout that still reads PRICE is told when there is no such alias any more', () => {
    for (const element of [price, { ...name, text: '{PRICE:price}' }])
      expect(kinds([element, { ...price, field: 'LIST_PRICE', y: 90 }], { aliases: [...without('PRICE')] })).toEqual([['no-price', '1']])
  })
  test('nor is a price element of any other field that is no alias drawn as nothing', () => {
    expect(kinds([price, { ...price, field: 'VKP', y: 90 }])).toEqual([['no-price', '2']])
  })
  test('a renamed alias is meant by its first name and by its new one', () => {
    const aliases = starterAliases.map((alias) => (alias.name === 'PRICE' ? { ...alias, name: 'KAKAKU', origin: 'PRICE' } : alias))
    const before = draw([price]).pages[0]
    expect(before?.pixels).toEqual(draw([price], { aliases }).pages[0]?.pixels)
    expect(before?.pixels).toEqual(draw([{ ...price, field: 'KAKAKU' }], { aliases }).pages[0]?.pixels)
    expect(kinds([{ ...name, text: '{KAKAKU:price}' }], { aliases, ...of(priceSlot, '') })).toEqual([['no-price', '1']])
  })
  test('the first alias of its type, where none has the name', () => {
    const aliases = [
      { index: listSlot, name: 'OLD', type: 'price' },
      { index: priceSlot, name: 'VKP', type: 'price' },
      { index: nameSlot, name: 'ARTICLE', type: 'name' },
    ]
    expect(
      kinds(
        [
          { ...name, text: '{ARTICLE}' },
          { ...price, field: 'VKP' },
        ],
        { aliases, ...of(nameSlot, '') },
      ),
    ).toEqual([['no-name', '1']])
    expect(kinds([{ ...price, field: 'VKP' }], { aliases, ...of(priceSlot, '') })).toEqual([['no-price', '1']])
  })
  test('a stated role stands before what follows from the fields', () => {
    const stated = { ...price, field: 'TAX_PRICE', role: 'price' as const }
    expect(kinds([price, stated], { infos: [prInfo.with(priceSlot, '')] })).toEqual([])
    expect(kinds([price, stated], of(13, ''))).toEqual([['no-price', '2']])
  })
})

describe('a layout on which no element is for the price or the name', () => {
  const found = async (...asked: Parameters<typeof requestOf>) =>
    (await renderer.inspect(requestOf(...asked))).problems.filter(({ kind }) => kind === 'no-price' || kind === 'no-name')
  const nowhere = (role: 'price' | 'name') => ({
    kind: `no-${role}`,
    level: 'warning',
    page: 0,
    element: '',
    translatable: { sentence: `${role}-nowhere`, values: {} },
  })
  test('is warned about, and drawn all the same', async () => {
    expect(await found([name])).toMatchObject([nowhere('price')])
    expect(await found([price])).toMatchObject([nowhere('name')])
    expect(await found([{ ...name, text: 'Closed today' }])).toMatchObject([nowhere('price'), nowhere('name')])
    // An old price that is struck through is no price.
    expect(await found([name, { ...price, field: 'LIST_PRICE' }])).toEqual([])
    expect(await found([name, { ...name, text: '{PRICE:price}', strike: true, y: 60 }])).toMatchObject([nowhere('price')])
    expect(kinds([name])).toEqual([])
  })
  test('is not where it leaves them out on purpose', async () => {
    expect(await found([{ ...name, text: 'Closed today', role: 'none' }])).toEqual([])
    expect(await found([name, { ...name, text: 'SOLD OUT', role: 'price', y: 60 }])).toEqual([])
  })
  test('no starter layout is', async () => {
    for (const { layoutId, definition } of starterLayouts().filter((one) => one.size === model.size)) {
      const products = Array.from({ length: 2 }, (_, place) => ({ prCode: `P${place}`, prInfo }))
      const request = { layout: definition, model, aliases: [...starterAliases], products, locale, currency }
      const { problems } = await renderer.inspect(request)
      expect([layoutId, problems.filter(({ kind }) => kind === 'no-price' || kind === 'no-name')]).toEqual([layoutId, []])
    }
  })
})

test('starter layouts for a price and a name draw neither without', () => {
  for (const { layoutId, size, definition } of starterLayouts().filter((one) => one.size === model.size)) {
    const request = { layout: definition, model, aliases: [...starterAliases], locale, currency }
    const kindsOf = (slot: number) =>
      new Set(renderer.render({ ...request, products: [{ prCode: '1', prInfo: prInfo.with(slot, '') }] }).problems.map(({ kind }) => kind))
    expect([layoutId, size, [...kindsOf(nameSlot)]]).toEqual([layoutId, size, ['no-name']])
    expect([layoutId, size, [...kindsOf(priceSlot)]]).toEqual([layoutId, size, layoutId === 'OUT_OF_STOCK' ? [] : ['no-price']])
  }
})
