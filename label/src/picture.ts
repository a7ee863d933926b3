/** What needs a canvas: pictures, rounded boxes, slanted lines. It is drawn beside the page and then taken over into inks. */
import { createCanvas, Image, type SKRSContext2D } from '@napi-rs/canvas'
import { sizeOfPng } from './bitmap.ts'
import type { BoxElement, ImageElement, LineElement } from './layout.ts'
import { bayer, diffused, hasColour, patterned } from './dither.ts'
import { isColoured, isGray, numberOf, type Palette } from './palettes.ts'
import { quantise } from './quantise.ts'
import type { Translatable } from './sentences.ts'
import { clear, inkOf, spansOf, type Surface } from './surface.ts'

interface Place {
  x: number
  y: number
}

/** Draws in black on nothing, and stamps what came out. */
function stampDrawn(surface: Surface, ink: number, draw: (context: SKRSContext2D) => void): void {
  const { width, height } = surface
  const context = createCanvas(width, height).getContext('2d')
  draw(context)
  const { data } = context.getImageData(0, 0, width, height)
  surface.stamp(
    spansOf(width, height, { left: 0, top: 0 }, (index) => data[4 * index + 3]! >= 128),
    0,
    0,
    ink,
  )
}

/** The outline lies within the box, so that a box is as large as it says. */
export function drawBox(surface: Surface, { w, h, fill, stroke, lineWidth, radius }: BoxElement, { x, y }: Place): void {
  const { palette } = surface
  if (radius > 0) {
    const outline = (inset: number) => [x + inset, y + inset, w - 2 * inset, h - 2 * inset, Math.max(0, radius - inset)] as const
    if (fill !== undefined) {
      stampDrawn(surface, inkOf(fill, palette), (context) => {
        context.roundRect(...outline(0))
        context.fill()
      })
    }
    if (stroke !== undefined) {
      stampDrawn(surface, inkOf(stroke, palette), (context) => {
        context.lineWidth = lineWidth
        context.roundRect(...outline(lineWidth / 2))
        context.stroke()
      })
    }
    return
  }
  if (fill !== undefined) surface.fill(x, y, w, h, inkOf(fill, palette))
  if (stroke === undefined) return
  const ink = inkOf(stroke, palette)
  surface.fill(x, y, w, lineWidth, ink)
  surface.fill(x, y + h - lineWidth, w, lineWidth, ink)
  surface.fill(x, y, lineWidth, h, ink)
  surface.fill(x + w - lineWidth, y, lineWidth, h, ink)
}

export function drawLine(surface: Surface, { x: x1, y: y1, x2, y2, lineWidth, color }: LineElement, { x: dx, y: dy }: Place): void {
  const ink = inkOf(color, surface.palette)
  const [left, right, top, bottom] = [Math.min(x1, x2) + dx, Math.max(x1, x2) + dx, Math.min(y1, y2) + dy, Math.max(y1, y2) + dy]
  const half = Math.floor((lineWidth - 1) / 2)
  if (y1 === y2) surface.fill(left, top - half, right - left + 1, lineWidth, ink)
  else if (x1 === x2) surface.fill(left - half, top, lineWidth, bottom - top + 1, ink)
  else {
    stampDrawn(surface, ink, (context) => {
      context.lineWidth = lineWidth
      context.moveTo(x1 + dx + 0.5, y1 + dy + 0.5)
      context.lineTo(x2 + dx + 0.5, y2 + dy + 0.5)
      context.stroke()
    })
  }
}

/** Pixels of a picture in all: a small file may hold a great many. */
const maxPixels = 4_000_000
const unreadable: Translatable = { sentence: 'no-picture', values: {} }

/** Draws a picture, or answers why it cannot. */
export function drawImage(surface: Surface, { w, h, data, dither }: ImageElement, { x, y }: Place): Translatable | undefined {
  const file = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
  const size = sizeOfPng(file)
  if (size === undefined) return unreadable
  if (size.width * size.height > maxPixels) return { sentence: 'picture-too-large', values: { ...size, most: maxPixels } }
  const image = new Image()
  image.src = file
  if (image.width === 0) return unreadable
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [width, height] = [Math.min(surface.width, x + w) - left, Math.min(surface.height, y + h) - top]
  if (width <= 0 || height <= 0) return undefined
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, x - left, y - top, w, h)
  const area = context.getImageData(0, 0, width, height).data
  const alphas = onWhite(area)
  const inks = inkArea(area, width, surface.palette, dither)
  // What the picture leaves clear shows the page below.
  const opaque = dither === 'none' || dither === 'threshold' ? 128 : 8
  const seen = Uint8Array.from(inks, (ink, index) => (alphas[index]! < opaque ? clear : ink))
  surface.paste({ left, top, width, height }, seen)
  return undefined
}

/**
 * A pattern mixes all inks of the panel where the picture has colours for them, and all grays where it has those. Elsewhere it is one of
 * black and white, strong reds apart.
 */
function inkArea(area: Uint8ClampedArray, width: number, palette: Palette, dither: ImageElement['dither']): Uint8Array {
  const isPattern = dither === 'ordered' || dither === 'floyd-steinberg'
  if (isPattern && (isGray(palette) || (isColoured(palette) && hasColour(area, palette))))
    return dither === 'ordered' ? patterned(area, width, palette) : diffused(area, width, palette)
  if (dither !== 'none') blackOrWhite(area, width, palette, dither)
  return quantise(area, palette)
}

/** Makes the colours opaque, as if on white paper, and answers how opaque they were. */
function onWhite(rgba: Uint8ClampedArray): Uint8Array {
  const alphas = new Uint8Array(rgba.length / 4)
  for (let index = 0; index < alphas.length; index++) {
    const alpha = rgba[4 * index + 3]!
    alphas[index] = alpha
    for (let part = 0; part < 3; part++) rgba[4 * index + part] = 255 + ((rgba[4 * index + part]! - 255) * alpha) / 255
    rgba[4 * index + 3] = 255
  }
  return alphas
}

/** Every pixel becomes black or white, as the greys around it want it; strong reds stay red where there is red ink. */
function blackOrWhite(rgba: Uint8ClampedArray, width: number, palette: Palette, dither: Exclude<ImageElement['dither'], 'none'>): void {
  const height = rgba.length / 4 / width
  const hasRed = numberOf('red', palette) !== undefined
  const grey = Float32Array.from(
    { length: width * height },
    (_, index) => rgba[4 * index]! * 0.299 + rgba[4 * index + 1]! * 0.587 + rgba[4 * index + 2]! * 0.114,
  )
  for (let index = 0; index < grey.length; index++) {
    const red = hasRed && rgba[4 * index]! > 150 && rgba[4 * index + 1]! < 90 && rgba[4 * index + 2]! < 90
    const column = index % width
    const darkest = dither === 'ordered' ? (bayer(column, Math.floor(index / width)) + 0.5) * 4 : 128
    const value = red ? 0 : grey[index]! < darkest ? 0 : 255
    // Floyd and Steinberg hand on what was rounded away.
    const error = red || dither !== 'floyd-steinberg' ? 0 : grey[index]! - value
    if (column + 1 < width) grey[index + 1]! += (error * 7) / 16
    if (column > 0 && index + width - 1 < grey.length) grey[index + width - 1]! += (error * 3) / 16
    if (index + width < grey.length) grey[index + width]! += (error * 5) / 16
    if (column + 1 < width && index + width + 1 < grey.length) grey[index + width + 1]! += error / 16
    rgba.set([red ? 255 : value, value, value, 255], 4 * index)
  }
}
