/** Fonts of one's own: read into outlines, and text set in them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { boxFigures, boxLetters, makeBoxFont } from './box-font.ts'
import { BadFont, brandOutline, brandSample, readBrandFont } from './brand-font.ts'
import { createRenderer } from './render.ts'
import { encodeWriting } from './svg.ts'
import type { Writing } from './writing.ts'

const renderer = createRenderer()
const boxes = readBrandFont(makeBoxFont())
const inter = () => readFileSync(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'))
const box = { width: 400, height: 100, weight: 400, align: 'left', valign: 'top', leading: 1, padding: 0, locale: 'de-DE' } as const
function write(more: Partial<Writing> & { text: string }) {
  const written = renderer.write({ ...box, ...more })
  if (written === undefined || 'missing' in written) throw new Error('it was not written')
  return written
}
const runsOf = (written: ReturnType<typeof write>) => written.label.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.run] : []))
function reasonOf(file: Uint8Array): string {
  try {
    readBrandFont(file)
    return 'taken'
  } catch (error) {
    if (error instanceof BadFont) return error.reason
    throw error
  }
}

test('a font is read with its name; its capitals are as high as those of the house’s own', () => {
  expect(boxes.name).toBe('Boxes Bold')
  expect(Object.keys(boxes.characters).toSorted()).toEqual(Object.keys(boxLetters).toSorted())
  expect(boxes.characters.H).toEqual([727, 'M52 0L52 -727L675 -727L675 0Z'])
  expect(boxes.characters[' ']).toEqual([312, ''])
  const capital = (written: ReturnType<typeof write>) =>
    /d="M[\d.]+ ([\d.]+)/.exec(encodeWriting(written, { colour: '#000000', strike: false }))?.[1]
  expect(capital(write({ text: 'H', size: 40, font: boxes }))).toBe(capital(write({ text: 'H', size: 40 })))
})

test('a figure that is higher than capitals, or hangs deep, makes all of it smaller', () => {
  const [tall, deep] = [
    readBrandFont(makeBoxFont({ ...boxLetters, '7': [600, [50, 0, 430, 1400]] })),
    readBrandFont(makeBoxFont({ ...boxLetters, '7': [600, [50, -380, 430, 700]] })),
  ]
  expect(tall.characters.H?.[1]).toBe('M26 0L26 -363L338 -363L338 0Z')
  expect(deep.characters['7']?.[1]).toBe('M25 190L25 -350L215 -350L215 190Z')
})

test('text is set in it, and what it does not have in the house’s own', () => {
  const written = write({ text: '1,9 €', size: 100, font: boxes })
  expect(runsOf(written).map(({ text, font }) => [text, font === boxes])).toEqual([
    ['1,9 ', true],
    ['€', false],
  ])
  expect(runsOf(written)[0]).toMatchObject({ x: 0, y: 73, size: 100, width: 187 })
  const drawn = encodeWriting(written, { colour: '#ff0000', strike: true })
  // The 1 is a box of 50 to 190 units in a font of which 700 units are 727.
  expect(drawn).toContain('d="M5.2 73L5.2 0.3L19.7 0.3L19.7 73Z')
  expect(drawn).toContain('stroke="#ff0000"')
  expect(renderer.write({ ...box, text: 'H\u{12000}', font: boxes })).toEqual({ missing: ['\u{12000}'] })
})

test('letters stand as near as the font says, and a clock has its figures', () => {
  const font = readBrandFont(inter())
  expect(font.kerning.AV).toBeGreaterThan(0)
  expect(Object.keys(font.kerning).join('')).not.toMatch(/\d/)
  const [pair, apart] = [write({ text: 'AV', size: 100, font }), write({ text: 'A V', size: 100, font })]
  expect(runsOf(pair)[0]?.width).toBeLessThan((runsOf(apart)[0]?.width ?? 0) - (font.characters[' ']?.[0] ?? 0) / 10)
  expect(brandOutline(font, { text: 'A', size: 1000, x: 0, y: 0 })).toMatch(/^M[^a-z]+Z$/)
  const clock = renderer.letters({ ...box, texts: ['12:30'], font: boxes })
  expect(clock !== undefined && 'letters' in clock && clock.letters.find(({ letter }) => letter === '3')?.label.marks).toMatchObject([
    { run: { text: '3', font: { name: 'Boxes Bold' } } },
  ])
})

test('what is no font, or one in which figures could not be told apart, is refused with its reason', () => {
  expect(reasonOf(makeBoxFont())).toBe('taken')
  expect(reasonOf(Buffer.from('a text'))).toBe('no-font')
  expect(reasonOf(makeBoxFont().subarray(0, 400))).toBe('no-font')
  expect(reasonOf(Buffer.concat([Buffer.from('ttcf\0\u0001\0\0\0\0\0\u0001\0\0\0\u0010', 'latin1'), makeBoxFont()]))).toBe('several-fonts')
  const { '4': _, ...without } = boxLetters
  expect(reasonOf(makeBoxFont(without))).toBe('no-figures')
  expect(reasonOf(makeBoxFont({ ...boxLetters, '1': boxFigures['7'] ?? [0] }))).toBe('no-figures')
  expect(reasonOf(makeBoxFont({ ...boxLetters, '1': [600] }))).toBe('no-figures')
})

test('a sample of it is an SVG of the letters that it has', () => {
  expect(brandSample(boxes)).toMatch(/^<svg [^>]*height="48"[^>]*><path d="M[^"]+"\/><\/svg>$/)
})
