/** Which characters a TrueType font can draw, from its cmap table (formats 4 and 12). */

export interface Coverage {
  has(codePoint: number): boolean
}

export function readCoverage(file: Uint8Array): Coverage {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const cmap = findTable(view, 'cmap')
  const ranges: [number, number][] = []
  const count = view.getUint16(cmap + 2)
  for (let index = 0; index < count; index++) {
    const subtable = cmap + view.getUint32(cmap + 4 + index * 8 + 4)
    const format = view.getUint16(subtable)
    if (format === 12) ranges.push(...readGroups(view, subtable))
    if (format === 4) ranges.push(...readSegments(view, subtable))
  }
  const bits = new Uint8Array(0x110000 / 8)
  for (const [from, to] of ranges) for (let point = from; point <= to; point++) bits[point >> 3]! |= 1 << (point & 7)
  return { has: (point) => ((bits[point >> 3] ?? 0) & (1 << (point & 7))) !== 0 }
}

function findTable(view: DataView, tag: string): number {
  const tables = view.getUint16(4)
  for (let index = 0; index < tables; index++) {
    const record = 12 + index * 16
    const name = String.fromCodePoint(...[0, 1, 2, 3].map((offset) => view.getUint8(record + offset)))
    if (name === tag) return view.getUint32(record + 8)
  }
  throw new Error(`The font has no table ${tag}`)
}

function* readGroups(view: DataView, subtable: number): Generator<[number, number]> {
  const groups = view.getUint32(subtable + 12)
  for (let index = 0; index < groups; index++) {
    const group = subtable + 16 + index * 12
    if (view.getUint32(group + 8) !== 0) yield [view.getUint32(group), view.getUint32(group + 4)]
  }
}

function* readSegments(view: DataView, subtable: number): Generator<[number, number]> {
  const doubled = view.getUint16(subtable + 6)
  const [ends, starts, deltas, offsets] = [subtable + 14, subtable + 16 + doubled, subtable + 16 + 2 * doubled, subtable + 16 + 3 * doubled]
  for (let place = 0; place < doubled; place += 2) {
    const [end, start, delta, offset] = [
      view.getUint16(ends + place),
      view.getUint16(starts + place),
      view.getUint16(deltas + place),
      view.getUint16(offsets + place),
    ]
    for (let point = start; point <= end && point !== 0xffff; point++) {
      const glyph = offset === 0 ? (point + delta) & 0xffff : view.getUint16(offsets + place + offset + 2 * (point - start))
      if (glyph !== 0) yield [point, point]
    }
  }
}
