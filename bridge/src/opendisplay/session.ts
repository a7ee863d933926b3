/** What is said on a connection to a panel: who it is, a picture, a light. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import type { Clock } from '../clock.ts'
import { every } from '../clock.ts'
import type { Bitmap } from '@endcap/label/bitmap'
import {
  CodecError,
  compress,
  encodeCommand,
  endCommand,
  maxChunk,
  notice,
  opcode,
  parseTelemetry,
  parseVersion,
  saysDrawn,
  saysTimedOut,
  startCommand,
  type Answer,
  type Telemetry,
} from './codec.ts'
import { createConfigReader, glassOf, parseConfig, type Display, type Glass, type PanelConfig } from './config.ts'
import { PanelError, type Connection } from './connection.ts'
import { packPixels } from './pixels.ts'

/** Milliseconds for an answer; for one to the begin of a picture, before which the panel powers its glass. */
export const answerMs = 10_000
const startMs = 20_000
/** Panels give drawing 60 s and then say that it timed out; this is for one that says nothing at all. */
export const drawMs = 120_000
/** A panel closes a connection without traffic after 30 s: it is asked for telemetry that often while it draws. */
export const keepAliveMs = 12_000

export interface Identity {
  firmware: string
  config: PanelConfig
  glass: Glass
  telemetry: Telemetry
}

async function ask(connection: Connection, command: Uint8Array, what: string, ms = answerMs): Promise<Answer> {
  const code = command[1]!
  connection.send(command)
  return checked(await connection.answer((answer) => answer.code === code, ms, what), what)
}
function checked(answer: Answer, what: string): Answer {
  if (answer.status === 'session') {
    throw new PanelError(formatDeviceMessage('encryptedOtherwise'), { reason: 'tag-refused', again: false })
  }
  if (answer.status === 'refused') {
    const why = answer.data[0] === undefined ? '' : ` (${answer.data[0]})`
    throw new PanelError(`The panel refuses ${what}${why}`, { reason: 'tag-refused', again: true })
  }
  return answer
}

/** What a panel sends may be anything: what cannot be read is its fault, in its own words. */
function read<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof CodecError) throw new PanelError(error.message, { reason: 'tag-refused', again: false })
    throw error
  }
}

export async function askTelemetry(connection: Connection): Promise<Telemetry> {
  const { data } = await ask(connection, encodeCommand(opcode.telemetry), 'its telemetry')
  return read(() => parseTelemetry(data))
}

/** Asks a panel who it is. */
export async function identify(connection: Connection): Promise<Identity> {
  const version = await ask(connection, encodeCommand(opcode.version), 'its firmware version')
  const reader = createConfigReader()
  let part = await ask(connection, encodeCommand(opcode.readConfig), 'its configuration')
  let blob = read(() => reader.push(part.data))
  while (blob === undefined) {
    part = checked(await connection.answer(({ code }) => code === opcode.readConfig, answerMs, 'its configuration'), 'its configuration')
    blob = read(() => reader.push(part.data))
  }
  const whole = blob
  const config = read(() => parseConfig(whole))
  return {
    firmware: read(() => parseVersion(version.data)),
    config,
    glass: read(() => glassOf(config)),
    telemetry: await askTelemetry(connection),
  }
}

/** A picture, ready to be sent. */
export interface Packed {
  /** Bytes before they were compressed; undefined where they are sent as they are. */
  rawBytes: number | undefined
  bytes: Uint8Array
}

export function pack(bitmap: Bitmap, display: Display): Packed {
  const raw = packPixels(bitmap, display)
  const inflates = (display.modes & 3) !== 0
  return inflates ? { rawBytes: raw.length, bytes: compress(raw) } : { rawBytes: undefined, bytes: raw }
}

export interface Upload {
  picture: Packed
  etag: number
  clock: Clock
  /** Asked before each part: throws where the picture is not wanted any more. */
  throwIfSuperseded(): void
  /** From here on the glass may change: called before the panel is told to draw. */
  drawing(): void
  /** What it tells of itself while it draws. */
  heard(telemetry: Telemetry): void
}

/** Sends a picture and waits until the panel says that it stands on the glass; anything else is an error. */
export async function upload(connection: Connection, { picture, etag, clock, throwIfSuperseded, drawing, heard }: Upload): Promise<void> {
  throwIfSuperseded()
  await ask(connection, startCommand(picture.rawBytes), 'the begin of a picture', startMs)
  const { bytes } = picture
  for (let at = 0; at < bytes.length; at += maxChunk) {
    throwIfSuperseded()
    const last = at + maxChunk >= bytes.length
    // A panel that takes plain bytes draws by itself when it has the last one: it answers as if it had been told to.
    const drawsItself = last && picture.rawBytes === undefined
    if (drawsItself) drawing()
    connection.send(encodeCommand(opcode.data, bytes.subarray(at, at + maxChunk)))
    const isAnswer = ({ code }: Answer) => code === 0x71 || (drawsItself && code === 0x72)
    const { code } = checked(await connection.answer(isAnswer, answerMs, 'a part of a picture'), 'a part of a picture')
    if (code === 0x72) return drawn(connection, clock, heard)
  }
  throwIfSuperseded()
  drawing()
  await ask(connection, endCommand({ fast: false, etag }), 'the end of a picture')
  await drawn(connection, clock, heard)
}

async function drawn(connection: Connection, clock: Clock, heard: (telemetry: Telemetry) => void): Promise<void> {
  const stop = every(clock, keepAliveMs, () => {
    if (!connection.closed) connection.send(encodeCommand(opcode.telemetry))
  })
  const isNotice = (answer: Answer) => {
    if (answer.code === opcode.telemetry && answer.status === 'done') heardOf(answer, heard)
    return answer.code === notice.drawingTimedOut || answer.code === notice.drawn
  }
  try {
    const answer = await connection.answer(isNotice, drawMs, 'how drawing went')
    if (saysDrawn(answer)) return
    const why = saysTimedOut(answer) ? 'The panel says that drawing took too long' : 'The panel says something else than that it has drawn'
    throw new PanelError(why, { reason: 'tag-refused', again: false })
  } finally {
    stop()
  }
}

/** Telemetry that cannot be read does not spoil a picture. */
function heardOf({ data }: Answer, heard: (telemetry: Telemetry) => void): void {
  try {
    heard(parseTelemetry(data))
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
  }
}

/** Has a light flash, or puts it out; the first light of the panel. */
export async function light(connection: Connection, pattern: Uint8Array | undefined): Promise<void> {
  if (pattern === undefined) await ask(connection, encodeCommand(opcode.lightOff, Uint8Array.of(0)), 'to put out its light')
  else await ask(connection, encodeCommand(opcode.lightOn, Uint8Array.of(0, ...pattern)), 'to light up')
}
