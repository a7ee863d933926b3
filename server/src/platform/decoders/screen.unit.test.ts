/** Pictures of screens beside drawings: what is alike in spite of JPEG, scaling and brightness, and what is not. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { Drawing, Filling, Part, ScreenTask } from './drawing.ts'
import { compareScreen } from './screen.ts'

const folder = await mkdtemp(join(tmpdir(), 'screens-'))
afterAll(() => rm(folder, { recursive: true }))

const size = { width: 1920, height: 540 }
let count = 0
/** A picture as people put on slides: a ground, a round thing, words. */
async function poster({ ground, thing, words, at = 300 }: { ground: string; thing: string; words: string; at?: number }): Promise<Filling> {
  const path = join(folder, `${++count}.png`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="540"><defs><linearGradient id="g"><stop stop-color="${ground}"/>
    <stop offset="1" stop-color="#fff"/></linearGradient></defs><rect width="1920" height="540" fill="url(#g)"/>
    <circle cx="${at}" cy="270" r="190" fill="${thing}"/><text x="${at + 300}" y="330" font-size="170" font-weight="700" fill="#222">${words}</text></svg>`
  await writeFile(path, await sharp(Buffer.from(svg)).png().toBuffer())
  return { path }
}
const whole = { left: 0, top: 0, ...size, fit: 'fill' } as const
const of = (filling: Filling, more: Partial<Part> = {}): Drawing => ({
  ...size,
  background: '#000000',
  parts: [{ ...whole, filling, ...more }],
})
const sun = { ground: '#f4c542', thing: '#ffffff', words: '' }
const bread = of(await poster({ ground: '#f4c542', thing: '#8a4b14', words: 'Bread 2.49' }))
const fish = of(await poster({ ground: '#1d6fb8', thing: '#ff8c69', words: 'Salmon 7.99', at: 1400 }))
const cheese = of(await poster({ ground: '#f4c542', thing: '#ffe680', words: 'Cheese 4.20', at: 900 }))
const night = of(await poster({ ground: '#101018', thing: '#202030', words: 'Good night' }))

/** How a screen comes back. */
type Way = (picture: Sharp) => Sharp
const ways: Record<string, Way> = {
  'as players send it': (picture) => picture.resize(960).jpeg({ quality: 80 }),
  'much pressed': (picture) => picture.resize(960).jpeg({ quality: 30 }),
  'half as large': (picture) => picture.resize(480).jpeg({ quality: 60 }),
  'of an odd width': (picture) => picture.resize(701).jpeg({ quality: 70 }),
  darker: (picture) => picture.resize(960).linear(0.7, 0).jpeg({ quality: 80 }),
  lighter: (picture) => picture.resize(960).linear(1.25, 0).jpeg({ quality: 80 }),
  'of another gamma': (picture) => picture.resize(960).gamma(1.6, 2.2).jpeg({ quality: 80 }),
  'a few pixels aside': (picture) =>
    picture.resize(956, 269, { fit: 'fill' }).extend({ left: 4, top: 1, background: '#000' }).jpeg({ quality: 80 }),
}
const plain: Omit<ScreenTask, 'drawings'> = { others: [], turn: 0, light: 1, before: undefined }
const blank = (shape = { width: 960, height: 270 }) =>
  sharp({ create: { ...shape, channels: 3, background: '#000' } })
    .jpeg()
    .toBuffer()
const black = await blank()
/** What a screen shows that draws this. */
async function seenOf(drawing: Drawing, way: Way = (picture) => picture, shape = { width: 960, height: 270 }): Promise<Buffer> {
  const { expected } = await compareScreen(await blank(shape), { ...plain, drawings: [drawing] })
  return way(sharp(expected ?? (await blank(shape))))
    .jpeg()
    .toBuffer()
}
const compare = (seen: Buffer, drawing: Drawing, more: Partial<ScreenTask> = {}) =>
  compareScreen(seen, { ...plain, drawings: [drawing], ...more })
const numbered = (...drawings: Drawing[]) => drawings.map((drawing, index) => ({ index, drawing }))

describe('a picture of the screen', () => {
  test.each(Object.entries(ways))('%s is like its slide, and not like the next one', async (_, way) => {
    const slides = [bread, fish, cheese, night]
    for (const [index, shown] of slides.entries()) {
      const seen = await seenOf(shown, way)
      expect([index, (await compare(seen, shown)).verdict]).toEqual([index, 'matches'])
      expect([index, (await compare(seen, slides[(index + 1) % slides.length] ?? shown)).verdict]).toEqual([index, 'wrong'])
    }
  })
  test('of another slide names it', async () => {
    const others = numbered(cheese, fish, night)
    expect(await compare(await seenOf(fish), bread, { others })).toMatchObject({ verdict: 'wrong', looksLike: 1 })
    expect(await compare(await seenOf(of('unforeseen', { width: 1 })), bread, { others })).toMatchObject({
      verdict: 'black',
      looksLike: null,
    })
  })
  test('of a slide that differs in one corner alone is told from the one that should be there', async () => {
    const corner = { left: 1600, top: 400, width: 320, height: 140 }
    const withCorner = { ...bread, parts: [...bread.parts, ...fish.parts.map((part) => ({ ...part, ...corner }))] }
    expect(await compare(await seenOf(bread), withCorner)).toMatchObject({ verdict: 'matches' })
    const others = numbered(fish, bread)
    expect(await compare(await seenOf(bread), withCorner, { others })).toMatchObject({ verdict: 'wrong', looksLike: 1 })
    expect(await compare(await seenOf(withCorner), withCorner, { others })).toMatchObject({ verdict: 'matches', looksLike: null })
  })
  test('that is all dark is black, unless hardly anything should be seen', async () => {
    expect(await compare(black, bread)).toMatchObject({ verdict: 'black' })
    const lamp = {
      ...of('film', { width: 0 }),
      parts: [{ ...whole, left: 900, width: 120, height: 120, filling: await poster(sun), fit: 'fill' as const }],
    }
    expect(await compare(black, lamp)).toMatchObject({ verdict: 'black' })
    expect(await compare(black, of('film', { width: 0 }))).toMatchObject({ verdict: 'matches' })
  })
  test('counts neither where films play nor where webpages are', async () => {
    const half = { left: 960, width: 960 }
    const withPage = { ...bread, parts: [...bread.parts, { ...whole, ...half, filling: 'unforeseen' as const }] }
    const shown = { ...bread, parts: [...bread.parts, ...fish.parts.map((part) => ({ ...part, ...half }))] }
    expect(await compare(await seenOf(shown), bread)).toMatchObject({ verdict: 'wrong' })
    expect(await compare(await seenOf(shown), withPage)).toMatchObject({ verdict: 'matches' })
    expect(await compare(await seenOf(fish), withPage)).toMatchObject({ verdict: 'wrong' })
    expect(await compare(await seenOf(fish), of('unforeseen'))).toMatchObject({ verdict: 'unknown', isDark: false, expected: null })
    expect(await compare(black, of('unforeseen'))).toMatchObject({ verdict: 'unknown', isDark: false })
  })
  test('around a change may show either slide', async () => {
    const task = { ...plain, drawings: [bread, fish], others: numbered(night) }
    for (const [shown, verdict] of [
      [bread, 'matches'],
      [fish, 'matches'],
      [cheese, 'wrong'],
    ] as const)
      expect(await compareScreen(await seenOf(shown), task)).toMatchObject({ verdict })
  })
  test('remembers the one before: the same, or dark where a film should be', async () => {
    const first = await compare(await seenOf(bread), bread)
    expect(await compare(await seenOf(bread), fish, { before: first.cells })).toMatchObject({ verdict: 'wrong', isSame: true })
    expect(await compare(await seenOf(cheese), fish, { before: first.cells })).toMatchObject({ verdict: 'wrong', isSame: false })
    const dark = await compare(black, of('film'))
    expect(dark).toMatchObject({ verdict: 'unknown', isDark: true, wasDark: false })
    expect(await compare(black, of('film'), { before: dark.cells })).toMatchObject({ isDark: true, wasDark: true })
    expect(await compare(await seenOf(bread), of('film'), { before: dark.cells })).toMatchObject({ isDark: false, wasDark: true })
  })
})

describe('what should be there is drawn as the player draws it', () => {
  const colourAt = async (drawing: Drawing, x: number, y: number, shape = { width: 960, height: 270 }) => {
    const { expected } = await compare(await blank(shape), drawing)
    const { data, info } = await sharp(expected ?? undefined)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const start = (y * info.width + x) * 3
    return [...data.subarray(start, start + 3)].map((value) => Math.round(value / 51) * 51).join()
  }
  const [red, blue, nothing] = ['255,0,0', '0,0,255', '0,0,0']
  const flat = async (colour: string, width: number, height: number): Promise<Filling> => ({
    content: await sharp({ create: { width, height, channels: 4, background: colour } })
      .png()
      .toBuffer(),
  })
  test('in the middle of a screen of another shape, on black', async () => {
    const drawing = of(await flat('#f00', 20, 20))
    expect(await colourAt(drawing, 480, 270, { width: 960, height: 540 })).toBe(red)
    expect(await colourAt(drawing, 480, 60, { width: 960, height: 540 })).toBe(nothing)
  })
  test('from back to front, through what is clear, and cut at the edge of the screen', async () => {
    const red = await flat('#f00', 20, 20)
    const clear = await flat('#0000', 20, 20)
    const box = { left: 1800, top: 0, width: 400, height: 540 }
    const parts = [
      { ...whole, filling: red },
      { ...whole, filling: clear },
      { ...whole, ...box, filling: await flat('#00f', 30, 10) },
      { ...whole, left: -5000, width: 5100, filling: await flat('#00f', 30, 10) },
    ]
    const drawing = { ...size, background: '#00ff00', parts }
    expect([await colourAt(drawing, 480, 130), await colourAt(drawing, 940, 130), await colourAt(drawing, 20, 130)]).toEqual([
      '255,0,0',
      blue,
      blue,
    ])
  })
  test('with what is seen through an object that lets it through', async () => {
    const parts = [
      { ...whole, filling: await flat('#f00', 20, 20) },
      { ...whole, filling: await flat('#00f', 20, 20), opacity: 0.6 },
    ]
    expect(await colourAt({ ...size, background: '#00ff00', parts }, 480, 130)).toBe('102,0,153')
  })
  test('fits content as its area says', async () => {
    const half = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#f00' } })
      .composite([
        {
          input: await sharp({ create: { width: 100, height: 50, channels: 3, background: '#00f' } })
            .png()
            .toBuffer(),
          top: 50,
          left: 0,
        },
      ])
      .png()
      .toBuffer()
    const at = (fit: Part['fit'], x: number, y: number) => colourAt(of({ content: half }, { fit }), x, y)
    expect([await at('contain', 480, 60), await at('contain', 480, 200), await at('contain', 100, 60)]).toEqual([red, blue, nothing])
    expect([await at('fill', 100, 60), await at('fill', 100, 200)]).toEqual([red, blue])
    expect([await at('cover', 100, 60), await at('cover', 100, 200)]).toEqual([red, blue])
  })
  test('a picture of a machine that stands turned is turned back', async () => {
    const shown = await seenOf(bread, (picture) => picture.rotate(270))
    expect(await compare(shown, bread, { turn: 90 })).toMatchObject({ verdict: 'matches' })
    expect(await compare(shown, bread, { turn: 270 })).toMatchObject({ verdict: 'wrong' })
  })
  test('pictures that move, or are gone, are not foreseen', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const content = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect(await compare(await seenOf(fish), of({ content }))).toMatchObject({ verdict: 'unknown' })
    expect(await compare(await seenOf(fish), of({ path: join(folder, 'gone.png') }))).toMatchObject({ verdict: 'unknown' })
  })
})

test('what is no picture is refused', async () => {
  await expect(compare(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]), bread)).rejects.toMatchObject({ status: 400 })
})
