/** Pictures on a label: greys by patterns, and files that are too large or damaged. */
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { layoutDefinition, type LayoutInput } from './layout.ts'
import { createRenderer } from './render.ts'

type Dither = NonNullable<Extract<LayoutInput['pages'][number]['elements'][number], { type: 'image' }>['dither']>
const renderer = createRenderer()

function png(style: string, [width, height] = [64, 64]): Buffer {
  const context = createCanvas(width, height).getContext('2d')
  context.fillStyle = style
  context.fillRect(0, 0, width, height)
  return context.canvas.toBuffer('image/png')
}
function draw(file: Buffer, dither: Dither = 'none', palette: 'bw' | 'bwr' = 'bwr') {
  const data = `data:image/png;base64,${file.toString('base64')}`
  const pages = [{ elements: [{ type: 'image' as const, x: 0, y: 0, w: 64, h: 64, data, dither }] }]
  const layout = layoutDefinition.parse({ format: 1, name: 'x', width: 64, height: 64, pages })
  const model = { width: 64, height: 64, palette }
  const { problems, pages: drawn } = renderer.render({ layout, model, products: [], aliases: [], locale: 'en-US', currency: 'USD' })
  return { problems, pixels: drawn[0]!.pixels }
}
const share = (pixels: Uint8Array, ink: number) => pixels.filter((one) => one === ink).length / pixels.length

describe('greys', () => {
  test.each([
    ['none', '#707070', 1],
    ['none', '#909090', 0],
    ['threshold', '#7f7f7f', 1],
    ['threshold', '#818181', 0],
    ['ordered', '#404040', 0.75],
    ['ordered', '#808080', 0.5],
    ['ordered', '#c0c0c0', 0.25],
    ['floyd-steinberg', '#404040', 0.75],
    ['floyd-steinberg', '#c0c0c0', 0.25],
  ] as const)('%s of %s is black for %d of the pixels', (dither, style, black) => {
    const { pixels } = draw(png(style), dither)
    expect(Math.abs(share(pixels, 1) - black)).toBeLessThan(0.03)
    expect(share(pixels, 0) + share(pixels, 1)).toBe(1)
  })
  test('of half the light, no two neighbours of an ordered pattern are alike; a threshold leaves no pattern at all', () => {
    const { pixels } = draw(png('#808080'), 'ordered')
    for (let at = 0; at < 63; at++) expect(pixels[at]).not.toBe(pixels[at + 1])
    // A colour that is nearer to red than to black and white is decided by how light it is.
    expect(share(draw(png('#c06060'), 'none').pixels, 2)).toBe(1)
    expect(share(draw(png('#c06060'), 'threshold').pixels, 1)).toBe(1)
  })
  test.each(['ordered', 'threshold', 'floyd-steinberg'] as const)('strong red stays red in %s where there is red ink', (dither) => {
    expect(share(draw(png('#e00000'), dither).pixels, 2)).toBe(1)
    expect(share(draw(png('#e00000'), dither, 'bw').pixels, 2)).toBe(0)
  })
})

describe('bad-image', () => {
  /** The same file with another size in its header, which is right in itself. */
  function claiming(width: number, height: number): Buffer {
    const file = Buffer.from(png('#000000', [8, 8]))
    file.writeUInt32BE(width, 16)
    file.writeUInt32BE(height, 20)
    file.writeUInt32BE(crc(file.subarray(12, 29)), 29)
    return file
  }
  test('more pixels than are drawn are refused by what the header says, before anything is decoded', () => {
    for (const side of [4000, 2_000_000_000])
      expect(draw(claiming(side, side)).problems).toMatchObject([
        { kind: 'bad-image', element: '1', detail: expect.stringContaining(`${side} × ${side}`) as string },
      ])
  })
  test('a picture just within the limit is drawn', () => {
    const { problems, pixels } = draw(png('#000000', [2000, 2000]))
    expect([problems, share(pixels, 1)]).toEqual([[], 1])
    expect(draw(png('#000000', [2000, 2001])).problems).toMatchObject([{ kind: 'bad-image' }])
  })
  test('a file that was cut off or damaged is named instead of leaving a gap', () => {
    const file = png('#000000')
    expect(draw(file).problems).toEqual([])
    for (const length of [20, 40, file.length - 20, file.length - 1])
      expect(draw(file.subarray(0, length)).problems).toMatchObject([{ kind: 'bad-image' }])
    const damaged = Buffer.from(file)
    damaged[50]! ^= 255
    expect(draw(damaged).problems).toMatchObject([{ kind: 'bad-image', detail: 'The picture cannot be read' }])
    expect(draw(Buffer.from('no picture at all')).problems).toMatchObject([{ kind: 'bad-image' }])
  })
})

/** As the format wants it, by the letter of its specification. */
function crc(bytes: Uint8Array): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}
