/** What needs a canvas: pictures, rounded boxes, slanted lines. It is drawn beside the page and then taken over into inks. */
import { createCanvas, Image, type SKRSContext2D } from '@napi-rs/canvas'
import type { BoxElement, ImageElement, LineElement } from './layout.ts'
import type { Palette } from './models.ts'
import { quantise } from './quantise.ts'
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

/** False when the picture cannot be read. */
export function drawImage(surface: Surface, { w, h, data, dither }: ImageElement, { x, y }: Place): boolean {
  const image = new Image()
  image.src = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
  if (image.width === 0) return false
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [width, height] = [Math.min(surface.width, x + w) - left, Math.min(surface.height, y + h) - top]
  if (width <= 0 || height <= 0) return true
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, x - left, y - top, w, h)
  const area = context.getImageData(0, 0, width, height).data
  const alphas = onWhite(area)
  if (dither !== 'none') ditherGrey(area, width, surface.palette)
  const inks = quantise(area, surface.palette)
  // What the picture leaves clear shows the page below.
  const opaque = dither === 'none' ? 128 : 8
  const seen = Uint8Array.from(inks, (ink, index) => (alphas[index]! < opaque ? clear : ink))
  surface.paste({ left, top, width, height }, seen)
  return true
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

/** Floyd and Steinberg's error diffusion between black and white; strong reds stay red where there is red ink. */
function ditherGrey(rgba: Uint8ClampedArray, width: number, palette: Palette): void {
  const height = rgba.length / 4 / width
  const grey = Float32Array.from(
    { length: width * height },
    (_, index) => rgba[4 * index]! * 0.299 + rgba[4 * index + 1]! * 0.587 + rgba[4 * index + 2]! * 0.114,
  )
  for (let index = 0; index < grey.length; index++) {
    const red = palette !== 'bw' && rgba[4 * index]! > 150 && rgba[4 * index + 1]! < 90 && rgba[4 * index + 2]! < 90
    const value = red ? 0 : grey[index]! < 128 ? 0 : 255
    const error = red ? 0 : grey[index]! - value
    const column = index % width
    if (column + 1 < width) grey[index + 1]! += (error * 7) / 16
    if (column > 0 && index + width - 1 < grey.length) grey[index + width - 1]! += (error * 3) / 16
    if (index + width < grey.length) grey[index + width]! += (error * 5) / 16
    if (column + 1 < width && index + width + 1 < grey.length) grey[index + width + 1]! += error / 16
    rgba.set([red ? 255 : value, value, value, 255], 4 * index)
  }
}
