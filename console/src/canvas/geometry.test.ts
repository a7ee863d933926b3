/** Where boxes go. */
import { expect, test } from 'vitest'
import { aligned, fitted, linesOf, moved, resized, scaleFor, type Box } from './geometry.ts'

const canvas = { width: 1920, height: 540 }
const box: Box = { left: 100, top: 100, width: 200, height: 100 }
const none = undefined

test('a box goes where it is dragged, in whole pixels', () => {
  expect(moved(box, { x: 10.4, y: -20.6 }, none).box).toEqual({ left: 110, top: 79, width: 200, height: 100 })
  expect(moved(box, { x: -400, y: 0 }, none).box.left).toBe(-300)
})

test('boxes that have to stay inside stop at the edges of the canvas', () => {
  expect(moved(box, { x: -400, y: 9000 }, none, { inside: canvas }).box).toEqual({ ...box, left: 0, top: 440 })
  expect(resized(box, 'se', { x: 9000, y: 9000 }, none, { inside: canvas }).box).toEqual({ left: 100, top: 100, width: 1820, height: 440 })
  expect(resized(box, 'nw', { x: -900, y: -900 }, none, { inside: canvas }).box).toEqual({ left: 0, top: 0, width: 300, height: 200 })
})

test('near the middle of the canvas or an edge of another box, a box falls onto it and says so', () => {
  const lines = linesOf(canvas, [{ left: 1000, top: 0, width: 100, height: 100 }])
  const middle = moved(box, { x: 857, y: 0 }, { lines, reach: 12 })
  expect(middle.box.left).toBe(960)
  expect(middle.guides).toContainEqual({ axis: 'x', at: 960 })
  const edge = moved(box, { x: 705, y: 200 }, { lines, reach: 12 })
  expect(edge.box).toMatchObject({ left: 800, top: 300 })
  expect(edge.guides).toEqual([{ axis: 'x', at: 1000 }])
  expect(moved(box, { x: 705, y: 200 }, none).guides).toEqual([])
})

test('the centre of a box falls onto the centre of the canvas', () => {
  const { box: at } = moved(box, { x: 755, y: 118 }, { lines: linesOf(canvas, []), reach: 12 })
  expect(at).toMatchObject({ left: 860, top: 220 })
})

test.each([
  ['se', { left: 100, top: 100, width: 230, height: 120 }],
  ['nw', { left: 130, top: 120, width: 170, height: 80 }],
  ['e', { left: 100, top: 100, width: 230, height: 100 }],
  ['n', { left: 100, top: 120, width: 200, height: 80 }],
  ['sw', { left: 130, top: 100, width: 170, height: 120 }],
] as const)('the handle %s moves its sides and leaves those opposite', (handle, expected) => {
  expect(resized(box, handle, { x: 30, y: 20 }, none).box).toEqual(expected)
})

test('nothing gets smaller than 8 pixels, nor turns inside out', () => {
  expect(resized(box, 'se', { x: -900, y: -900 }, none).box).toEqual({ left: 100, top: 100, width: 8, height: 8 })
  expect(resized(box, 'nw', { x: 900, y: 900 }, none).box).toEqual({ left: 292, top: 192, width: 8, height: 8 })
  expect(resized(box, 'se', { x: -900, y: -900 }, none, { keepRatio: true }).box).toMatchObject({ width: 16, height: 8 })
})

test('with its shape kept, a box grows by the side that was pulled farther, from the corner opposite', () => {
  expect(resized(box, 'se', { x: 100, y: 0 }, none, { keepRatio: true }).box).toEqual({ left: 100, top: 100, width: 300, height: 150 })
  expect(resized(box, 'nw', { x: -200, y: 0 }, none, { keepRatio: true }).box).toEqual({ left: -100, top: 0, width: 400, height: 200 })
  expect(resized(box, 'e', { x: 200, y: 0 }, none, { keepRatio: true }).box).toEqual({ left: 100, top: 50, width: 400, height: 200 })
  expect(resized(box, 'se', { x: 9000, y: 0 }, none, { keepRatio: true, inside: canvas }).box).toEqual({
    left: 100,
    top: 100,
    width: 880,
    height: 440,
  })
})

test('an edge that is pulled falls onto the lines', () => {
  const snapping = { lines: linesOf(canvas, []), reach: 10 }
  const { box: at, guides } = resized(box, 'e', { x: 655, y: 0 }, snapping)
  expect(at.width).toBe(860)
  expect(guides).toEqual([{ axis: 'x', at: 960 }])
})

test('edges lie on the grid where there is one', () => {
  expect(moved(box, { x: 7, y: 3 }, none, { grid: 10 }).box).toMatchObject({ left: 110, top: 100 })
  expect(resized(box, 'se', { x: 7, y: 3 }, none, { grid: 10 }).box).toMatchObject({ width: 210, height: 100 })
})

test('a box is put at the edges and into the middle of the canvas', () => {
  expect(aligned(box, 'center', canvas).left).toBe(860)
  expect(aligned(box, 'right', canvas).left).toBe(1720)
  expect(aligned(box, 'middle', canvas).top).toBe(220)
  expect(aligned(box, 'bottom', canvas)).toEqual({ ...box, top: 440 })
})

test('pictures are as high as the screen, and shrink when they are too wide then', () => {
  expect(fitted({ width: 400, height: 300 }, { width: 1920, height: 158 })).toEqual({ width: 211, height: 158 })
  expect(fitted({ width: 4000, height: 100 }, { width: 1920, height: 158 })).toEqual({ width: 1920, height: 48 })
})

test('a canvas is shown half as large, or as large as there is room', () => {
  expect(scaleFor(canvas, { width: 5000 })).toBe(0.5)
  expect(scaleFor(canvas, { width: 480 })).toBe(0.25)
  expect(scaleFor(canvas, { width: 960, height: 108 })).toBe(0.2)
})
