import { describe, expect, test } from 'vitest'
import { gridAreas, emptyShow, withPanel, type ShowDraft } from './show-draft.ts'
import { readShowFile, showFileOf, showOfFile } from './show-file.ts'

const { draft } = gridAreas(withPanel(emptyShow, 23), 1, 1)
const item = (id: string, start: number) => ({ id, start, duration: 5, fit: 'cover' as const, mute: true })
const show: ShowDraft = { ...draft, name: 'Wall', areas: draft.areas.map((area) => ({ ...area, items: [item('7', 0), item('8', 5)] })) }
const contents = [
  { id: '7', name: 'Apples' },
  { id: '8', name: 'Bread' },
  { id: '9', name: 'Unused' },
]
const file = readShowFile(showFileOf(show, contents))!

test('a show comes back out of its file', () => {
  expect(file.contents).toEqual({ 7: 'Apples', 8: 'Bread' })
  expect(showOfFile(file, contents)).toEqual({ draft: show, missing: [] })
})

describe('in another installation', () => {
  test('contents are found by their names, and those that are not there are named', () => {
    const { draft: there, missing } = showOfFile(file, [
      { id: '7', name: 'Something else' },
      { id: '41', name: 'Apples' },
    ])
    expect(there.areas[0]?.items.map(({ id }) => id)).toEqual(['41'])
    expect(missing).toEqual(['Bread'])
  })

  test('without names, ids count', () => {
    const { contents: _, ...plain } = file
    expect(showOfFile(plain, [{ id: '8', name: 'Any' }]).draft.areas[0]?.items.map(({ id }) => id)).toEqual(['8'])
  })
})

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['without a name', JSON.stringify({ ...file, name: 1 })],
  ['without screens', JSON.stringify({ ...file, device: [] })],
  ['with a screen of another type', JSON.stringify({ ...file, device: [{ ...file.device[0], type: 31 }] })],
  ['with an area that is none', JSON.stringify({ ...file, contentArea: [{ left: 0 }] })],
  ['with an item without time', JSON.stringify({ ...file, timeline: [[{ id: '7', start: 0, duration: 0 }]] })],
  ['without a duration', JSON.stringify({ ...file, duration: 0 })],
])('%s is no file of a show', (_, text) => {
  expect(readShowFile(text)).toBeUndefined()
})
