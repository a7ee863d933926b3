/** The outside of a WebM (Matroska, RFC 9559): how long it says that it is. */
import type { Content } from './content.ts'

const headerId = 0x1a45dfa3
const segmentId = 0x18538067
/** An id of four bytes and a size of at most eight. */
const elementHead = 12

interface Element {
  id: number
  /** Undefined where it goes on until it ends, as in a film that was written while it was recorded. */
  size: number | undefined
  /** Of its head. */
  length: number
}

/** Undefined where there is no whole head. */
function readElement(bytes: Uint8Array): Element | undefined {
  if (bytes.byteLength < 5) return undefined
  const first = bytes[4] ?? 0
  const length = first === 0 ? 9 : Math.clz32(first) - 23
  if (length > 8 || bytes.byteLength < 4 + length) return undefined
  const digits = bytes.subarray(4, 4 + length)
  const mask = (1 << (8 - length)) - 1
  const unknown = (first & mask) === mask && digits.subarray(1).every((byte) => byte === 0xff)
  const size = digits.reduce((sum, byte, place) => sum * 256 + (place === 0 ? byte & mask : byte), 0)
  const id = ((bytes[0] ?? 0) * 0x1000000 + ((bytes[1] ?? 0) << 16) + ((bytes[2] ?? 0) << 8) + (bytes[3] ?? 0)) >>> 0
  return { id, size: unknown ? undefined : size, length: 4 + length }
}

/** Whether a WebM is shorter than it says. */
export async function isCutOff({ bytes, read }: Content): Promise<boolean> {
  const header = readElement(await read(0, Math.min(bytes, elementHead)))
  if (header?.id !== headerId || header.size === undefined) return true
  const start = header.length + header.size
  const segment = start < bytes ? readElement(await read(start, Math.min(bytes, start + elementHead))) : undefined
  if (segment?.id !== segmentId) return true
  return segment.size !== undefined && start + segment.length + segment.size > bytes
}
