/** Text of its own for screens: where its lines lie, and what becomes of it as SVG. */
import { expect, test } from 'vitest'
import { encodeBarcode } from './barcode.ts'
import { priceParts } from './formats.ts'
import { createRenderer } from './render.ts'
import { encodeModules, encodeWriting } from './svg.ts'
import type { Writing } from './writing.ts'

const renderer = createRenderer()
const box = { width: 400, height: 100, weight: 700, align: 'left', valign: 'top', leading: 1, padding: 0, locale: 'de-DE' } as const
function write(more: Partial<Writing> & { text: string }) {
  const written = renderer.write({ ...box, ...more })
  if (written === undefined || 'missing' in written) throw new Error('it was not written')
  return written
}
const wordsOf = ({ label }: ReturnType<typeof write>) => label.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.run.text] : []))

test('lines end where the text says so, and between words where there is no more room', () => {
  expect(wordsOf(write({ text: 'Heute\nfrische Brezeln', size: 30 }))).toEqual(['Heute', 'frische Brezeln'])
  expect(wordsOf(write({ text: 'frische Brezeln', size: 40, width: 180 }))).toEqual(['frische', 'Brezeln'])
})

test('without a size it is as large as it fits, with one as large as that, and smaller where it must be', () => {
  const { size } = write({ text: 'Brot' })
  expect(write({ text: 'Brot', size: size + 1 }).size).toBe(size)
  expect(write({ text: 'Brot', size: 20 }).size).toBe(20)
  expect(write({ text: 'Brot', width: 4000, height: 900 }).size).toBeGreaterThan(600)
  expect(renderer.write({ ...box, text: 'Brot', width: 8, height: 8 })).toBe(undefined)
  expect(renderer.write({ ...box, text: '\u{12000}A' })).toEqual({ missing: ['\u{12000}'] })
})

test('it lies where it is aligned to, within its padding, its lines as far apart as they should be', () => {
  const at = (more: Partial<Writing>) => write({ text: 'Brot', size: 30, padding: 10, ...more }).lines[0] ?? { x: 0, y: 0, width: 0 }
  const [left, right] = [at({}), at({ align: 'right', valign: 'bottom' })]
  expect([left.x, left.y]).toEqual([10, 32])
  expect([right.x + right.width, right.y]).toEqual([390, 90])
  const [one, two] = write({ text: 'a\nb', size: 20, leading: 2 }).lines
  expect((two?.y ?? 0) - (one?.y ?? 0)).toBe(46)
})

test('a price in its parts has small cents, raised beside its figure', () => {
  const { label, lines } = write({ text: '3,49 €', price: priceParts(3.49, 'de-DE', 'EUR'), size: 80 })
  const runs = label.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.run] : []))
  const [figure, cents] = [runs.find(({ text }) => text === '3,'), runs.find(({ text }) => text === '49')]
  expect([figure?.size, cents?.size]).toEqual([80, 34])
  expect((figure?.y ?? 0) - (cents?.y ?? 0)).toBe(34)
  expect(lines).toHaveLength(1)
})

test('as SVG it is outlines in its colour, with a rising bar through each line where it is struck through', () => {
  const written = write({ text: 'Brot\nBrezel', size: 30 })
  const plain = encodeWriting(written, { colour: '#ff0000', strike: false })
  expect(plain).toMatch(/^<path fill="#ff0000" d="M[^"]+"\/>$/)
  const bars = encodeWriting(written, { colour: '#ff0000', strike: true }).slice(plain.length)
  expect(
    [...bars.matchAll(/<path stroke="#ff0000" stroke-width="3" d="M-3 (\d+)L\d+ (\d+)"\/>/g)].map(
      ([, low, high]) => Number(low) - Number(high),
    ),
  ).toEqual([16, 16])
})

test('a code has whole pixels for each module, a quiet zone around it, and more modules where more of it may be lost', () => {
  const [low, high] = (['L', 'H'] as const).map((level) => encodeBarcode('qr', 'https://shop.example/p/12345', level))
  if (typeof low !== 'object' || typeof high !== 'object') throw new Error('no code')
  expect(high.width).toBeGreaterThan(low.width)
  const module = Math.floor(200 / (low.width + 8))
  const left = Math.floor((200 - low.width * module) / 2)
  expect(encodeModules(low, { width: 200, height: 200 }, '#000000')).toContain(
    `d="M${left} ${left}h${7 * module}v${module}h-${7 * module}z`,
  )
  expect(encodeModules(low, { width: low.width + 7, height: 200 }, '#000000')).toBe(undefined)
})
