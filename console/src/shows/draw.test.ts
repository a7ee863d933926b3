import { expect, test } from 'vitest'
import { boxBetween } from './DrawLayer.tsx'

const canvas = { width: 1920, height: 158 }

test('what is drawn lies on the grid and inside of the canvas, from whichever corner', () => {
  expect(boxBetween({ x: 12, y: 4 }, { x: 503, y: 96 }, canvas)).toEqual({ left: 10, top: 0, width: 490, height: 100 })
  expect(boxBetween({ x: 503, y: 96 }, { x: 12, y: 4 }, canvas)).toEqual({ left: 10, top: 0, width: 490, height: 100 })
  expect(boxBetween({ x: 1900, y: 100 }, { x: 2500, y: 900 }, canvas)).toEqual({ left: 1900, top: 100, width: 20, height: 58 })
})

test('a click draws nothing', () => {
  expect(boxBetween({ x: 12, y: 4 }, { x: 14, y: 90 }, canvas)).toBeUndefined()
})
