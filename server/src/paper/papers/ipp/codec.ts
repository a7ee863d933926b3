/** The Internet Printing Protocol's binary form (RFC 8010): requests written, answers read. Bytes that are not IPP are a `NotIpp`. */

/** Value tags that we write (RFC 8010 §3.5.2). */
const tags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const
type ValueKind = keyof typeof tags
const groupTags = { operation: 1, job: 2, end: 3 } as const
const collection = { begin: 0x34, end: 0x37 }

export const operations = {
  printJob: 0x0002,
  validateJob: 0x0004,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
} as const

/** An attribute to send: its kind, name, and one value or several. */
export type Attribute = readonly [kind: ValueKind, name: string, ...values: (string | number | boolean)[]]
export interface IppRequest {
  operation: number
  /** After charset and language, which come by themselves. */
  attributes: readonly Attribute[]
  /** Of the job to be made. */
  job?: readonly Attribute[]
}

export type Value = string | number | boolean
export type Attributes = ReadonlyMap<string, readonly Value[]>
export interface IppAnswer {
  status: number
  /** What the printer says about it, if anything. */
  message: string
  /** Groups of attributes as they came; 2 is a job, 4 the printer, 5 what it does not support. */
  groups: readonly { tag: number; attributes: Attributes }[]
}

export class NotIpp extends Error {}

const requestId = 1

export function encodeRequest({ operation, attributes, job = [] }: IppRequest): Uint8Array {
  const head = Buffer.alloc(8)
  // Version 2.0 of the protocol.
  head.writeUInt16BE(0x0200, 0)
  head.writeUInt16BE(operation, 2)
  head.writeUInt32BE(requestId, 4)
  const common: Attribute[] = [
    ['charset', 'attributes-charset', 'utf-8'],
    ['language', 'attributes-natural-language', 'en'],
  ]
  return Buffer.concat([
    head,
    Buffer.of(groupTags.operation),
    ...[...common, ...attributes].flatMap(encodeAttribute),
    ...(job.length > 0 ? [Buffer.of(groupTags.job), ...job.flatMap(encodeAttribute)] : []),
    Buffer.of(groupTags.end),
  ])
}

function encodeAttribute([kind, name, ...values]: Attribute): Buffer[] {
  return values.flatMap((value, place) => {
    const content = encodeValue(value)
    // Further values of an attribute have no name.
    const title = Buffer.from(place === 0 ? name : '', 'utf8')
    return [Buffer.of(tags[kind]), sized(title), sized(content)]
  })
}
function encodeValue(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.from(value, 'utf8')
  if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0)
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
function sized(content: Buffer): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(content.byteLength)
  return Buffer.concat([size, content])
}

/** Reads an answer; throws `NotIpp` for anything else. Collections are passed over: nothing that we ask for is one. */
export function decodeAnswer(bytes: Uint8Array): IppAnswer {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number): Buffer => {
    if (at + length > data.byteLength) throw new NotIpp('an answer that was cut off')
    const part = data.subarray(at, at + length)
    at += length
    return part
  }
  const head = take(8)
  if (head[0] === 0 || head[0]! > 2) throw new NotIpp('an answer of another protocol')
  const groups: { tag: number; attributes: Map<string, Value[]> }[] = []
  let [name, depth] = ['', 0]
  for (;;) {
    const tag = take(1)[0]!
    if (tag === groupTags.end) break
    if (tag < 0x10) {
      groups.push({ tag, attributes: new Map() })
      ;[name, depth] = ['', 0]
      continue
    }
    const title = take(take(2).readUInt16BE()).toString('utf8')
    const content = take(take(2).readUInt16BE())
    const group = groups.at(-1)
    if (group === undefined) throw new NotIpp('an attribute outside of any group')
    if (tag === collection.begin) depth++
    else if (tag === collection.end) depth = Math.max(0, depth - 1)
    else if (depth === 0) {
      if (title !== '') name = title
      const value = decodeValue(tag, content)
      if (value !== undefined) group.attributes.set(name, [...(group.attributes.get(name) ?? []), value])
    }
    if (depth > 0 && title !== '') name = title
  }
  const message = groups[0]?.attributes.get('status-message')?.[0]
  return { status: head.readUInt16BE(2), message: typeof message === 'string' ? message : '', groups }
}

/** Undefined for what has no value (RFC 8010 §3.5.2: 0x10 to 0x1f) and for kinds that nothing here asks for. */
function decodeValue(tag: number, content: Buffer): Value | undefined {
  switch (tag) {
    case tags.integer:
    case tags.enum:
      return content.byteLength === 4 ? content.readInt32BE() : undefined
    case tags.boolean:
      return content.byteLength === 1 ? content[0] === 1 : undefined
    case 0x32:
      // A resolution: across, down, and what they are counted in (3 is dots an inch).
      return content.byteLength === 9
        ? `${content.readInt32BE(0)}x${content.readInt32BE(4)}${content[8] === 3 ? 'dpi' : 'dpcm'}`
        : undefined
    case 0x35:
    case 0x36:
      // Text and names with a language before them.
      return withoutLanguage(content)
    default:
      return tag >= 0x40 && tag < 0x60 ? content.toString('utf8') : undefined
  }
}
function withoutLanguage(content: Buffer): string | undefined {
  if (content.byteLength < 2) return undefined
  const start = 4 + content.readUInt16BE(0)
  return start <= content.byteLength ? content.toString('utf8', start) : undefined
}
