import { describe, expect, test } from 'vitest'
import type { PriceRule } from '@endcap/contract/promotions'
import { named } from '../data/aliases.ts'
import { codesOf, newDraft, toChange, toDraft, wrongOf, type Known, type PromotionDraft, type Wrong } from './draft.ts'
import { newPrice, priceWords, toPrice } from './price-draft.ts'

const aliases = named(
  [
    { index: 0, name: 'PRODUCT_CODE', key: true, chart: false, type: 'text' },
    { index: 1, name: 'NAME', key: false, chart: false, type: 'name' },
    { index: 3, name: 'PRICE', key: false, chart: true, type: 'price' },
    { index: 4, name: 'LIST_PRICE', key: false, chart: false, type: 'price' },
    { index: 14, name: 'CATEGORY', key: false, chart: false, type: 'text' },
  ],
  'en_US',
)
const type = { storeType: 'T', timeZones: ['Europe/Berlin', 'Asia/Tokyo'], currencies: ['EUR', 'JPY'] }
const known: Known = { aliases, meant: { name: 1, price: 3, listPrice: 4 }, type }
/** Friday evening in Berlin, Saturday in Tokyo. */
const now = new Date('2027-12-31T17:00:00Z')

describe('the form of a promotion', () => {
  test('begins at six for a week where no store has that day yet, with a percentage off of a category', () => {
    expect(newDraft(known, now)).toMatchObject({
      starts: '2028-01-02 06:00',
      ends: '2028-01-09 06:00',
      pick: 'value',
      ruleSlot: '14',
      price: { kind: 'percent', oldPrice: true },
      changes: [],
      stores: null,
    })
    const bare = { ...known, aliases: aliases.slice(0, 1), meant: { name: null, price: null, listPrice: null } }
    expect(newDraft(bare, now)).toMatchObject({ pick: 'codes', ruleSlot: '', price: { kind: 'none', oldPrice: false } })
  })
  test('says what is missing or cannot be, one thing at a time', () => {
    const good: PromotionDraft = { ...newDraft(known, now), name: 'Sale', ruleValues: 'Wine', price: newPrice('percent', true) }
    const percent = (text: string): Partial<PromotionDraft> => ({ price: { ...good.price, percent: text } })
    const off = (amounts: Record<string, string>): Partial<PromotionDraft> => ({ price: { ...good.price, kind: 'off', amounts } })
    const none: Partial<PromotionDraft> = { price: newPrice('none', false) }
    const cases: [Partial<PromotionDraft>, Wrong][] = [
      [{ name: ' ' }, { field: 'name', word: 'enter' }],
      [
        { pick: 'codes', codes: ' \n' },
        { field: 'codes', word: 'products' },
      ],
      [{ ruleSlot: '' }, { field: 'ruleSlot', word: 'products' }],
      [{ ruleValues: ' , ' }, { field: 'ruleValues', word: 'enter' }],
      [
        { ruleValues: ' , ', codes: 'a' },
        { field: 'ruleValues', word: 'enter' },
      ],
      [percent(''), { field: 'percent', word: 'enter' }],
      [percent('100'), { field: 'percent', word: 'percent' }],
      [percent('0'), { field: 'percent', word: 'percent' }],
      [off({ EUR: '1' }), { field: 'amount-JPY', word: 'enter', name: 'JPY' }],
      [off({ EUR: 'x', JPY: '1' }), { field: 'amount-EUR', word: 'number', name: 'EUR' }],
      [off({ EUR: '0', JPY: '1' }), { field: 'amount-EUR', word: 'number', name: 'EUR' }],
      [
        { ...off({}), stores: ['S1'] },
        { field: 'price', word: 'enter' },
      ],
      [{ stores: [] }, { field: 'stores', word: 'stores' }],
      [{ changes: [{ index: '3', value: 'cheap' }] }, { field: 'changes', word: 'number', name: 'PRICE' }],
      [{ changes: [{ index: '3', value: '' }] }, { field: 'changes', word: 'enter', name: 'PRICE' }],
      [none, { field: 'changes', word: 'changes' }],
      [{ starts: '2028-02-30 06:00' }, { field: 'starts', word: 'time' }],
      [{ starts: '2028-01-01 25:00' }, { field: 'starts', word: 'time' }],
      [{ ends: ' ' }, { field: 'ends', word: 'enter' }],
      [{ ends: good.starts }, { field: 'ends', word: 'order' }],
      [{ priority: 'high' }, { field: 'priority', word: 'number' }],
    ]
    const twenty = { ...good, ...percent('20') }
    expect(wrongOf(twenty, known)).toBeUndefined()
    for (const [change, wrong] of cases) expect(wrongOf({ ...twenty, ...change }, known), JSON.stringify(change)).toEqual(wrong)
    expect(wrongOf({ ...twenty, ...none, layoutId: 'SALE' }, known)).toBeUndefined()
    // Of ticked stores the form does not know the currencies: the server does.
    expect(wrongOf({ ...twenty, ...off({ EUR: '1' }), stores: ['S1'] }, known)).toBeUndefined()
    expect(wrongOf({ ...twenty, ruleValues: '', codes: 'a' }, known)).toBeUndefined()
  })
  test('takes percentages and amounts as people write them', () => {
    const price = newPrice('percent', true)
    for (const text of ['20', '20 %', '−20%', '-20', '２０％'])
      expect(toPrice({ ...price, percent: text }).price).toMatchObject({ percent: '20' })
    expect(toPrice({ ...price, percent: '12,5 %' }).price).toMatchObject({ percent: '12.5' })
    expect(toPrice({ ...price, kind: 'amount', amounts: { EUR: '1,99 €', JPY: '¥300', KRW: ' ' } })).toEqual({
      price: { kind: 'amount', amounts: { EUR: '1.99', JPY: '300' } },
      oldPrice: true,
    })
    expect(toPrice(newPrice('none', true))).toEqual({ price: null, oldPrice: false })
  })
  test('says in a few words what becomes of prices', () => {
    const words = (price: PriceRule | null) => priceWords(price, 'whole')
    expect(words({ kind: 'percent', percent: '20', rounding: { EUR: 'nine', JPY: 'whole', KRW: 'whole' } })).toBe('−20 %, …9, whole')
    expect(words({ kind: 'off', amounts: { EUR: '0.50', JPY: '50' }, rounding: {} })).toBe('−0.50 EUR, −50 JPY')
    expect(words({ kind: 'amount', amounts: { EUR: '1', JPY: '2', KRW: '3', USD: '4' } })).toBe('1 EUR, 2 JPY, 3 KRW, …')
    expect(words(null)).toBe('')
  })
  test('takes codes by line or comma, each once, and gives back what it was read from', () => {
    expect(codesOf('a, b\nc;a\n\n')).toEqual(['a', 'b', 'c'])
    const stored = {
      promotionId: '1',
      storeType: 'T',
      name: 'Sale',
      version: 1,
      updatedBy: 'x',
      updatedAt: 1,
      state: 'PLANNED' as const,
      running: 0,
      stores: 1,
      prCodeList: ['a', 'b'],
      rule: { index: 5, values: ['x', 'y'], contains: true },
      storeList: ['S1'],
      price: { kind: 'percent' as const, percent: '20', rounding: { EUR: 'nine' as const } },
      oldPrice: true,
      starts: '2028-01-01T00:00:05',
      ends: '2028-01-02T00:00:00',
      priority: 3,
      changes: [{ index: 3, value: '1' }],
      layoutId: null,
    }
    const { name, prCodeList, rule, storeList, starts, ends, priority, changes, price, oldPrice, layoutId } = stored
    expect(toChange(toDraft(stored, known))).toEqual({
      name,
      prCodeList,
      rule,
      storeList,
      starts,
      ends,
      priority,
      changes,
      price,
      oldPrice,
      layoutId,
    })
  })
})
