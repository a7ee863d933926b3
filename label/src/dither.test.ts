/** Pictures in the inks of panels: greys stay grey, colours come near what they are, logos have no pattern, and nothing old looks otherwise. */
import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { layoutDefinition } from './layout.ts'
import { inkColours, paletteColours, type Palette } from './palettes.ts'
import { createRenderer } from './render.ts'

const renderer = createRenderer()
const side = 64
const patterns = ['floyd-steinberg', 'ordered'] as const

type Colour = (x: number, y: number) => readonly [number, number, number]
const flat =
  (colour: number): Colour =>
  () => [colour >> 16, (colour >> 8) & 255, colour & 255]
const ramp: Colour = (x) => {
  const level = Math.round((x * 255) / (side - 1))
  return [level, level, level]
}
function draw(colourAt: Colour, palette: Palette, dither: 'none' | 'threshold' | (typeof patterns)[number]): Uint8Array {
  const context = createCanvas(side, side).getContext('2d')
  const image = context.createImageData(side, side)
  for (let at = 0; at < side * side; at++) image.data.set([...colourAt(at % side, Math.floor(at / side)), 255], 4 * at)
  context.putImageData(image, 0, 0)
  const data = `data:image/png;base64,${context.canvas.toBuffer('image/png').toString('base64')}`
  const pages = [{ elements: [{ type: 'image' as const, x: 0, y: 0, w: side, h: side, data, dither }] }]
  const layout = layoutDefinition.parse({ format: 1, name: 'x', width: side, height: side, pages })
  const model = { width: side, height: side, palette }
  return renderer.render({ layout, model, products: [], aliases: [], locale: 'en-US', currency: 'USD' }).pages[0]!.pixels
}
const inksIn = (pixels: Uint8Array) => [...new Set(pixels)].toSorted((a, b) => a - b)
const share = (pixels: Uint8Array, ink: number) => pixels.filter((one) => one === ink).length / pixels.length

test('in black and white every picture is what it was before there were more palettes', () => {
  const picture: Colour = (x, y) => (y < 32 ? ramp(x, y) : [x * 4, 255 - x * 4, (y * 4) & 255])
  const hashes = (['none', 'threshold', 'ordered', 'floyd-steinberg'] as const).map((dither) =>
    createHash('sha256')
      .update(draw(picture, 'bw', dither))
      .digest('hex')
      .slice(0, 16),
  )
  expect(hashes).toEqual(['82b1d07c46042443', '9ae8d31e07ddba94', 'f59ec6698675d563', '15a44a9ed9a110e5'])
})

describe.each(patterns)('%s', (dither) => {
  test.each(['bwr', 'bwry', 'bwy', 'spectra6', 'seven'] as const)('leaves greys on %s as they are in black and white', (palette) => {
    expect(draw(ramp, palette, dither)).toEqual(draw(ramp, 'bw', dither))
    // Paper that is not quite white, too.
    expect(inksIn(draw(flat(0xf6f4ee), palette, dither)).every((ink) => ink < 2)).toBe(true)
  })
  test('uses all grays, each where it belongs', () => {
    for (const palette of ['gray4', 'gray16'] as const) {
      const pixels = draw(ramp, palette, dither)
      expect(inksIn(pixels)).toEqual(Array.from(paletteColours[palette].keys()))
      for (const [ink, colour] of paletteColours[palette].entries())
        expect(share(draw(flat(colour), palette, dither), ink), `${palette} ${ink}`).toBe(1)
    }
    // No gray stands far from its own shade.
    for (const [at, ink] of draw(ramp, 'gray16', dither).entries())
      expect(Math.abs((paletteColours.gray16[ink]! & 255) - ramp(at % side, 0)[0])).toBeLessThan(36)
  })
  test.each(['bwr', 'bwry', 'bwy', 'spectra6', 'seven'] as const)('the pure colours of %s are their inks, without a pattern', (palette) => {
    for (const [ink, colour] of paletteColours[palette].entries()) expect(share(draw(flat(colour), palette, dither), ink)).toBe(1)
  })
  test('mixes the inks of a hue, and no other', () => {
    // A soft red, an orange, a sky, a leaf.
    expect(inksIn(draw(flat(0xe09090), 'bwr', dither)).filter((ink) => ink > 1)).toEqual([2])
    expect(inksIn(draw(flat(0xf0a060), 'bwry', dither)).filter((ink) => ink > 1)).toEqual([2, 3])
    expect(inksIn(draw(flat(0x80b0e0), 'spectra6', dither)).filter((ink) => ink > 1)).toEqual(expect.arrayContaining([4]))
    expect(inksIn(draw(flat(0x80b0e0), 'spectra6', dither))).not.toContain(2)
    expect(inksIn(draw(flat(0x70a050), 'spectra6', dither)).filter((ink) => ink > 1)).toEqual(expect.arrayContaining([3, 5]))
    // Blue on a panel without it is a grey.
    for (const palette of ['bwr', 'bwry', 'bwy'] as const) expect(inksIn(draw(flat(0x4060c0), palette, dither))).toEqual([0, 1])
  })
  test.each([0x905040, 0xb07050, 0x80b0e0, 0x70a050, 0x808040, 0xd0b080])('%i comes near itself in six colours', (colour) => {
    const expected = flat(colour)(0, 0)
    const far = (pixels: Uint8Array) => {
      const mean = [16, 8, 0].map(
        (shift) => pixels.reduce((sum, ink) => sum + linear((inkColours.spectra6[ink]! >> shift) & 255), 0) / pixels.length,
      )
      return Math.hypot(...mean.map((light, part) => light ** (1 / 2.2) - linear(expected[part]!) ** (1 / 2.2)))
    }
    expect(far(draw(flat(colour), 'spectra6', dither))).toBeLessThan(far(draw(flat(colour), 'spectra6', 'none')))
    expect(far(draw(flat(colour), 'spectra6', dither))).toBeLessThan(0.3)
  })
})

test('a pattern of Bayer’s is the same wherever it stands; one that is diffused wanders', () => {
  const ordered = draw(flat(0x80b0e0), 'spectra6', 'ordered')
  for (let at = 0; at < (side - 8) * side; at++) expect(ordered[at]).toBe(ordered[at + 8 * side])
  expect(draw(flat(0x80b0e0), 'spectra6', 'floyd-steinberg')).not.toEqual(ordered)
})
test('a threshold keeps strong reds only where there is red', () => {
  expect(share(draw(flat(0xe00000), 'spectra6', 'threshold'), 2)).toBe(1)
  expect(inksIn(draw(flat(0xe00000), 'bwy', 'threshold'))).toEqual([1])
  expect(inksIn(draw(flat(0xe00000), 'gray4', 'threshold'))).toEqual([1])
})

const linear = (part: number) => (part / 255) ** 2.2
