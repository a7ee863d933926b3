/** Files that are made to keep a reader busy, to fill its memory or to lead it astray; made on the spot, each small. */
import { crc32, deflateSync } from 'node:zlib'

const svg = (inside: string, size = 'width="100" height="100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`)

/** Each level draws the one below eight times: 8^levels shapes. */
export const nestedUse = (levels: number): Buffer =>
  svg(
    `<defs><rect id="l0" width="9" height="9"/>${Array.from(
      { length: levels },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}" x="1"/>`.repeat(8)}</g>`,
    ).join('')}</defs><use href="#l${levels}"/>`,
  )

/** A filter over a wall of 7000 × 7000 pixels, forty times: each takes a processor seconds to minutes. */
const wallOf = (filter: string): Buffer =>
  svg(
    `<filter id="f" x="0" y="0" width="1" height="1">${filter}</filter>${'<rect width="7000" height="7000" filter="url(#f)"/>'.repeat(40)}`,
    'width="7000" height="7000"',
  )
export const wallOfNoise = (): Buffer => wallOf('<feTurbulence baseFrequency="0.9" numOctaves="9"/>')
export const wallOfBlur = (): Buffer => wallOf('<feGaussianBlur stdDeviation="300"/>')
export const hugeBlur = (): Buffer => wallOf('<feGaussianBlur stdDeviation="1000000"/>'.repeat(40))

/** "A billion laughs". */
export function laughs(levels: number): Buffer {
  const entities = Array.from({ length: levels }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)
  return Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]>
    <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><text y="20">&e${levels};</text></svg>`)
}
export const deepGroups = (depth: number): Buffer => svg(`${'<g>'.repeat(depth)}${'</g>'.repeat(depth)}`)

/** A picture within a data address within a picture … */
export function pictureInPicture(depth: number): Buffer {
  let inner = svg('<rect width="9" height="9"/>')
  for (let level = 0; level < depth; level++)
    inner = svg(`<image width="99" height="99" href="data:image/svg+xml;base64,${inner.toString('base64')}"/>`.repeat(2))
  return inner
}

const chunk = (kind: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** A whole PNG of one bit a pixel, all black: 110 kB for 900 million pixels. `rows` of pixels are in it, whatever its head says. */
export function blackPng(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** An animation of frames of a single pixel each on a screen of this size. */
export function longGif(frames: number, side: number): Buffer {
  const head = Buffer.alloc(13)
  head.write('GIF89a', 0, 'latin1')
  head.writeUInt16LE(side, 6)
  head.writeUInt16LE(side, 8)
  // Two colours for all.
  head[10] = 0x80
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, Buffer.alloc(6), ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

/** A box of a film; `statedSize` is the length that it says. */
export function box(kind: string, content: Buffer, statedSize = content.length + 8): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(statedSize)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, content])
}
/** A box whose length stands in 64 bits. */
export function longBox(kind: string, content: Buffer, statedSize: bigint): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(statedSize)
  return box(kind, Buffer.concat([length, content]), 1)
}
export const filmHead = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'))
export function nestedBoxes(kind: string, depth: number): Buffer {
  const heads = Array.from({ length: depth }, (_, level) => box(kind, Buffer.alloc(0), (depth - level) * 8))
  return Buffer.concat(heads)
}
/** A track that says how many pictures it has in a table that is not there. */
export function endlessTable(table: string, count: number): Buffer {
  const entries = Buffer.alloc(12)
  entries.writeUInt32BE(count, table === 'stsz' ? 8 : 4)
  const handler = Buffer.alloc(24)
  handler.write('vide', 8, 'latin1')
  const mediaHead = Buffer.alloc(24)
  mediaHead.writeUInt32BE(1000, 12)
  const trackHead = Buffer.alloc(84)
  trackHead.writeUInt32BE(1, 12)
  const tables = box('minf', box('stbl', box(table, entries)))
  const media = box('mdia', Buffer.concat([box('mdhd', mediaHead), box('hdlr', handler), tables]))
  return Buffer.concat([filmHead, box('moov', Buffer.concat([box('trak', Buffer.concat([box('tkhd', trackHead), media]))]))])
}

const ebmlHead = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff', 'hex')
/** A WebM whose elements of unknown length each hold the next. */
export const nestedElements = (id: string, depth: number): Buffer =>
  Buffer.concat([ebmlHead, ...Array.from({ length: depth }, () => Buffer.from(`${id}01ffffffffffffff`, 'hex'))])
/** An element that says to be longer than any file. */
export const endlessElement = (id: string): Buffer => Buffer.concat([ebmlHead, Buffer.from(`${id}01fffffffffffffe`, 'hex')])

/** An archive by its directory; what it says of a file is not what is there. */
export interface StatedEntry {
  name: string
  content: Buffer
  method?: 0 | 8
  /** Unpacked, as the directory says. */
  bytes: number
  /** Where the content is said to be; default: behind the one before. */
  at?: number
  mode?: number
}
export function zipWithStatedSizes(files: readonly StatedEntry[], count = files.length): Buffer {
  const [bodies, list]: [Buffer[], Buffer[]] = [[], []]
  let place = 0
  for (const { name, content, method = 8, bytes, at, mode = 0o100644 } of files) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(content.length, 18)
    local.writeUInt32LE(bytes, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(content.length, 20)
    entry.writeUInt32LE(bytes, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE((mode << 16) >>> 0, 38)
    entry.writeUInt32LE(at ?? place, 42)
    list.push(entry, Buffer.from(name))
    if (at !== undefined) continue
    const body = Buffer.concat([local, Buffer.from(name), content])
    bodies.push(body)
    place += body.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count & 0xffff, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(place, 16)
  return Buffer.concat([...bodies, directory, end])
}
