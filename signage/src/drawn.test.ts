import { expect, test } from 'vitest'
import { drawnAt, drawnNumber, effectsOf } from './drawn.ts'
import type { SlideObject } from './shows.ts'
import { shapeSvg } from './svg.ts'

const size = { width: 200, height: 100 }
const inside = (svg: string) => svg.replace(/^<svg [^>]*viewBox="0 0 200 100">|<\/svg>$/g, '')

test('shapes lie within their box, their border, too; corners are as round as there is room', () => {
  expect(inside(shapeSvg(size, { kind: 'rectangle', fill: '#112233' }))).toBe(
    '<rect x="0" y="0" width="200" height="100" rx="0" fill="#112233"/>',
  )
  expect(inside(shapeSvg(size, { kind: 'rectangle', border: '#ff0000', borderWidth: 10 }, 500))).toBe(
    '<rect x="5" y="5" width="190" height="90" rx="45" fill="none" stroke="#ff0000" stroke-width="10"/>',
  )
  expect(inside(shapeSvg(size, { kind: 'ellipse', fill: '#112233' }))).toBe('<ellipse cx="100" cy="50" rx="100" ry="50" fill="#112233"/>')
  expect(inside(shapeSvg(size, { kind: 'line', border: '#00ff00', borderWidth: 4 }))).toBe(
    '<path stroke="#00ff00" stroke-width="4" d="M0 50H200"/>',
  )
})

test('a gradient has its colours in the corners, as styles of pages have', () => {
  const at = (angle: number) =>
    /x1="(\S+)" y1="(\S+)" x2="(\S+)" y2="(\S+)"/.exec(shapeSvg(size, { kind: 'rectangle', fill: '#000000', fillTo: '#ffffff', angle }))
  expect(at(90)?.slice(1)).toEqual(['0', '50', '200', '50'])
  expect(at(180)?.slice(1)).toEqual(['100', '0', '100', '100'])
  expect(at(45)?.slice(1)).toEqual(['25', '125', '175', '-25'])
})

test('effects are a style of the box; corners of what draws its own are not', () => {
  expect(effectsOf({}, true)).toEqual({})
  expect(effectsOf({ opacity: 0.5, radius: 8 }, true)).toEqual({ opacity: '0.5', borderRadius: '8px' })
  expect(effectsOf({ radius: 8, shadow: { x: 2, y: 3, blur: 4, colour: '#000000' } }, false)).toEqual({
    filter: 'drop-shadow(2px 3px 4px #000000)',
  })
})

test('drawn objects have numbers behind all places of products, which lead back to them alone', () => {
  const object = (type: SlideObject['type']): SlideObject => ({ type, id: '0', left: 0, top: 0, width: 8, height: 8, index: 0 })
  const slides = [{ object: [object('image')] }, { object: [object('text'), object('product'), object('qr')] }]
  expect(drawnAt(slides, drawnNumber(1, 2))?.type).toBe('qr')
  expect([drawnAt(slides, drawnNumber(1, 1)), drawnAt(slides, drawnNumber(0, 0)), drawnAt(slides, 2), drawnAt(slides, 1e9)]).toEqual(
    Array.from({ length: 4 }),
  )
})
