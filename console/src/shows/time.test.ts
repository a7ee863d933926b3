import { describe, expect, test } from 'vitest'
import { added, appended, blackSpans, gapsOf, lastEnd, markSeconds, movedSpan, nearestPlace, stretchedSpan, withSpan } from './time.ts'

const item = (id: string, start: number, duration: number) => ({ id, start, duration, fit: 'contain' as const, mute: false })
const area = [item('a', 0, 10), item('b', 15, 5)]
const spans = (items: readonly { id: string; start: number; duration: number }[]) =>
  items.map(({ id, start, duration }) => [id, start, duration])

test('between items there is room', () => {
  expect(gapsOf(area, 30)).toEqual([
    { start: 10, duration: 5 },
    { start: 20, duration: 10 },
  ])
  expect(gapsOf([], 30)).toEqual([{ start: 0, duration: 30 }])
  expect(gapsOf(area, 18)).toEqual([{ start: 10, duration: 5 }])
  expect(nearestPlace(area, { start: 8, duration: 5 }, 30)).toBe(10)
  expect(nearestPlace(area, { start: 8, duration: 6 }, 30)).toBe(20)
  expect(nearestPlace(area, { start: 8, duration: 60 }, 30)).toBeUndefined()
})

test('a show is black where no area has anything; one that has nothing yet says nothing', () => {
  const film = { items: [item('a', 0, 3)] }
  expect(blackSpans([film], 30)).toEqual([{ start: 3, duration: 27 }])
  expect(blackSpans([film, { items: [item('b', 10, 20)] }], 30)).toEqual([{ start: 3, duration: 7 }])
  expect(blackSpans([film, { items: [item('b', 2, 28)] }], 30)).toEqual([])
  expect(blackSpans([{ items: [] }], 30)).toEqual([])
})

type Items = typeof area
const shifted = (items: Items, place: number, start: number, end: number) => withSpan(items, place, movedSpan(items, place, start, end))
const stretched = (items: Items, place: number, edge: 'start' | 'end', to: number, end: number) =>
  withSpan(items, place, stretchedSpan(items, place, edge, to, end))

describe('an item', () => {
  const fresh = { id: 'c', duration: 5, fit: 'contain' as const, mute: false }

  test('comes as near to where it was dropped as there is room, and shorter where there is too little', () => {
    expect(spans(added(area, fresh, 12, 30)!)).toEqual([
      ['a', 0, 10],
      ['c', 10, 5],
      ['b', 15, 5],
    ])
    expect(spans(added(area, { ...fresh, duration: 60 }, 12, 30)!)).toEqual([
      ['a', 0, 10],
      ['c', 10, 5],
      ['b', 15, 5],
    ])
    expect(spans(appended(area, fresh, 30)!)).toEqual([
      ['a', 0, 10],
      ['b', 15, 5],
      ['c', 20, 5],
    ])
    expect(added([item('a', 0, 30)], fresh, 0, 30)).toBeUndefined()
  })

  test('moves over others to the nearest free time and never lies on one', () => {
    expect(spans(shifted(area, 1, 4, 30))).toEqual([
      ['a', 0, 10],
      ['b', 10, 5],
    ])
    expect(spans(shifted(area, 0, 23, 30))).toEqual([
      ['b', 15, 5],
      ['a', 20, 10],
    ])
    expect(spans(shifted(area, 1, 99, 30))).toEqual([
      ['a', 0, 10],
      ['b', 25, 5],
    ])
    expect(spans(shifted(area, 1, -9, 30))).toEqual([
      ['a', 0, 10],
      ['b', 10, 5],
    ])
  })

  test('begins and ends between its neighbours, and lasts a second at least', () => {
    expect(spans(stretched(area, 1, 'start', 3, 30))).toEqual([
      ['a', 0, 10],
      ['b', 10, 10],
    ])
    expect(spans(stretched(area, 0, 'end', 40, 30))).toEqual([
      ['a', 0, 15],
      ['b', 15, 5],
    ])
    expect(spans(stretched(area, 1, 'end', 40, 30))).toEqual([
      ['a', 0, 10],
      ['b', 15, 15],
    ])
    expect(spans(stretched(area, 1, 'end', 3, 30))).toEqual([
      ['a', 0, 10],
      ['b', 15, 1],
    ])
    expect(spans(stretched(area, 1, 'start', 40, 30))).toEqual([
      ['a', 0, 10],
      ['b', 19, 1],
    ])
  })
})

test('a show is as long as its last item, and its axis has marks that can be read', () => {
  expect(lastEnd([{ items: area }, { items: [item('c', 5, 40)] }])).toBe(45)
  expect(lastEnd([])).toBe(0)
  expect([100, 30, 1, 0.1].map((pixels) => markSeconds(pixels))).toEqual([1, 5, 120, 1800])
})
