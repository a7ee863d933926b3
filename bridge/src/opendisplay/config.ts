/**
 * The configuration that a panel keeps, and what it says of its glass. It arrives in numbered parts: 16 bits of number, in the first one 16
 * bits of the length of all, then data. All of it: length (16 bits), version, records {number, kind, fields}, CRC.
 */
import { describedType } from '@endcap/label/models'
import type { Palette } from '@endcap/label/palettes'
import { CodecError } from './codec.ts'
import { colourSchemes } from './pixels.ts'

/** Panels store 4096 bytes at most. */
const maxBytes = 4096

/** Puts the parts together; a part that does not follow the one before, or a length that none has, is an error. */
export function createConfigReader() {
  let total: number | undefined
  let next = 0
  let filled = 0
  const held = new Uint8Array(maxBytes)
  return {
    /** The whole once its last part is here. */
    push(data: Uint8Array): Uint8Array | undefined {
      const [low, high] = data
      if (low === undefined || high === undefined || (low | (high << 8)) !== next)
        throw new CodecError('A part of its configuration is missing')
      let part = data.subarray(2)
      if (next === 0) {
        if (part.length < 2) throw new CodecError('The first part of its configuration is cut off')
        total = part[0]! | (part[1]! << 8)
        if (total > maxBytes) throw new CodecError(`It says its configuration has ${total} bytes, and none has more than ${maxBytes}`)
        part = part.subarray(2)
      }
      next++
      if (total === undefined || filled + part.length > total || (part.length === 0 && total > 0)) {
        throw new CodecError('Its configuration is longer or shorter than it said')
      }
      held.set(part, filled)
      filled += part.length
      return filled === total ? held.slice(0, total) : undefined
    },
  }
}

/** CRC-16/CCITT, from 0xFFFF. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

/** Bytes of the fields of each kind of record; records do not say it themselves. */
const recordBytes: Record<number, number> = {
  0x01: 22,
  0x02: 22,
  0x04: 30,
  0x20: 46,
  0x21: 22,
  0x23: 30,
  0x24: 30,
  0x25: 30,
  0x26: 160,
  0x27: 64,
  0x28: 32,
  0x29: 32,
  0x2a: 32,
  0x2b: 32,
  0x2c: 288,
}
/** Length of the Wi-Fi record in older panels, where it is the last one. */
const olderWifiBytes = 65

export interface Display {
  /** Its controller; some want colours in another order. */
  controller: number
  /** Pixels as they are sent, before the panel is turned. */
  width: number
  height: number
  /** OpenEPaperLink's number of a label type; 0 where there is none. */
  oeplType: number
  /** Quarters clockwise by which a picture is turned before it is sent. */
  quarters: 0 | 1 | 2 | 3
  scheme: number
  /** 1 inflates as bytes arrive, 2 inflates, 8 takes a picture without holding it, 16 sliding window (Bluetooth only). */
  modes: number
}
export interface PanelConfig {
  displays: Display[]
  lights: number
  /** Places in the dynamic bytes of telemetry at which buttons stand. */
  buttonPlaces: number[]
  manufacturer: number
  board: number
  onBattery: boolean
  /** Seconds between its wakes; 0 where it stays awake. */
  sleepSeconds: number
}

export function parseConfig(blob: Uint8Array): PanelConfig {
  if (blob.length < 5) throw new CodecError('It has no configuration')
  const body = blob.slice(0, -2)
  const given = blob.at(-2)! | (blob.at(-1)! << 8)
  // The tools that write it count the length as zero, whatever stands there.
  const asWritten = crc16(body)
  body.fill(0, 0, 2)
  if (given !== crc16(body) && given !== asWritten) throw new CodecError('The checksum of its configuration is wrong: write it anew')
  const config: PanelConfig = {
    displays: [],
    lights: 0,
    buttonPlaces: [],
    manufacturer: 0,
    board: 0,
    onBattery: false,
    sleepSeconds: 0,
  }
  for (let at = 3; at + 2 <= body.length;) {
    const kind = body[at + 1]!
    // Behind a kind that is newer than this table nothing can be found: what it stands for has no length.
    const expectedLength = recordBytes[kind]
    if (expectedLength === undefined) break
    const left = body.length - at - 2
    const bytes = kind === 0x26 && left === olderWifiBytes ? olderWifiBytes : expectedLength
    if (left < bytes) throw new CodecError('Its configuration ends in the middle of a record')
    takeRecord(config, kind, new DataView(body.buffer, at + 2, bytes))
    at += 2 + bytes
  }
  return config
}

function takeRecord(config: PanelConfig, kind: number, fields: DataView): void {
  if (kind === 0x02) {
    config.manufacturer = fields.getUint16(0, true)
    config.board = fields.getUint8(2)
  } else if (kind === 0x04) {
    // 1 battery, 2 USB, 3 solar. On USB it does not sleep, whatever is set.
    config.onBattery = fields.getUint8(0) !== 2
    config.sleepSeconds = config.onBattery ? fields.getUint16(18, true) : 0
  } else if (kind === 0x20) {
    config.displays.push(parseDisplay(fields))
  } else if (kind === 0x21) {
    config.lights++
  } else if (kind === 0x25) {
    const place = fields.getUint8(15)
    if (place <= 10) config.buttonPlaces.push(place)
  }
}

function parseDisplay(fields: DataView): Display {
  return {
    controller: fields.getUint16(2, true),
    width: fields.getUint16(4, true),
    height: fields.getUint16(6, true),
    oeplType: fields.getUint16(12, true),
    quarters: quartersOf(fields.getUint8(14)),
    scheme: fields.getUint8(21),
    modes: fields.getUint8(22),
  }
}

/** Quarters by their number or, as older tools wrote it, in degrees. */
const quarters: Readonly<Record<number, Display['quarters']>> = { 0: 0, 1: 1, 2: 2, 3: 3, 90: 1, 180: 2 }
function quartersOf(byte: number): Display['quarters'] {
  const found = quarters[byte]
  if (found === undefined) throw new CodecError(`It says it is turned by ${byte}, which is no quarter`)
  return found
}

/** The glass as a person sees it who stands before the panel. */
export interface Glass {
  width: number
  height: number
  palette: Palette
  /** `px-800x480-bw`. */
  type: string
  display: Display
}

/** The glass that is drawn on, the first; throws with what is wrong with what the panel says of it. */
export function glassOf({ displays, lights }: PanelConfig): Glass {
  const [display] = displays
  if (display === undefined) throw new CodecError('Its configuration names no display')
  const turned = display.quarters % 2 === 1
  const [width, height] = turned ? [display.height, display.width] : [display.width, display.height]
  const palette = colourSchemes[display.scheme]?.palette
  if (palette === undefined) throw new CodecError(`Its colour scheme ${display.scheme} is not known`)
  const type = describedType(width, height, palette, { led: lights > 0 })
  if (type === undefined) throw new CodecError(`It says that it has ${width} × ${height} pixels, which no panel has`)
  return { width, height, palette, type, display }
}
