/**
 * IPP as a printer speaks it (RFC 8010): requests read, answers written. Of its own, beside the server's: what one side writes wrong, the
 * other must not read right.
 */
export type Value = string | number | boolean
export interface IppCall {
  operation: number
  requestId: number
  attributes: ReadonlyMap<string, Value>
  document: Uint8Array
}
/** A group of an answer: 1 operation, 2 job, 4 printer. */
export type Group = readonly [tag: 1 | 2 | 4, attributes: Readonly<Record<string, readonly Value[]>>]

/** Undefined for bytes that are no request. */
export function readCall(bytes: Buffer): IppCall | undefined {
  if (bytes.length < 9 || bytes[0] === 0 || bytes[0]! > 2) return undefined
  const attributes = new Map<string, Value>()
  let at = 8
  for (;;) {
    const tag = bytes[at++]
    if (tag === undefined) return undefined
    if (tag === 3) break
    if (tag < 0x10) continue
    const name = block(bytes, at)
    const value = name === undefined ? undefined : block(bytes, at + 2 + name.length)
    if (name === undefined || value === undefined) return undefined
    at += 4 + name.length + value.length
    if (name.length > 0) attributes.set(name.toString('utf8'), valueOf(tag, value))
  }
  return { operation: bytes.readUInt16BE(2), requestId: bytes.readUInt32BE(4), attributes, document: bytes.subarray(at) }
}
function block(bytes: Buffer, at: number): Buffer | undefined {
  if (at + 2 > bytes.length) return undefined
  const end = at + 2 + bytes.readUInt16BE(at)
  return end > bytes.length ? undefined : bytes.subarray(at + 2, end)
}
function valueOf(tag: number, value: Buffer): Value {
  if ((tag === 0x21 || tag === 0x23) && value.length === 4) return value.readInt32BE()
  if (tag === 0x22) return value[0] === 1
  return value.toString('utf8')
}

/** Kinds of values by the attribute's name; texts are keywords unless they are listed. */
const enums = new Set(['job-state', 'printer-state', 'operations-supported'])
const kinds: Record<string, number> = {
  'attributes-charset': 0x47,
  'attributes-natural-language': 0x48,
  'status-message': 0x41,
  'job-state-message': 0x41,
  'printer-state-message': 0x41,
  'job-name': 0x42,
  'printer-name': 0x42,
  'printer-uri-supported': 0x45,
  'job-uri': 0x45,
  'document-format-supported': 0x49,
}

export function writeAnswer(status: number, requestId: number, groups: readonly Group[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(0x0200, 0)
  head.writeUInt16BE(status, 2)
  head.writeUInt32BE(requestId, 4)
  const common: Group = [1, { 'attributes-charset': ['utf-8'], 'attributes-natural-language': ['en'] }]
  const merged = groups[0]?.[0] === 1 ? [[1, { ...common[1], ...groups[0][1] }] as const, ...groups.slice(1)] : [common, ...groups]
  const body = merged.flatMap(([tag, attributes]) => [
    Buffer.of(tag),
    ...Object.entries(attributes).flatMap(([name, values]) =>
      values.flatMap((value, place) => writeValue(place === 0 ? name : '', name, value)),
    ),
  ])
  return Buffer.concat([head, ...body, Buffer.of(3)])
}
function writeValue(title: string, name: string, value: Value): Buffer[] {
  const tag = typeof value === 'boolean' ? 0x22 : typeof value === 'number' ? (enums.has(name) ? 0x23 : 0x21) : (kinds[name] ?? 0x44)
  let content = Buffer.from(typeof value === 'string' ? value : '', 'utf8')
  if (typeof value === 'boolean') content = Buffer.of(value ? 1 : 0)
  if (typeof value === 'number') {
    content = Buffer.alloc(4)
    content.writeInt32BE(value)
  }
  return [Buffer.of(tag), sized(Buffer.from(title)), sized(content)]
}
function sized(content: Buffer): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(content.length)
  return Buffer.concat([size, content])
}
