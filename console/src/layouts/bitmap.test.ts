import { describe, expect, test } from 'vitest'
import { differenceOf, markedPixels, readBmp } from './bitmap.ts'

/** A BMP as the server writes them; `lines` from the top, a palette index each. */
function bmp(lines: number[][], colours: number[]): string {
  const [width, height] = [lines[0]?.length ?? 0, lines.length]
  const bits = colours.length === 2 ? 1 : 4
  const stride = Math.ceil((width * bits) / 32) * 4
  const start = 54 + 4 * colours.length
  const file = new Uint8Array(start + stride * height)
  const view = new DataView(file.buffer)
  file.set([0x42, 0x4d])
  view.setUint32(10, start, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(28, bits, true)
  view.setUint32(46, colours.length, true)
  for (const [index, colour] of colours.entries()) view.setUint32(54 + 4 * index, colour, true)
  for (const [y, line] of lines.entries())
    for (const [x, index] of line.entries()) {
      const place = start + stride * (height - 1 - y) + Math.floor((x * bits) / 8)
      file[place] = (file[place] ?? 0) | (index << (8 - bits - ((x * bits) % 8)))
    }
  return btoa(String.fromCharCode(...file))
}
const [white, black, red] = [0xffffff, 0x000000, 0xff0000]
const bw = [white, black]
const bwr = [white, black, red]

describe('labels in the browser', () => {
  test('are read from 1 and from 4 bits, the highest line first, also where a line fills no whole byte', () => {
    const one = readBmp(bmp([[0, 1, 0, 0, 0, 0, 0, 0, 1], Array(9).fill(0)], bw))
    expect([one.width, one.height]).toEqual([9, 2])
    expect([...one.pixels].flatMap((colour, place) => (colour === black ? [place] : []))).toEqual([1, 8])
    const four = readBmp(bmp([[2, 0, 1]], bwr))
    expect([...four.pixels]).toEqual([red, white, black])
  })
  test('what is no label is refused', () => {
    expect(() => readBmp(btoa('PNG'))).toThrow('Not a BMP')
    expect(() => readBmp(bmp([[0, 1]], bw).slice(0, 40))).toThrow('Not a BMP')
  })
  test('are compared pixel by pixel, by colour and not by how it is written', () => {
    const before = readBmp(bmp([[0, 1, 1]], bw))
    expect(differenceOf(before, readBmp(bmp([[0, 1, 1]], bwr)))).toMatchObject({ changed: 0 })
    const difference = differenceOf(before, readBmp(bmp([[0, 2, 1]], bwr)))
    expect(difference).toMatchObject({ changed: 1, width: 3, height: 1 })
    expect([...difference.mask]).toEqual([0, 1, 0])
  })
  test('of another size differ wherever only one of them has something', () => {
    const difference = differenceOf(readBmp(bmp([[0, 0]], bw)), readBmp(bmp([[0], [0]], bw)))
    expect(difference).toMatchObject({ width: 2, height: 2, changed: 2 })
    expect([...difference.mask]).toEqual([0, 1, 1, 0])
  })
  test('what has changed is marked, and nothing else', () => {
    const [before, after] = [readBmp(bmp([[0, 1]], bw)), readBmp(bmp([[1, 1]], bw))]
    const marked = markedPixels(after, differenceOf(before, after))
    expect([...marked]).toEqual([214, 0, 147, 255, 191, 191, 191, 255])
  })
})
