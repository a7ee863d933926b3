/** A TrueType font of boxes, for tests: what is drawn in it is known to the unit. */

/** How far the pen goes, and the corners of the boxes, y upwards; 1000 units are the size. */
export type BoxGlyph = readonly [advance: number, ...boxes: (readonly [left: number, bottom: number, right: number, top: number])[]]

/** Capitals and figures 700 high, each figure as wide as it says. */
export const boxFigures = Object.fromEntries(
  Array.from('0123456789', (figure, at): [string, BoxGlyph] => [figure, [600, [50, 0, 150 + 40 * at, 700]]]),
)
export const boxLetters: Record<string, BoxGlyph> = {
  ...boxFigures,
  ' ': [300],
  ',': [300, [100, -100, 200, 100]],
  H: [700, [50, 0, 650, 700]],
}

const u16 = (...values: number[]) => {
  const part = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) part.writeUInt16BE(value & 0xffff, 2 * at)
  return part
}
const u32 = (...values: number[]) => {
  const part = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) part.writeUInt32BE(value >>> 0, 4 * at)
  return part
}
const padded = (part: Buffer) => Buffer.concat([part, Buffer.alloc(-part.length & 3)])

function outline([, ...boxes]: BoxGlyph): Buffer {
  if (boxes.length === 0) return Buffer.alloc(0)
  const points = boxes.flatMap(([left, bottom, right, top]) => [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ])
  const along = (axis: 0 | 1) => points.map((point) => point[axis] ?? 0)
  const steps = (values: readonly number[]) => u16(...values.map((value, at) => value - (values[at - 1] ?? 0)))
  const [across, up] = [along(0), along(1)]
  const head = u16(boxes.length, Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up))
  const ends = u16(...boxes.map((_, at) => 4 * at + 3))
  // Each point lies on its outline, with both coordinates as words.
  return padded(Buffer.concat([head, ends, u16(0), Buffer.alloc(points.length, 1), steps(across), steps(up)]))
}

function cmap(points: readonly number[]): Buffer {
  const groups = points.map((point, at) => u32(point, point, at + 1))
  const table = Buffer.concat([u16(12, 0), u32(16 + 12 * groups.length, 0, groups.length), ...groups])
  return Buffer.concat([u16(0, 1, 3, 10), u32(12), table])
}
function nameTable(name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16()
  return Buffer.concat([u16(0, 1, 18, 3, 1, 0x409, 4, text.length, 0), text])
}

export function makeBoxFont(letters: Readonly<Record<string, BoxGlyph>> = boxLetters, name = 'Boxes Bold'): Buffer {
  const sorted = Object.entries(letters).toSorted(([a], [b]) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
  const glyphs: readonly BoxGlyph[] = [[500], ...sorted.map(([, glyph]) => glyph)]
  const outlines = glyphs.map(outline)
  const places = outlines.reduce<number[]>((all, { length }) => [...all, (all.at(-1) ?? 0) + length], [0])
  const tables: Record<string, Buffer> = {
    cmap: cmap(sorted.map(([char]) => char.codePointAt(0) ?? 0)),
    glyf: Buffer.concat(outlines),
    head: Buffer.concat([u32(0x10000, 0x10000, 0, 0x5f0f3cf5), u16(0, 1000), Buffer.alloc(16), u16(0, -200, 1000, 800, 0, 8, 2, 1, 0)]),
    hhea: Buffer.concat([u32(0x10000), u16(800, -200, 0, 1000), Buffer.alloc(22), u16(0, glyphs.length)]).subarray(0, 36),
    hmtx: Buffer.concat(glyphs.map(([advance]) => u16(advance, 0))),
    loca: u32(...places),
    maxp: Buffer.concat([u32(0x10000), u16(glyphs.length), Buffer.alloc(26)]),
    name: nameTable(name),
    post: Buffer.concat([u32(0x30000), Buffer.alloc(28)]),
  }
  // The last word of hhea says how many advances there are.
  tables.hhea?.writeUInt16BE(glyphs.length, 34)
  const entries = Object.entries(tables)
  let at = 12 + 16 * entries.length
  const directory = entries.map(([tag, table]) => {
    const entry = Buffer.concat([Buffer.from(tag, 'latin1'), u32(0, at, table.length)])
    at += padded(table).length
    return entry
  })
  return Buffer.concat([u32(0x10000), u16(entries.length, 0, 0, 0), ...directory, ...entries.map(([, table]) => padded(table))])
}
