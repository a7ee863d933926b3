/** A label as what is on it instead of its pixels: areas, text and pictures in the order in which they lie on each other. */
import type { Palette } from './models.ts'
import type { Surface, TextRun } from './surface.ts'

/** Lengths in pixels from the top left corner. */
export type Mark =
  | { kind: 'area'; x: number; y: number; width: number; height: number; ink: number }
  | { kind: 'text'; run: TextRun; ink: number }
  /** Inks row by row; `clear` (surface.ts) where there is none. */
  | { kind: 'picture'; x: number; y: number; width: number; height: number; inks: Uint8Array }
export interface VectorLabel {
  width: number
  height: number
  palette: Palette
  background: number
  marks: Mark[]
}

/** Takes what is drawn, as far as it lies on the page. */
export function createRecorder(width: number, height: number, palette: Palette, background: number): Surface & { label: VectorLabel } {
  const marks: Mark[] = []
  function fill(x: number, y: number, w: number, h: number, ink: number): void {
    const [left, right] = [Math.max(0, x), Math.min(width, x + w)]
    const [top, bottom] = [Math.max(0, y), Math.min(height, y + h)]
    if (left < right && top < bottom) marks.push({ kind: 'area', x: left, y: top, width: right - left, height: bottom - top, ink })
  }
  return {
    width,
    height,
    palette,
    label: { width, height, palette, background, marks },
    fill,
    /** Rows that are alike are one area. */
    stamp(spans, x, y, ink) {
      const open = new Map<string, { row: number; rows: number; from: number; to: number }>()
      const draw = ({ row, rows, from, to }: { row: number; rows: number; from: number; to: number }) =>
        fill(x + from, y + row, to - from, rows, ink)
      for (let index = 0; index < spans.length; index += 3) {
        const [row, from, to] = [spans[index]!, spans[index + 1]!, spans[index + 2]!]
        const above = open.get(`${from} ${to}`)
        if (above !== undefined && above.row + above.rows === row) {
          above.rows++
          continue
        }
        if (above !== undefined) draw(above)
        open.set(`${from} ${to}`, { row, rows: 1, from, to })
      }
      for (const area of open.values()) draw(area)
    },
    paste({ left, top, ...size }, inks) {
      marks.push({ kind: 'picture', x: left, y: top, ...size, inks })
    },
    write(run, ink) {
      marks.push({ kind: 'text', run, ink })
    },
  }
}
