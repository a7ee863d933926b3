/** What stands on the glass can be read: figures keep their form, strokes neither break nor close, nothing lies over something else. */
import { describe, expect, test } from 'vitest'
import { createFonts } from './fonts.ts'
import { createGlyphs, type Style } from './glyph/glyphs.ts'
import { layoutDefinition, type Element, type LayoutDefinition } from './layout.ts'
import { allModels } from './models.ts'
import { createRenderer } from './render.ts'
import { sampleShops } from './sample-shops.ts'
import { starterAliases, starterLayout, starterLayouts } from './starter.ts'
import { smallest } from './starter/frame.ts'
import { createSurface } from './surface.ts'

const glyphs = createGlyphs(createFonts())
const renderer = createRenderer()
const digits = [...'0123456789']
const style = (size: number, weight = 400, more: Partial<Style> = {}): Style => ({ size, weight, locale: 'ja-JP', ...more })

interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}
/** Room above and below the base line in a picture of a line. */
const [above, below] = [48, 16]

/** The columns of `text` that the character at `index` stands in. */
function cellOf(text: string, index: number, { style: one }: { style: Style }): Picture {
  const surface = createSurface(glyphs.width(text, one) + 8, above + below, 'bw', 0)
  glyphs.draw(surface, text, { x: 4, y: above }, one, 1)
  const from = 4 + glyphs.width(text.slice(0, index), one)
  const width = glyphs.width(text.slice(0, index + 1), one) + 4 - from
  return cut(surface, { x: from, y: 0, width, height: above + below })
}
function cut(
  { width: stride, pixels }: Picture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Picture {
  const result = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    result.set(pixels.subarray((y + row) * stride + x, (y + row) * stride + x + width), row * width)
  }
  return { width, height, pixels: result }
}
/** The ink as text, without the empty columns beside it. */
const lettersOf = ({ width, pixels }: Picture) => {
  const rows = Array.from({ length: pixels.length / width }, (_, y) =>
    [...pixels.subarray(y * width, (y + 1) * width)].map((pixel) => (pixel === 0 ? '.' : '#')).join(''),
  )
  const first = Math.min(...rows.map((row) => (row.includes('#') ? row.indexOf('#') : width)))
  const last = Math.max(...rows.map((row) => row.lastIndexOf('#')))
  return rows
    .map((row) => row.slice(first, last + 1))
    .join('\n')
    .replaceAll(/^[.\n]*\n|\n[.\n]*$/g, '')
}

/** Separate areas of one ink; strokes hold together across corners, paper does not. */
function areas({ width, height, pixels }: Picture, ink: number): number {
  const seen = new Uint8Array(pixels.length)
  let count = 0
  for (const [start, pixel] of pixels.entries()) {
    if (pixel !== ink || seen[start] === 1) continue
    count++
    const open = [start]
    seen[start] = 1
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [x, y] = [next % width, Math.floor(next / width)]
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const [nx, ny] = [x + dx, y + dy]
          if ((ink === 0 && dx !== 0 && dy !== 0) || nx < 0 || ny < 0 || nx >= width || ny >= height) continue
          const neighbour = ny * width + nx
          if (pixels[neighbour] !== ink || seen[neighbour] === 1) continue
          seen[neighbour] = 1
          open.push(neighbour)
        }
      }
    }
  }
  return count
}

/** Pixels in which two characters differ, wherever one is put upon the other. */
function difference(a: Picture, b: Picture): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let dx = -2; dx <= 2; dx++) {
    let count = 0
    for (let y = 0; y < a.height; y++) {
      for (let x = -2; x < Math.max(a.width, b.width) + 2; x++) {
        const one = x >= 0 && x < a.width ? a.pixels[y * a.width + x] : 0
        const other = x - dx >= 0 && x - dx < b.width ? b.pixels[y * b.width + x - dx] : 0
        if (one !== other) count++
      }
    }
    lowest = Math.min(lowest, count)
  }
  return lowest
}

const sizes = Array.from({ length: 18 }, (_, index) => smallest.figures + index)
const weights = [400, 500, 700, 800]

describe('figures', () => {
  test.each(sizes)('a digit of %i pixels looks the same wherever it stands', (size) => {
    for (const weight of weights) {
      for (const digit of digits) {
        const alone = cellOf(digit, 0, { style: style(size, weight) })
        for (const [code, at] of [`4${digit}1`, `17${digit}`, `€ ${digit},50`, `W${digit}`].map(
          (text) => [text, text.indexOf(digit)] as const,
        )) {
          expect(lettersOf(cellOf(code, at, { style: style(size, weight) }))).toBe(lettersOf(alone))
        }
      }
    }
  })

  test.each(sizes)('strokes of digits of %i pixels are neither broken nor closed', (size) => {
    const holes: Record<string, number> = { 0: 1, 4: 1, 6: 1, 8: 2, 9: 1 }
    for (const weight of weights) {
      for (const digit of digits) {
        const cell = cellOf(` ${digit} `, 1, { style: style(size, weight) })
        // Paper all around, so that it counts as one area.
        const surface = createSurface(cell.width + 2, cell.height, 'bw', 0)
        for (let y = 0; y < cell.height; y++)
          surface.pixels.set(cell.pixels.subarray(y * cell.width, (y + 1) * cell.width), y * surface.width + 1)
        expect({ size, weight, digit, strokes: areas(surface, 1), holes: areas(surface, 0) - 1 }).toEqual({
          size,
          weight,
          digit,
          strokes: 1,
          holes: holes[digit] ?? 0,
        })
      }
    }
  })

  test('there is paper between any two digits', () => {
    for (const size of sizes) {
      for (const a of digits) {
        for (const b of digits) {
          const text = ` ${a}${b}${b} `
          const surface = createSurface(glyphs.width(text, style(size)) + 8, above + below, 'bw', 0)
          glyphs.draw(surface, text, { x: 4, y: above }, style(size), 1)
          expect({ size, text, strokes: areas(surface, 1) }).toEqual({ size, text, strokes: 3 })
        }
      }
    }
  })

  test('the smallest digits differ from each other by several pixels', () => {
    for (const [index, a] of digits.entries()) {
      for (const b of digits.slice(index + 1)) {
        const [one, other] = [a, b].map((digit) => cellOf(digit, 0, { style: style(smallest.figures) }))
        expect(difference(one!, other!), `${a} and ${b}`).toBeGreaterThanOrEqual(3)
      }
    }
  })

  test('what is measured is what is drawn: ink stays within the width', () => {
    for (const size of sizes) {
      const text = '4901008791846 Öl'
      const width = glyphs.width(text, style(size))
      const surface = createSurface(width + 40, above + below, 'bw', 0)
      glyphs.draw(surface, text, { x: 20, y: above }, style(size), 1)
      const columns = [...surface.pixels.keys()].filter((index) => surface.pixels[index] === 1).map((index) => (index % surface.width) - 20)
      expect(Math.min(...columns)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...columns)).toBeLessThan(width)
    }
  })
})

describe('East Asian characters', () => {
  test.each(['日目', '人入', '大太', '未末', 'シツ', 'ソン', 'ロ回', '은는', '고교', '라러', '우유'])(
    '%s are told apart at the smallest size',
    (pair) => {
      const [one, other] = [...pair].map((char) => cellOf(char, 0, { style: style(smallest.words, 400, { mixed: true }) }))
      expect(difference(one!, other!)).toBeGreaterThanOrEqual(3)
    },
  )
  test.each([12, 14, 16, 20])('dense characters of %i pixels keep to their square', (size) => {
    const one = style(size, 700, { mixed: true })
    for (const char of '調整無選醤麺뺄') {
      const surface = createSurface(size * 3, above + below, 'bw', 0)
      glyphs.draw(surface, char, { x: size, y: above }, one, 1)
      const columns = [...surface.pixels.keys()]
        .filter((index) => surface.pixels[index] === 1)
        .map((index) => (index % surface.width) - size)
      expect(Math.min(...columns)).toBeGreaterThanOrEqual(-1)
      expect(Math.max(...columns)).toBeLessThan(glyphs.width(char, one) + 1)
    }
  })
})

const shops = Object.values(sampleShops)
type Shop = (typeof shops)[number]
const starters = starterLayouts()
const leaves = (elements: readonly Element[]) => elements.flatMap((one) => (one.type === 'repeat' ? one.elements : [one]))

function pageOf(definition: LayoutDefinition, size: string, { prInfo, locale, currency }: Shop, products: number, page = 0) {
  const model = allModels().find((one) => one.size === size && one.palette === 'bwr')!
  const all = Array.from({ length: products }, () => ({ prCode: prInfo[0]!, prInfo }))
  const { pages, problems } = renderer.render({ layout: definition, model, products: all, aliases: [...starterAliases], locale, currency })
  expect({ layout: definition.name, products, problems }).toEqual({ layout: definition.name, products, problems: [] })
  return pages[page]!
}

/** Every text, price and code alone on its page: the page's other elements are left out. */
function alone(definition: LayoutDefinition, size: string, shop: Shop, { products, page }: { products: number; page: number }) {
  const single = (element: Element): Element[] => {
    if (element.type === 'box' || element.type === 'line') return []
    return element.type === 'repeat'
      ? element.elements.flatMap((inner) => (inner.type === 'box' || inner.type === 'line' ? [] : [{ ...element, elements: [inner] }]))
      : [element]
  }
  return definition.pages[page]!.elements.flatMap(single).map((element) => {
    // Alone it stands there without price or name on purpose.
    const asItIs = JSON.stringify(element)
      .replaceAll('"white"', '"black"')
      .replaceAll(/"role":"\w+"/g, '"role":"none"')
    const visible = JSON.parse(asItIs) as Element
    const pages = [{ background: 'white' as const, elements: [visible] }]
    return { element, picture: pageOf({ ...definition, pages }, size, shop, products) }
  })
}

/** The places of ink, in turn. Most of a picture is paper, of which four pixels are passed at a time. */
function inkOf({ pixels }: Picture): number[] {
  const places: number[] = []
  const fours = new Uint32Array(pixels.slice(0, pixels.length - (pixels.length % 4)).buffer)
  const look = (from: number, to: number) => {
    for (let at = from; at < to; at++) if (pixels[at] !== 0) places.push(at)
  }
  for (let four = 0; four < fours.length; four++) if (fours[four] !== 0) look(4 * four, 4 * four + 4)
  look(4 * fours.length, pixels.length)
  return places
}

/** Of a bar code the places of its ink and of the paper that must stay empty beside its bars, of others those of ink. */
function takenBy(element: Element, { width }: Picture, ink: readonly number[]): readonly number[] {
  const inner = element.type === 'repeat' ? element.elements[0] : element
  if (inner?.type !== 'barcode' || inner.symbology !== 'ean13') return ink
  const rows = new Map<number, { first: number; last: number }>()
  for (const at of ink) {
    const [row, x] = [Math.floor(at / width), at % width]
    rows.set(row, { first: rows.get(row)?.first ?? x, last: x })
  }
  return [...rows].flatMap(([row, { first, last }]) => {
    const quiet = (9 * (last + 1 - first)) / 95
    expect(first).toBeGreaterThanOrEqual(quiet)
    expect(last + quiet).toBeLessThan(width)
    const [from, to] = [Math.trunc(first - quiet), Math.trunc(last + 1 + quiet)]
    return Array.from({ length: to - from }, (_, x) => row * width + from + x)
  })
}

describe('starter layouts', () => {
  test('no text is smaller than what is legible', () => {
    const figuresOnly = /^(→ )?\{(PRODUCT_CODE|PROMO_UNTIL:date|LIST_PRICE:price)\}$/
    // Of every panel of the catalogue, upright too, beside the sizes of the specification.
    const others = allModels().flatMap(({ width, height, drawingSize: size }) =>
      ['SHELF_PRICE', 'PROMOTION', 'PRODUCE', 'OUT_OF_STOCK', 'MULTI'].flatMap((layoutId) => [
        starterLayout(layoutId, { size, width, height })!,
        starterLayout(layoutId, { size, width: height, height: width })!,
      ]),
    )
    for (const definition of [...starters.map((one) => one.definition), ...others]) {
      for (const element of leaves(definition.pages.flatMap((page) => page.elements))) {
        if (element.type === 'price') expect(element.minSize ?? element.size).toBeGreaterThanOrEqual(smallest.words)
        if (element.type !== 'text') continue
        const floor = figuresOnly.test(element.text) ? smallest.figures : smallest.words
        expect(element.minSize ?? element.size, `${definition.name}: ${element.text}`).toBeGreaterThanOrEqual(floor)
      }
    }
  })

  test.each(shops)('nothing lies over something else or leaves the panel in $locale', (shop) => {
    for (const { layoutId, size, definition } of starters) {
      for (const products of layoutId === 'MULTI' ? [1, 2, 3, 5, 9] : [1]) {
        for (const page of definition.pages.keys()) {
          const { width, height } = definition
          const taken = new Int16Array(width * height)
          for (const [index, { element, picture }] of alone(definition, size, shop, { products, page }).entries()) {
            for (const at of takenBy(element, picture, inkOf(picture))) {
              const [x, y] = [at % width, Math.floor(at / width)]
              const edge = picture.pixels[at] !== 0 && (x === 0 || y === 0 || x === width - 1 || y === height - 1)
              if (taken[at] !== 0 || edge) {
                const what = edge ? 'touches the edge' : `lies over element ${taken[at]}`
                expect.fail(`${definition.name}, ${products} products, page ${page}: ${JSON.stringify(element)} ${what} at ${x}, ${y}`)
              }
              taken[at] = index + 1
            }
          }
        }
      }
    }
  })

  test('the price is the largest thing on a shelf label', () => {
    const heightOf = (picture: Picture) => {
      const ink = inkOf(picture)
      const [first, last] = [ink[0], ink.at(-1)]
      return first === undefined || last === undefined ? 0 : Math.floor(last / picture.width) - Math.floor(first / picture.width) + 1
    }
    for (const { size, definition } of starters.filter(({ layoutId }) => layoutId === 'SHELF_PRICE' || layoutId === 'PROMOTION')) {
      for (const shop of shops) {
        const all = alone(definition, size, shop, { products: 1, page: 0 })
        const price = heightOf(all.find(({ element }) => element.type === 'price')!.picture)
        for (const { element, picture } of all) {
          if (element.type === 'text' && element.lines === 1) expect(price).toBeGreaterThan(1.5 * heightOf(picture))
        }
        expect(price / definition.height, definition.name).toBeGreaterThan(0.2)
      }
    }
  })

  test('figure, cents and currency of a price do not touch, however small it is', () => {
    const model = allModels().find((one) => one.size === '2.90' && one.palette === 'bwr')!
    for (let size = 14; size <= 90; size++) {
      const price = { type: 'price' as const, field: 'PRICE', x: 10, y: 10, w: 276, h: 110, size }
      const layout = layoutDefinition.parse({
        format: 1,
        name: 'x',
        width: model.width,
        height: model.height,
        pages: [{ elements: [price] }],
      })
      const page = pageOf(layout, model.size, { ...shops[2]!, prInfo: shops[2]!.prInfo.with(3, '1.29') }, 1)
      // 1 , 2 9 €
      expect({ size, strokes: areas(page, 1) }).toEqual({ size, strokes: 5 })
    }
  })

  test('the code of a product is read back from the pixels of the smallest label', () => {
    for (const { layoutId, size, definition } of starters.filter((one) => ['1.54', '2.13', '2.90'].includes(one.size))) {
      const element = leaves(definition.pages[0]!.elements).find((one) => one.type === 'text' && one.text === '{PRODUCT_CODE}')
      if (element?.type !== 'text' || layoutId === 'MULTI') continue
      for (const shop of shops) {
        const page = pageOf(definition, size, shop, 1)
        expect(readDigits(page, element, element.size), `${definition.name}, ${shop.locale}`).toBe(shop.prInfo[0])
      }
    }
  })
})

/** Reads figures from left to right as the one that differs least; a column of paper is skipped. */
function readDigits(page: Picture, { x, y, w, h }: { x: number; y: number; w: number; h: number }, size: number): string {
  const base = y + h
  const patterns = digits.map((digit) => ({ digit, cell: cellOf(digit, 0, { style: style(size) }) }))
  let text = ''
  for (let at = x; at < x + w;) {
    const scored = patterns.map(({ digit, cell }) => {
      let off = 0
      for (let row = 0; row < size; row++) {
        for (let column = 0; column < cell.width; column++) {
          const seen = page.pixels[(base - size + row) * page.width + at + column] === 0 ? 0 : 1
          if (seen !== cell.pixels[(above - size + row) * cell.width + column]) off++
        }
      }
      return { digit, off, width: cell.width }
    })
    const best = scored.toSorted((a, b) => a.off - b.off)[0]!
    if (best.off > 2) at++
    else {
      text += best.digit
      at += best.width
    }
  }
  return text
}
