/** Pictures as coarse cells of one colour each, and how two of them differ: enough to tell slides apart, too little for scaling and JPEG to count. */

/** Along the longer side. */
const cellsAcross = 48
/** Of 255, in the mean of the three colours: cells that differ by more are another thing. */
const clearly = 40
/** A picture may be so much darker or lighter in all than what was drawn. */
const gains = { least: 0.6, most: 1.5 }
/** Brightness, of 255: nothing is seen below the first; what is above the second is no black screen. */
const dark = 20
const light = 40

export const known = 0
export const unforeseen = 1
export const moving = 2

export interface Size {
  width: number
  height: number
}
export interface Cells {
  columns: number
  rows: number
  /** Red, green, blue of each, row by row. */
  colours: Uint8Array
}

export function gridFor({ width, height }: Size): { columns: number; rows: number } {
  const side = Math.max(width, height) / cellsAcross
  return { columns: Math.max(1, Math.round(width / side)), rows: Math.max(1, Math.round(height / side)) }
}

/** `pixels`: red, green, blue of each. */
export function cellsOf(pixels: Uint8Array, size: Size): Cells {
  const { columns, rows } = gridFor(size)
  const sums = new Float64Array(columns * rows * 3)
  const counts = new Uint32Array(columns * rows)
  for (let y = 0; y < size.height; y++) {
    const row = Math.floor((y * rows) / size.height)
    for (let x = 0; x < size.width; x++) {
      const cell = row * columns + Math.floor((x * columns) / size.width)
      const at = (y * size.width + x) * 3
      counts[cell] = (counts[cell] ?? 0) + 1
      for (let colour = 0; colour < 3; colour++) sums[cell * 3 + colour] = (sums[cell * 3 + colour] ?? 0) + (pixels[at + colour] ?? 0)
    }
  }
  return { columns, rows, colours: Uint8Array.from(sums, (sum, index) => sum / Math.max(1, counts[Math.floor(index / 3)] ?? 1)) }
}

/** Cells that a box touches, with its edges moved outwards by a cell: scaling mixes neighbours. */
export function* cellsIn({ left, top, width, height }: Size & { left: number; top: number }, size: Size): Generator<number> {
  const { columns, rows } = gridFor(size)
  const [across, down] = [columns / size.width, rows / size.height]
  const from = { x: Math.max(0, Math.floor(left * across - 0.5)), y: Math.max(0, Math.floor(top * down - 0.5)) }
  const to = { x: Math.min(columns, Math.ceil((left + width) * across + 0.5)), y: Math.min(rows, Math.ceil((top + height) * down + 0.5)) }
  for (let y = from.y; y < to.y; y++) for (let x = from.x; x < to.x; x++) yield y * columns + x
}

const at = ({ colours }: Cells, cell: number, colour: number) => colours[cell * 3 + colour] ?? 0
const brightness = (cells: Cells, cell: number) => 0.3 * at(cells, cell, 0) + 0.59 * at(cells, cell, 1) + 0.11 * at(cells, cell, 2)

/** The part of these cells that show another thing, of 0 to 1, whatever the brightness of the whole. */
export function differing(seen: Cells, drawn: Cells, cells: readonly number[]): number {
  let [mixed, squares] = [0, 0]
  for (const cell of cells)
    for (let colour = 0; colour < 3; colour++) {
      mixed += at(seen, cell, colour) * at(drawn, cell, colour)
      squares += at(drawn, cell, colour) ** 2
    }
  const gain = squares === 0 ? 1 : Math.min(gains.most, Math.max(gains.least, mixed / squares))
  const differs = (cell: number) => {
    const apart = (colour: number) => Math.abs(at(seen, cell, colour) - Math.min(255, gain * at(drawn, cell, colour)))
    return (apart(0) + apart(1) + apart(2)) / 3 > clearly
  }
  return cells.length === 0 ? 0 : cells.filter(differs).length / cells.length
}

/** But for a dot, as one that says that the server is out of reach. */
export const isDark = (seen: Cells, cells: readonly number[]): boolean =>
  cells.filter((cell) => brightness(seen, cell) >= dark).length <= cells.length / 100
/** How many of the cells are no black screen. */
export const lightCells = (drawn: Cells, cells: readonly number[]): number => cells.filter((cell) => brightness(drawn, cell) > light).length

/** Two pictures of the same thing, taken in the same way, differ by nothing but JPEG. */
export function isSame(seen: Cells, before: Cells, cells: readonly number[]): boolean {
  if (seen.columns !== before.columns || seen.rows !== before.rows || cells.length === 0) return false
  return cells.every((cell) => [0, 1, 2].every((colour) => Math.abs(at(seen, cell, colour) - at(before, cell, colour)) <= 6))
}
