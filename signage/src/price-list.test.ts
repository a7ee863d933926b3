/** The list of prices: how many cards a page has, and where they stand. */
import { expect, test } from 'vitest'
import { gridFor, pricePages } from './price-list.ts'

const slots = (count: number) => Array.from({ length: count }, (_, place) => place + 1)
const flat = { width: 1920, height: 158 }
const high = { width: 1920, height: 1080 }

test('a flat screen shows six products in a row, a high one four rows of them; a single page is filled', () => {
  expect([gridFor(20, flat), gridFor(20, high), gridFor(30, high)]).toEqual([
    { rows: 1, columns: 6 },
    { rows: 4, columns: 5 },
    { rows: 4, columns: 6 },
  ])
  expect([gridFor(2, flat), gridFor(1, high), gridFor(0, flat)]).toEqual([
    { rows: 1, columns: 2 },
    { rows: 1, columns: 1 },
    { rows: 1, columns: 1 },
  ])
})

test('cards are all of one size, apart from each other and within the screen; the last page has what is left', () => {
  const cardColours = { background: 'none', text: '#ffffff', accent: '#ffcc00' }
  const pages = pricePages(slots(20), { width: 1925, height: 158 }, { background: '#102030', cardColours })
  expect(pages.map(({ bgColor, object }) => [bgColor, object.map(({ id }) => id).join()])).toEqual([
    ['#102030', '1,2,3,4,5,6'],
    ['#102030', '7,8,9,10,11,12'],
    ['#102030', '13,14,15,16,17,18'],
    ['#102030', '19,20'],
  ])
  const [first = [], , , last = []] = pages.map(({ object }) => object)
  expect(first.map(({ left, top, width, height }) => [left, top, width, height])).toEqual(
    [0, 1, 2, 3, 4, 5].map((place) => [2 + place * 320 + 4, 4, 312, 150]),
  )
  expect(last[0]).toEqual({ type: 'product', id: '19', left: 6, top: 4, width: 312, height: 150, index: 0, cardColours })
  expect(pricePages([], flat, { background: '#000000' })).toEqual([])
})
