/** Where several boxes go: aligned, with alike gaps, before and behind each other. */
import { expect, test } from 'vitest'
import { alignAll, distribute, reorder } from './arrange.ts'
import type { Order } from './geometry.ts'

const panel = { width: 296, height: 128 }
const box = (key: string, left: number, width = 10) => ({ key, left, top: left, width, height: width })

test('one is aligned with the panel, several with each other', () => {
  expect(alignAll([box('a', 3)], 'right', panel).get('a')?.left).toBe(286)
  expect(alignAll([box('a', 3)], 'middle', panel).get('a')?.top).toBe(59)
  const several = [box('a', 3), box('b', 40, 20)]
  expect([...alignAll(several, 'left', panel)].map(([, { left }]) => left)).toEqual([3, 3])
  expect([...alignAll(several, 'right', panel)].map(([, { left }]) => left)).toEqual([50, 40])
  expect([...alignAll(several, 'center', panel)].map(([, { left }]) => left)).toEqual([27, 22])
  // The other way stays.
  expect(alignAll(several, 'left', panel).get('b')?.top).toBe(40)
})

test('gaps between three become alike, whatever order they were selected in; two stay', () => {
  const three = [box('c', 100), box('a', 0), box('b', 20, 30)]
  expect(distribute(three, 'across')).toEqual(
    new Map([
      ['a', { left: 0, top: 0, width: 10, height: 10 }],
      ['b', { left: 40, top: 20, width: 30, height: 30 }],
      ['c', { left: 100, top: 100, width: 10, height: 10 }],
    ]),
  )
  expect(distribute(three, 'down').get('b')?.top).toBe(40)
  expect(distribute(three.slice(0, 2), 'across').get('c')?.left).toBe(100)
})

const list = ['a', 'b', 'c', 'd'].map((key) => ({ key }))
test.each<[Order, string[], string]>([
  ['front', ['a', 'c'], 'bdac'],
  ['back', ['c', 'd'], 'cdab'],
  ['forward', ['a', 'b'], 'cabd'],
  ['forward', ['c', 'd'], 'abcd'],
  ['backward', ['b', 'd'], 'badc'],
  ['backward', ['a', 'c'], 'acbd'],
])('%s of %s', (order, keys, expected) => {
  const next = reorder(list, new Set(keys), order)
  expect(next.map(({ key }) => key).join('')).toBe(expected)
  if (expected === 'abcd') expect(next).toBe(list)
})
