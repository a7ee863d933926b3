import { describe, expect, test } from 'vitest'
import { moved } from '../ui/moved.ts'
import { changeRule, fieldsOf, placeOfAnswer, toDraft, toRules, withCopy, withRule, wrongOf } from './rules.ts'

const promo = {
  name: 'promo',
  enabled: true,
  layoutId: 'PROMOTION',
  overrides: true,
  when: [
    { field: 'PROMO', is: 'filled' as const },
    { field: 'PRICE', is: 'less' as const, value: '5' },
  ],
}
const fresh = {
  name: '',
  enabled: false,
  layoutId: 'PRODUCE',
  overrides: false,
  when: [{ field: 'LAYOUT_ID', is: 'equals' as const, value: 'FRUIT' }],
}
const fields = fieldsOf([
  { index: 0, name: 'PRODUCT_CODE', key: true, chart: false, type: 'text' },
  { index: 3, name: 'PRICE', key: false, chart: true, type: 'price' },
  { index: 10, name: 'PROMO', key: false, chart: false, type: 'text' },
])
const known = { fields, names: ['PROMOTION', 'PRODUCE'] }

describe('rules as they are edited', () => {
  test('go to the server as they came, without values that nothing is compared with', () => {
    expect(toRules(toDraft([promo, fresh]))).toEqual([promo, fresh])
    const typed = changeRule(toDraft([promo]), '0', { when: [{ field: 'PROMO', is: 'empty', value: 'left over' }] })
    expect(toRules(typed)[0]?.when).toEqual([{ field: 'PROMO', is: 'empty' }])
  })
  test('fields are those of products and the layout that they name, each once', () => {
    expect(fields).toEqual(['LAYOUT_ID', 'PRODUCT_CODE', 'PRICE', 'PROMO'])
  })
  test('a new one stands at the end, a copy behind its rule, and none of them has the key of another', () => {
    let draft = withRule(withRule(toDraft([promo, fresh])))
    draft = { rules: draft.rules.filter(({ key }) => key !== '0') }
    draft = withCopy(withRule(draft), '1')
    expect(draft.rules.map(({ layoutId }) => layoutId)).toEqual(['PRODUCE', 'PRODUCE', '', '', ''])
    expect(new Set(draft.rules.map(({ key }) => key)).size).toBe(5)
  })
  test('change their order and nothing else', () => {
    const { rules } = toDraft([promo, fresh])
    expect(toRules({ rules: moved(rules, 1, 0) })).toEqual([fresh, promo])
  })
  test('the first thing that is wrong is told with its place', () => {
    const draft = toDraft([fresh, promo])
    expect(wrongOf(draft, known)).toBeUndefined()
    const when = (part: object) =>
      changeRule(draft, '1', {
        when: [
          { field: 'PROMO', is: 'filled', value: '' },
          { field: 'PRICE', is: 'less', value: '5', ...part },
        ],
      })
    const at = { rule: 1, condition: 1 }
    expect(wrongOf(when({ field: '' }), known)).toEqual({ ...at, part: 'field', word: 'field' })
    expect(wrongOf(when({ field: 'COLOUR' }), known)).toMatchObject({ ...at, part: 'field', word: 'unknownField', name: 'COLOUR' })
    expect(wrongOf(when({ value: ' ' }), known)).toMatchObject({ ...at, part: 'value', word: 'value' })
    expect(wrongOf(when({ value: 'cheap' }), known)).toMatchObject({ ...at, part: 'value', word: 'number' })
    expect(wrongOf(changeRule(draft, '0', { layoutId: '' }), known)).toEqual({ rule: 0, part: 'layoutId', word: 'layout' })
    expect(wrongOf(changeRule(draft, '0', { layoutId: 'GONE' }), known)).toMatchObject({ rule: 0, word: 'unknownLayout', name: 'GONE' })
    expect(wrongOf(changeRule(draft, '0', { when: [] }), known)).toEqual({ rule: 0, part: 'when', word: 'when' })
  })
  test('an answer of the server is found at the rule that it names', () => {
    expect(placeOfAnswer('ruleList.1.when.0.field')).toEqual({ rule: 1, condition: 0, part: 'field' })
    expect(placeOfAnswer('ruleList.2.layoutId')).toEqual({ rule: 2, part: 'layoutId', word: 'circle' })
    expect(placeOfAnswer('ruleList.0.when')).toEqual({ rule: 0, part: 'when' })
    expect(placeOfAnswer('storeCode')).toBeUndefined()
  })
})
