/**
 * What access points tell each other, and every listener, by UDP: multicast 239.10.0.1 (or the broadcast address), port 16033. Packed,
 * little endian. The checksums inside are those of the radio; senders leave them 0 at times, and UDP has its own, so they are not looked at.
 */
import { parseTagMac } from './mac.ts'

export const udpPort = 16033
export const udpGroup = '239.10.0.1'

export interface AccessPointEntry {
  ip: string
  alias: string
  channel: number
  /** The lowest 8 bits of the number of tags: 0 may be 256. */
  tagCount: number
  /** Of the radio's program. */
  version: number
}
export interface CheckIn {
  mac: string
  lqi: number
  rssi: number
  temperature: number
  batteryMv: number
  hwType: number
  wakeupReason: number
  capabilities: number
  version: number
  channel: number
}
/** Data that waits for a tag at another access point. */
export interface Offer {
  mac: string
  dataVer: bigint
  dataSize: number
  dataType: number
  argument: number
  /** Minutes; bit 15 set: seconds. */
  nextCheckIn: number
  attempts: number
}
export interface TagSync {
  mac: string
  mode: 'none' | 'config' | 'status' | 'delete'
  alias: string
  lastSeen: number
  nextUpdate: number
  pending: number
  nextCheckIn: number
  hwType: number
  wakeupReason: number
  capabilities: number
  pendingIdle: number
  contentMode: number
}
export type Packet =
  | { kind: 'list'; entry: AccessPointEntry }
  | { kind: 'listed'; entry: AccessPointEntry }
  | { kind: 'check-in'; checkIn: CheckIn }
  | { kind: 'complete' | 'timeout'; mac: string }
  | { kind: 'offer'; offer: Offer }
  | { kind: 'sync'; sync: TagSync }

/** By the first byte: what it is, and its whole length. */
const kinds: Record<number, { kind: Packet['kind']; bytes: number }> = {
  0x80: { kind: 'list', bytes: 41 },
  0x81: { kind: 'listed', bytes: 41 },
  0x82: { kind: 'sync', bytes: 72 },
  0xe5: { kind: 'offer', bytes: 28 },
  0xe6: { kind: 'check-in', bytes: 31 },
  0xea: { kind: 'complete', bytes: 10 },
  0xed: { kind: 'timeout', bytes: 10 },
}
const typeOf = (kind: Packet['kind']) => Number(Object.entries(kinds).find(([, one]) => one.kind === kind)?.[0])
const syncModes = ['none', 'config', 'status', 'delete'] as const
/** Of the tag record: others mean another program on the access point. */
const syncVersion = 0xaa01

function readMac(view: DataView, at: number): string {
  let text = ''
  for (let index = 7; index >= 0; index--)
    text += view
      .getUint8(at + index)
      .toString(16)
      .padStart(2, '0')
  const mac = parseTagMac(text)
  if (mac === undefined) throw new Error('A packet without a tag')
  return mac
}
function writeMac(view: DataView, at: number, mac: string) {
  for (let index = 0; index < 8; index++) view.setUint8(at + 7 - index, Number.parseInt(mac.slice(2 * index, 2 * index + 2), 16))
}
/** Ends at the first zero byte; what is no text is left out. */
function readText(view: DataView, at: number, bytes: number): string {
  const field = new Uint8Array(view.buffer, view.byteOffset + at, bytes)
  const end = field.indexOf(0)
  const text = new TextDecoder().decode(field.subarray(0, end < 0 ? bytes : end))
  return [...text].filter((char) => char >= ' ' && char !== '\u007f' && char !== '\ufffd').join('')
}
function writeText(view: DataView, at: number, bytes: number, text: string) {
  new TextEncoder().encodeInto(text, new Uint8Array(view.buffer, view.byteOffset + at, bytes - 1))
}

function readEntry(view: DataView): AccessPointEntry {
  return {
    ip: [1, 2, 3, 4].map((at) => view.getUint8(at)).join('.'),
    alias: readText(view, 5, 32),
    channel: view.getUint8(37),
    tagCount: view.getUint8(38),
    version: view.getUint16(39, true),
  }
}
function readCheckIn(view: DataView): CheckIn {
  return {
    mac: readMac(view, 2),
    lqi: view.getUint8(11),
    rssi: view.getInt8(12),
    temperature: view.getInt8(13),
    batteryMv: view.getUint16(14, true),
    hwType: view.getUint8(16),
    wakeupReason: view.getUint8(17),
    capabilities: view.getUint8(18),
    version: view.getUint16(19, true),
    channel: view.getUint8(21),
  }
}
function readOffer(view: DataView): Offer {
  return {
    dataVer: view.getBigUint64(2, true),
    dataSize: view.getUint32(10, true),
    dataType: view.getUint8(14),
    argument: view.getUint8(15),
    nextCheckIn: view.getUint16(16, true),
    attempts: view.getUint16(18, true),
    mac: readMac(view, 20),
  }
}
function readSync(view: DataView): TagSync {
  const version = view.getUint16(1, true)
  if (version !== syncVersion) throw new Error(`A tag record of version 0x${version.toString(16)}, which is not known`)
  const mode = syncModes[view.getUint8(11)]
  if (mode === undefined) throw new Error('A tag record of an unknown kind')
  return {
    mac: readMac(view, 3),
    mode,
    alias: readText(view, 12, 32),
    lastSeen: view.getUint32(44, true),
    nextUpdate: view.getUint32(48, true),
    pending: view.getUint16(52, true),
    nextCheckIn: view.getUint32(54, true),
    hwType: view.getUint8(58),
    wakeupReason: view.getUint8(59),
    capabilities: view.getUint8(60),
    pendingIdle: view.getUint16(61, true),
    contentMode: view.getUint8(63),
  }
}

/** Reads a packet; throws with what is wrong with it. A longer one than expected is a newer program's, and read as far as it is known. */
export function parsePacket(bytes: Uint8Array): Packet {
  const [type = -1] = bytes
  const known = kinds[type]
  if (known === undefined) throw new Error(type < 0 ? 'An empty packet' : `A packet of the unknown kind 0x${type.toString(16)}`)
  if (bytes.byteLength < known.bytes) throw new Error(`A packet ${known.kind} of ${bytes.byteLength} bytes instead of ${known.bytes}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, known.bytes)
  switch (known.kind) {
    case 'list':
    case 'listed':
      return { kind: known.kind, entry: readEntry(view) }
    case 'check-in':
      return { kind: known.kind, checkIn: readCheckIn(view) }
    case 'offer':
      return { kind: known.kind, offer: readOffer(view) }
    case 'sync':
      return { kind: known.kind, sync: readSync(view) }
    case 'complete':
    case 'timeout':
      return { kind: known.kind, mac: readMac(view, 2) }
  }
}

function writeEntry(view: DataView, { ip, alias, channel, tagCount, version }: AccessPointEntry) {
  for (const [index, part] of ip.split('.').entries()) view.setUint8(1 + index, Number(part))
  writeText(view, 5, 32, alias)
  view.setUint8(37, channel)
  view.setUint8(38, tagCount & 255)
  view.setUint16(39, version, true)
}
function writeCheckIn(view: DataView, checkIn: CheckIn) {
  writeMac(view, 2, checkIn.mac)
  view.setUint8(11, checkIn.lqi)
  view.setInt8(12, checkIn.rssi)
  view.setInt8(13, checkIn.temperature)
  view.setUint16(14, checkIn.batteryMv, true)
  view.setUint8(16, checkIn.hwType)
  view.setUint8(17, checkIn.wakeupReason)
  view.setUint8(18, checkIn.capabilities)
  view.setUint16(19, checkIn.version, true)
  view.setUint8(21, checkIn.channel)
}
function writeOffer(view: DataView, offer: Offer) {
  view.setBigUint64(2, offer.dataVer, true)
  view.setUint32(10, offer.dataSize, true)
  view.setUint8(14, offer.dataType)
  view.setUint8(15, offer.argument)
  view.setUint16(16, offer.nextCheckIn, true)
  view.setUint16(18, offer.attempts, true)
  writeMac(view, 20, offer.mac)
}
function writeSync(view: DataView, sync: TagSync) {
  view.setUint16(1, syncVersion, true)
  writeMac(view, 3, sync.mac)
  view.setUint8(11, syncModes.indexOf(sync.mode))
  writeText(view, 12, 32, sync.alias)
  view.setUint32(44, sync.lastSeen, true)
  view.setUint32(48, sync.nextUpdate, true)
  view.setUint16(52, sync.pending, true)
  view.setUint32(54, sync.nextCheckIn, true)
  view.setUint8(58, sync.hwType)
  view.setUint8(59, sync.wakeupReason)
  view.setUint8(60, sync.capabilities)
  view.setUint16(61, sync.pendingIdle, true)
  view.setUint8(63, sync.contentMode)
}

/** A packet as it is sent. */
export function buildPacket(packet: Packet): Uint8Array {
  const type = typeOf(packet.kind)
  const bytes = new Uint8Array(kinds[type]!.bytes)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, type)
  if ('entry' in packet) writeEntry(view, packet.entry)
  else if ('checkIn' in packet) writeCheckIn(view, packet.checkIn)
  else if ('offer' in packet) writeOffer(view, packet.offer)
  else if ('sync' in packet) writeSync(view, packet.sync)
  else writeMac(view, 2, packet.mac)
  return bytes
}
