/** What a layout is looked at with. */
import type { Alias } from '@endcap/contract/products'
import { layoutDefinition } from '@endcap/label/layout'
import { expect, test } from 'vitest'
import {
  aliasesRead,
  classesShowing,
  formatsFor,
  panelsShowing,
  fieldName,
  fieldParts,
  readTyped,
  slotText,
  typedProduct,
  defaultClass,
  valueOf,
} from './sight.ts'
import { placesOf } from '../data/layout-sample.ts'

const alias = (index: number, name: string, type: Alias['type'] = 'text', key = false): Alias => ({ index, name, type, key, chart: false })
const aliases = [alias(0, 'PRODUCT_CODE', 'text', true), alias(1, 'NAME', 'name'), alias(2, 'PRICE', 'price')]
const textOf = (text: string) => ({ type: 'text' as const, x: 0, y: 0, w: 10, h: 10, text, size: 10 })
const drawing = (...elements: object[]) => layoutDefinition.parse({ format: 1, name: 'T', width: 100, height: 100, pages: [{ elements }] })

test('panels that show a drawing have no fewer colours than it; most of the store’s are taken first', () => {
  expect(classesShowing('bwr')).toEqual(['bwr', 'bwry'])
  // B5 is 2.90 in black, white, red; 15 has yellow, too; 05 has no red.
  expect(defaultClass(['05', '15', 'B5'], '2.90', 'bwr')).toBe('bwry')
  expect(defaultClass(['05'], '2.90', 'bwr')).toBe('bwr')
  expect(defaultClass(['B9'], '2.90', 'bw')).toBe('bw')
  // 384 × 168 is no size of the specification; 3c shows yellow and no red.
  expect(defaultClass(['oepl-33', 'B5'], 'tag-384x168', 'bw')).toBe('bwr')
  expect(panelsShowing(['oepl-3c', 'oepl-02'], '4.20', 'bw')).toEqual(['bw', 'bwr', 'bwry', 'bwy'])
  expect(panelsShowing(['oepl-3c', 'px-400x300-spectra6'], '4.20', 'bwr')).toEqual(['bwr', 'bwry', 'spectra6'])
})

test('a layout has places for as many products as it repeats for or names', () => {
  expect(placesOf(drawing(textOf('{NAME}')))).toBe(1)
  expect(placesOf(drawing(textOf('{3.NAME} {2.PRICE:price}')))).toBe(3)
  expect(placesOf(drawing({ type: 'repeat', count: 5, dx: 0, dy: 10, elements: [textOf('{NAME}')] }))).toBe(5)
  expect(placesOf(drawing({ ...textOf('x'), when: [{ field: '2.NAME', is: 'filled' }] }))).toBe(2)
})

test('typed values come back from the address; what is none is left out', () => {
  expect(readTyped({ 2: '1.99', 3: '' })).toEqual({ 2: '1.99', 3: '' })
  expect(readTyped({ 2: 5, x: 'a', '-1': 'b', 1234: 'c', 4: 'd'.repeat(2001) })).toEqual({})
  for (const none of [1, '1', null, undefined, ['a', 'b'].length]) expect(readTyped(none)).toEqual({})
})

test('typed values stand in the place of stored ones, the code too; only fields that are read are asked for', () => {
  expect(aliasesRead(drawing(textOf('{price:price} {2.NAME} {UNKNOWN}')), aliases).map(({ name }) => name)).toEqual(['PRICE', 'NAME'])
  expect(typedProduct('12', ['', 'Milk'], { 2: '1.99' }, aliases)).toEqual({ prCode: '12', prInfo: ['', 'Milk', '1.99'] })
  expect(typedProduct('12', [], { 0: ' 34 ', 1: '' }, aliases)).toEqual({ prCode: '34', prInfo: [' 34 ', ''] })
  expect(aliases.map((one) => valueOf(one, { prCode: '12', prInfo: ['', 'Milk'] }))).toEqual(['12', 'Milk', ''])
})

test('every format that is offered is one that layouts know', () => {
  for (const type of ['text', 'name', 'price', 'number', 'date', 'barcode', 'currency'])
    for (const format of formatsFor(type)) expect(() => drawing(textOf(slotText('X', { format, product: 2 })))).not.toThrow()
  expect(slotText('PRICE', { format: 'price', product: 2 })).toBe('{2.PRICE:price}')
  expect(slotText('NAME')).toBe('{NAME}')
})

test('a field names its product by number, or means the one of its place', () => {
  for (const [field, product, name] of [
    ['PRICE', 0, 'PRICE'],
    ['2.PRICE', 2, 'PRICE'],
    ['12.A.B', 12, 'A.B'],
    ['A.B', 0, 'A.B'],
  ] as const) {
    expect(fieldParts(field)).toEqual({ product, name })
    expect(fieldName(name, product)).toBe(field)
  }
})
