import type { ContentGroup } from '@endcap/contract/contents'
import { describe, expect, test } from 'vitest'
import { isWithin, linesOf, pathOf, spotFor, stepFor } from './folders.ts'

const folder = (id: string, parent: string | null, order: number): ContentGroup => ({ id, name: `F${id}`, parent, order, contents: 0 })
// 1 (with 3, 4), 2 (with 5, which has 6)
const groups = [
  folder('2', null, 1),
  folder('1', null, 0),
  folder('3', '1', 0),
  folder('4', '1', 1),
  folder('5', '2', 0),
  folder('6', '5', 0),
]

test('the tree is read from top to bottom, without what is in shut folders', () => {
  expect(linesOf(groups).map(({ group, level, place, siblings }) => [group.id, level, place, siblings])).toEqual([
    ['1', 1, 1, 2],
    ['3', 2, 1, 2],
    ['4', 2, 2, 2],
    ['2', 1, 2, 2],
    ['5', 2, 1, 1],
    ['6', 3, 1, 1],
  ])
  expect(linesOf(groups, new Set(['1', '5'])).map(({ group }) => group.id)).toEqual(['1', '2', '5'])
  expect(pathOf(groups, '6').map(({ id }) => id)).toEqual(['2', '5', '6'])
  expect(isWithin(groups, '6', '2')).toBe(true)
  expect(isWithin(groups, '3', '2')).toBe(false)
})

describe('a folder that is dropped', () => {
  test('goes into another one at its end, or beside it', () => {
    expect(spotFor(groups, '3', '2', 'into')).toEqual({ parent: '2', order: 1 })
    expect(spotFor(groups, '3', '5', 'before')).toEqual({ parent: '2', order: 0 })
    expect(spotFor(groups, '3', '5', 'after')).toEqual({ parent: '2', order: 1 })
    expect(spotFor(groups, '3', null, 'into')).toEqual({ parent: null, order: 2 })
    // Its own place does not count.
    expect(spotFor(groups, '3', '4', 'after')).toEqual({ parent: '1', order: 1 })
  })

  test('never goes into itself, and does not move to where it is', () => {
    expect(spotFor(groups, '2', '6', 'into')).toBeUndefined()
    expect(spotFor(groups, '2', '2', 'into')).toBeUndefined()
    expect(spotFor(groups, '2', '5', 'before')).toBeUndefined()
    expect(spotFor(groups, '3', '4', 'before')).toBeUndefined()
    expect(spotFor(groups, '6', '5', 'into')).toBeUndefined()
  })
})

test('by keys a folder goes up, down, out of its folder and into the one before it', () => {
  expect(stepFor(groups, '4', 'up')).toEqual({ parent: '1', order: 0 })
  expect(stepFor(groups, '4', 'down')).toBeUndefined()
  expect(stepFor(groups, '1', 'down')).toEqual({ parent: null, order: 1 })
  expect(stepFor(groups, '4', 'in')).toEqual({ parent: '3', order: 0 })
  expect(stepFor(groups, '6', 'out')).toEqual({ parent: '2', order: 1 })
  expect(stepFor(groups, '1', 'out')).toBeUndefined()
})
