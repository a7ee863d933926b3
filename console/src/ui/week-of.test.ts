import type { Rule } from '@endcap/signage/schedule'
import { expect, test } from 'vitest'
import { weekOf } from './week-of.ts'

const always: Rule = { period: null, days: [], time: [] }

test('the week says for each day which layer is seen from when to when', () => {
  const week = weekOf([always, { ...always, time: [{ start: '09:00', end: '18:30' }], days: [3] }], Date.UTC(2026, 10, 24, 3), 'Asia/Tokyo')
  expect(week.map(({ weekday }) => weekday)).toEqual([2, 3, 4, 5, 6, 0, 1])
  expect(week[0]).toMatchObject({ date: '11-24', spans: [{ left: 0, width: 1, winner: 0, text: '00:00–24:00' }] })
  expect(week[1]?.spans.map(({ winner, text }) => [winner, text])).toEqual([
    [0, '00:00–09:00'],
    [1, '09:00–18:30'],
    [0, '18:30–24:00'],
  ])
})
