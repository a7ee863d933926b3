/** How large a canvas is shown. */
import { expect, test } from 'vitest'
import { fitting, nextScale, panelZoom } from './use-zoom.ts'

test('a panel is shown in whole pixels as far as there is room, and never too large', () => {
  const panel = { width: 296, height: 128 }
  expect(fitting(panel, { width: 700, height: 600 })).toBe(2)
  expect(fitting(panel, { width: 9000, height: 9000 })).toBe(8)
  expect(fitting({ width: 960, height: 680 }, { width: 700, height: 600 })).toBe(0.5)
})

test('the next scale is the nearest one beyond, and the same where there is none', () => {
  const { scales } = panelZoom
  expect([nextScale(scales, 2, 1), nextScale(scales, 2, -1), nextScale(scales, 1 / 3, 1)]).toEqual([3, 1, 1])
  expect([nextScale(scales, 8, 1), nextScale(scales, 1, -1), nextScale(scales, 1 / 3, -1)]).toEqual([8, 1, 1 / 3])
})
