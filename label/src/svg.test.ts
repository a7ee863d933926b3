/** Labels as SVG: as sharp as the screen, in colours of one's own, and nothing on them moves. */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { priceCard } from './price-card.ts'
import { createRenderer } from './render.ts'
import { starterAliases } from './starter.ts'
import { encodeSvg, type ScreenColours } from './svg.ts'
import { createRecorder, type VectorLabel } from './vector.ts'

const colours: ScreenColours = { background: '#ffffff', text: '#000000', accent: '#ff0000' }
const aliases = [...starterAliases]
const size = { width: 320, height: 158 }

const requestOf = (locale: string, name: string) => {
  const values = new Map<string, string>([
    ['NAME', name],
    ['PRICE', '349'],
  ])
  const product = { prCode: '4001000000003', prInfo: aliases.map((alias) => values.get(alias.name) ?? '') }
  const layout = priceCard('card', size, product, aliases)
  return { layout, model: { ...size, palette: 'bwr' as const }, products: [product], aliases, locale, currency: 'EUR' }
}
function recordedOf(locale = 'de-DE', name = 'Mühlenhof Vollmilch'): VectorLabel {
  const [page] = createRenderer().record(requestOf(locale, name)).pages
  if (page === undefined) throw new Error('no page')
  return page
}
/** As a screen of so many pixels to one of the label shows it: RGBA. */
async function shown(svg: string, scale = 1): Promise<Uint8ClampedArray> {
  const [width, height] = [size.width * scale, size.height * scale]
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(await loadImage(Buffer.from(svg)), 0, 0, width, height)
  return context.getImageData(0, 0, width, height).data
}
const coloursIn = (pixels: Uint8ClampedArray) => {
  const found = new Set<string>()
  for (let at = 0; at < pixels.length; at += 4) found.add(pixels.slice(at, at + 4).join())
  return found
}

test.each([
  ['de-DE', 'Mühlenhof Vollmilch'],
  ['ja-JP', '北里乳業 特選牛乳'],
  ['ko-KR', '서울우유 나100%'],
])('what stands on a label in %s stands in the same place, at any size of the screen', async (locale, name) => {
  const request = requestOf(locale, name)
  const [bitmap] = createRenderer().render(request).pages
  for (const scale of [1, 2]) {
    const pixels = await shown(encodeSvg(recordedOf(locale, name), colours), scale)
    // Where a label is black or white all around a place, the screen is dark or light there: letters stand on parts of a pixel.
    const around = [-2, -1, 0, 1, 2]
    let [compared, differing] = [0, 0]
    for (let y = 2; y < size.height - 2; y++)
      for (let x = 2; x < size.width - 2; x++) {
        const inks = new Set(around.flatMap((down) => around.map((across) => bitmap?.pixels[(y + down) * size.width + x + across])))
        if (inks.size > 1) continue
        compared += 1
        const middle = (y * scale + Math.floor(scale / 2)) * size.width * scale + x * scale + Math.floor(scale / 2)
        if (inks.has(0) !== (pixels[middle * 4 + 1] ?? 0) > 128) differing += 1
      }
    expect(compared).toBeGreaterThan(20_000)
    expect(differing / compared).toBeLessThan(0.004)
  }
})

test('edges of letters are mixed of text and background, as on no label', async () => {
  const found = coloursIn(await shown(encodeSvg(recordedOf(), colours)))
  expect(found.size).toBeGreaterThan(20)
})

test('has colours of one’s own', async () => {
  const own = { background: '#102030', text: '#fefefe', accent: '#00ff88' }
  const found = coloursIn(await shown(encodeSvg(recordedOf(), own)))
  expect([found.has('16,32,48,255'), found.has('254,254,254,255'), found.has('0,0,0,255')]).toEqual([true, true, false])
})

test('without a background, what lies below is seen', async () => {
  const pixels = await shown(encodeSvg(recordedOf(), { ...colours, background: 'none' }))
  expect(pixels[3]).toBe(0)
  expect(coloursIn(pixels).has('0,0,0,255')).toBe(true)
})

test('a picture lies where it was put, and lets through what is below where it has no ink', async () => {
  const recorder = createRecorder(size.width, size.height, 'bwr', 0)
  recorder.paste({ left: 10, top: 20, width: 2, height: 1 }, Uint8Array.of(2, 255))
  const pixels = await shown(encodeSvg(recorder.label, { ...colours, background: '#00ff00' }))
  const at = (x: number, y: number) => pixels.slice((y * size.width + x) * 4, (y * size.width + x) * 4 + 3).join()
  expect([at(9, 20), at(10, 20), at(11, 20)]).toEqual(['0,255,0', '255,0,0', '0,255,0'])
})

test('bars of codes have sharp edges', () => {
  const recorder = createRecorder(size.width, size.height, 'bw', 0)
  recorder.fill(4, 5, 1, 40, 1)
  expect(encodeSvg(recorder.label, colours)).toContain('<path fill="#000000" shape-rendering="crispEdges" d="M4 5h1v40h-1z"/>')
})
