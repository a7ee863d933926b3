import { describe, expect, test } from 'vitest'
import { sentences } from '@endcap/label/sentences'
import words from '../i18n/en/layouts.json'
import { boxesOf, detailText, elementText } from './findings.ts'

const t = (key: string, values: object) => `${key} ${JSON.stringify(values)}`
const box = { type: 'box', x: 4, y: 6, w: 20, h: 10 }
const repeat = { type: 'repeat', x: 100, y: 50, w: 80, h: 40, elements: [box, { ...box, x: 1 }] }
const definition = { pages: [{ elements: [box, repeat] }, { elements: [repeat] }] }

describe('what is wrong', () => {
  const translatable = { sentence: 'tiny', values: { text: 'Apfelsaft', size: 5 } }
  test('is said in the language of the person; what has no sentence as the server puts it', () => {
    expect(detailText({ detail: 'in English', translatable }, t)).toBe(
      'layouts.detail.tiny {"text":"Apfelsaft","size":5,"defaultValue":"in English"}',
    )
    expect(detailText({ detail: 'Product 7: boom', translatable: null }, t)).toBe('Product 7: boom')
  })
  test('has the same English words as on the server', () => expect(words.detail).toEqual(sentences))
})
describe('the place of a finding', () => {
  test('is named by element, and by page behind the first', () => {
    expect(elementText({ page: 0, element: '3' }, t)).toBe('layouts.element {"element":"3"}')
    expect(elementText({ page: 1, element: '2.1' }, t)).toBe('layouts.elementOfPage {"element":"2.1","page":2}')
    expect(elementText({ page: 0, element: '' }, t)).toBe('–')
  })
  test('is where its ink is, everywhere', () => {
    const mark = { page: 0, element: '2.1', x: 1, y: 2, w: 3, h: 4, size: null, text: null }
    const marks = [mark, { ...mark, x: 9 }, { ...mark, page: 1 }]
    expect(boxesOf({ page: 0, element: '2.1' }, marks, definition)).toEqual([
      { x: 1, y: 2, w: 3, h: 4 },
      { x: 9, y: 2, w: 3, h: 4 },
    ])
  })
  test('is the room of an element that left no ink, also inside of a group', () => {
    expect(boxesOf({ page: 0, element: '1' }, [], definition)).toEqual([{ x: 4, y: 6, w: 20, h: 10 }])
    expect(boxesOf({ page: 1, element: '1.2' }, [], definition)).toEqual([{ x: 101, y: 56, w: 20, h: 10 }])
    expect(boxesOf({ page: 0, element: '7' }, [], definition)).toEqual([])
    expect(boxesOf({ page: 5, element: '' }, [], {})).toEqual([])
  })
})
