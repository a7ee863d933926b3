/**
 * The language of OpenDisplay panels in their network (protocol 2.2): frames, commands and answers, telemetry, lights. Pure functions; the
 * panel's configuration is read in `config.ts`, pixels are packed in `pixels.ts`.
 */
import { deflateSync } from 'node:zlib'
import type { LedParams } from '@endcap/gateway-link/messages'

/** What a panel sends does not follow the protocol. */
export class CodecError extends Error {}

/** Bytes in one frame behind its two bytes of length, and pixel bytes in one command of data: two less, for its opcode. */
export const maxPayload = 4094
export const maxChunk = maxPayload - 2

/** The length as 16 bits, low byte first, then the payload. */
export function encodeFrame(payload: Uint8Array): Uint8Array {
  if (payload.length < 1 || payload.length > maxPayload) throw new CodecError(`A frame of ${payload.length} bytes`)
  return Uint8Array.of(payload.length & 255, payload.length >> 8, ...payload)
}

/** Cuts what arrives into payloads, however the network has cut it. Holds one frame at most; a length that no frame has ends it. */
export function createFrameParser() {
  const held = new Uint8Array(2 + maxPayload)
  let filled = 0
  let expectedLength = 2
  return {
    /** The payloads that are complete now. */
    push(bytes: Uint8Array): Uint8Array[] {
      const payloads: Uint8Array[] = []
      for (let at = 0; at < bytes.length;) {
        const part = bytes.subarray(at, at + expectedLength - filled)
        held.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < expectedLength) break
        if (expectedLength === 2) {
          const length = held[0]! | (held[1]! << 8)
          if (length < 1 || length > maxPayload) throw new CodecError(`It sends a frame of ${length} bytes, which none has`)
          expectedLength = 2 + length
        } else {
          payloads.push(held.slice(2, expectedLength))
          ;[filled, expectedLength] = [0, 2]
        }
      }
      return payloads
    },
  }
}

export const opcode = {
  reboot: 0x000f,
  readConfig: 0x0040,
  version: 0x0043,
  telemetry: 0x0044,
  start: 0x0070,
  data: 0x0071,
  end: 0x0072,
  lightOn: 0x0073,
  lightOff: 0x0075,
} as const

/** Low bytes with which a panel tells, unasked, how drawing has ended: the first is also that of the answer to `lightOn`. */
export const notice = { drawn: 0x73, drawingTimedOut: 0x74 } as const

/** The opcode as 16 bits, high byte first, unlike all other numbers, then its data. */
export function encodeCommand(code: number, data: Uint8Array = new Uint8Array()): Uint8Array {
  return Uint8Array.of(code >> 8, code & 255, ...data)
}

export interface Answer {
  /** `session`: it wants to be authenticated first, which is not done on this way (its port for encryption is used instead). */
  status: 'done' | 'refused' | 'session'
  /** Low byte of the command that is answered, or of a notice. */
  code: number
  data: Uint8Array
}

const [done, refused, session] = [0x00, 0xff, 0xfe]

export function parseAnswer(payload: Uint8Array): Answer {
  const [status, code] = payload
  const data = payload.slice(2)
  if (status === undefined || code === undefined) throw new CodecError('It sends an answer of one byte')
  if (status === refused) return { status: 'refused', code, data }
  // Panels are found in both forms: the status itself, and `done` with this single byte of data, which no answer has else.
  if (status === session || (status === done && data.length === 1 && data[0] === session)) return { status: 'session', code, data }
  if (status !== done) throw new CodecError(`It sends an answer of status 0x${status.toString(16)}`)
  return { status: 'done', code, data }
}

/**
 * Whether an answer says that the picture stands on the glass: two bytes and no more. The answer to a light has the same first two and may
 * have two zeros behind them.
 */
export const saysDrawn = ({ status, code, data }: Answer): boolean => status === 'done' && code === notice.drawn && data.length === 0
export const saysTimedOut = ({ status, code, data }: Answer): boolean =>
  status === 'done' && code === notice.drawingTimedOut && data.length === 0

/** Major, minor, length and characters of a text (the commit it was built from), and, in newer ones, the patch. */
export function parseVersion(data: Uint8Array): string {
  const [major, minor, length = 0] = data
  if (major === undefined || minor === undefined) throw new CodecError('Its firmware version is cut off')
  const patch = data[3 + length]
  return patch === undefined ? `${major}.${minor}` : `${major}.${minor}.${patch}`
}

/** Begins a picture: nothing behind it for plain bytes, else their number before they were compressed. */
export function startCommand(rawBytes: number | undefined): Uint8Array {
  if (rawBytes === undefined) return encodeCommand(opcode.start)
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, rawBytes, true)
  return encodeCommand(opcode.start, size)
}

/** Ends a picture and has it drawn; the panel keeps the etag with it. Here the number has its high byte first. */
export function endCommand({ fast, etag }: { fast: boolean; etag: number }): Uint8Array {
  const data = new Uint8Array(5)
  data[0] = fast ? 1 : 0
  new DataView(data.buffer).setUint32(1, etag)
  return encodeCommand(opcode.end, data)
}

/** A panel's name for a picture, from its hash: 32 bits, never 0, which means none. */
export const etagOf = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16) || 1

/** Panels inflate as bytes arrive, within a window of 512 bytes, and refuse what was made with a larger one. */
export const compress = (raw: Uint8Array): Uint8Array => deflateSync(raw, { windowBits: 9, memLevel: 9, level: 9 })

// ---- telemetry

/** One of the bytes whose meaning the panel's configuration says, read as a button. */
export interface Button {
  /** 0 to 7. */
  id: number
  /** Counts presses, 0 to 15, and then from 0 again. */
  count: number
  pressed: boolean
}
export interface Telemetry {
  /** Degrees Celsius; volts, undefined where it measures none. */
  temperature: number
  battery: number | undefined
  /** It has been restarted since a client was connected by Bluetooth. Stays set for clients that speak over the network only. */
  rebooted: boolean
  wantsConnection: boolean
  counter: number
  /** The 11 bytes that buttons, touch and sensors share; empty in the older form. */
  dynamic: Uint8Array
}

const companyId = [0x46, 0x24]

/** 14 bytes, or the older 11, each also with the company's number before them. */
export function parseTelemetry(bytes: Uint8Array): Telemetry {
  const named = (bytes.length === 16 || bytes.length === 13) && bytes[0] === companyId[0] && bytes[1] === companyId[1]
  const data = named ? bytes.subarray(2) : bytes
  if (data.length === 14) {
    const [temperature, battery, flags] = [data[11]!, data[12]!, data[13]!]
    return {
      temperature: temperature / 2 - 40,
      battery: volts((battery | ((flags & 1) << 8)) * 10),
      dynamic: data.slice(0, 11),
      rebooted: (flags & 2) !== 0,
      wantsConnection: (flags & 4) !== 0,
      counter: flags >> 4,
    }
  }
  if (data.length === 11) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    return {
      temperature: view.getInt8(9),
      battery: volts(view.getUint16(7, true)),
      dynamic: new Uint8Array(),
      rebooted: false,
      wantsConnection: false,
      counter: data[10]!,
    }
  }
  throw new CodecError(`It sends telemetry of ${bytes.length} bytes`)
}
const volts = (millivolts: number) => (millivolts === 0 ? undefined : millivolts / 1000)

export const parseButton = (byte: number): Button => ({ id: byte & 7, count: (byte >> 3) & 15, pressed: byte > 127 })

// ---- light

/** Colours of `LedParams.state` as red 3, green 3, blue 2 bits. */
const lightColours = [0x1c, 0xe0, 0x03, 0xfc, 0x1f, 0xe3, 0xff]
/** Brightness 1 to 16, less 1, of our three. */
const lightLevels = [3, 8, 15]
/** Tenths of a second from flash to flash, by `LedParams.speed`. Panels cannot shine steadily: 0 is the shortest that they know. */
const lightDelays = [1, 10, 5, 2]
/** Flashes in one of the three steps of a pattern, and repeats of the pattern that are not "for ever". */
const [maxFlashes, maxRepeats] = [15, 254]

/**
 * 12 bytes: mode 1 (flash) and brightness; three steps of colour, number of flashes and tenths of a second between them, tenths of a second
 * behind them; repeats less 1; 0. Ends by itself, so that no panel out of reach shines for ever; where the time is longer than a pattern
 * lasts, it flashes more slowly.
 */
export function lightPattern({ state, brightness, speed, seconds }: LedParams): Uint8Array {
  const tenths = Math.round(seconds * 10)
  const delay = Math.max(lightDelays[speed] ?? 1, Math.ceil(tenths / (3 * maxFlashes * maxRepeats)))
  const flashes = Math.max(1, Math.round(tenths / delay))
  const perStep = Math.min(maxFlashes, flashes)
  const steps = flashes > maxFlashes * maxRepeats ? 3 : 1
  const repeats = Math.min(maxRepeats, Math.max(1, Math.round(flashes / (perStep * steps))))
  const step = [lightColours[state] ?? 0xff, (delay << 4) | perStep, 0]
  const off = [0, 0, 0]
  return Uint8Array.of(
    ((lightLevels[brightness - 1] ?? 8) << 4) | 1,
    ...step,
    ...(steps > 1 ? step : off),
    ...(steps > 2 ? step : off),
    repeats - 1,
    0,
  )
}
