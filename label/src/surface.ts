/** A page while it is drawn: one ink a pixel. Nothing is grey, so every edge lies where it was put. */
import type { Bitmap } from './bitmap.ts'
import type { BrandFont } from './brand-font.ts'
import type { Script } from './fonts.ts'
import type { Colour } from './layout.ts'
import { numberOf, type Palette } from './palettes.ts'

/** Runs of ink, three numbers each: row, first column, column behind the last; from the pen on the base line. */
export type Spans = Int16Array

/** A piece of text in one typeface; `width` is the room that it takes in pixels, from the pen at `x` on the base line `y`. */
export interface TextRun {
  text: string
  script: Script
  weight: number
  size: number
  x: number
  y: number
  width: number
  /** Instead of the typeface of the script. */
  font?: BrandFont | undefined
}
/** What can be drawn on; lengths in pixels. */
export interface Surface {
  width: number
  height: number
  palette: Palette
  fill(x: number, y: number, width: number, height: number, ink: number): void
  stamp(spans: Spans, x: number, y: number, ink: number): void
  /** Inks row by row, within the surface; `clear` leaves what is below. */
  paste(area: { left: number; top: number; width: number; height: number }, inks: Uint8Array): void
  /** Takes text as what it is. Without it text comes as pixels. */
  write?(run: TextRun, ink: number): void
}
/** No ink. */
export const clear = 255

const [white, black] = [0, 1]
/** Inks a panel does not have are black, also where they fill a box: white text that stands on it stays legible. */
export const inkOf = (colour: Colour, palette: Palette): number => numberOf(colour, palette) ?? black
/** A background in an ink that the panel does not have is white: what stands on it must stay legible. */
export const backgroundOf = (colour: Colour, palette: Palette): number => numberOf(colour, palette) ?? white

export function createSurface(width: number, height: number, palette: Palette, background: number): Surface & Bitmap {
  const pixels = new Uint8Array(width * height)
  if (background !== 0) pixels.fill(background)
  return {
    width,
    height,
    palette,
    pixels,
    fill(x, y, w, h, ink) {
      const [from, to] = [Math.max(0, x), Math.min(width, x + w)]
      if (from >= to) return
      for (let row = Math.max(0, y); row < Math.min(height, y + h); row++) pixels.fill(ink, row * width + from, row * width + to)
    },
    stamp(spans, x, y, ink) {
      for (let index = 0; index < spans.length; index += 3) {
        const row = y + spans[index]!
        if (row < 0 || row >= height) continue
        const to = Math.min(width, x + spans[index + 2]!)
        for (let column = Math.max(0, x + spans[index + 1]!); column < to; column++) pixels[row * width + column] = ink
      }
    },
    paste(area, inked) {
      for (const [index, ink] of inked.entries())
        if (ink !== clear) pixels[(area.top + Math.floor(index / area.width)) * width + area.left + (index % area.width)] = ink
    },
  }
}

/** The runs of a picture whose pixels have ink where `inked` says so. */
export function spansOf(width: number, height: number, corner: { left: number; top: number }, inked: (index: number) => boolean): Spans {
  const spans: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!inked(y * width + x)) continue
      const from = x
      while (x < width && inked(y * width + x)) x++
      spans.push(y + corner.top, from + corner.left, x + corner.left)
    }
  }
  return Int16Array.from(spans)
}
