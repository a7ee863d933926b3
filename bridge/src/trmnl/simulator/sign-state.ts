/** What a simulated sign remembers, and how it draws: a broken picture is not noticed, and a message covers the price. */
import type { Bitmap } from '@endcap/label/bitmap'
import type { Palette } from '@endcap/label/palettes'
import type { Clock } from '../../clock.ts'
import { readPng } from '../read-png.ts'
import type { Cut } from './firmware-call.ts'
import type { Flash } from './flash.ts'

export type Glass = { picture: Bitmap } | { message: string } | { nothing: true }

export interface SignState {
  /** `AA:BB:CC:DD:EE:FF`. */
  readonly mac: string
  /** As it is typed into the portal: without a slash at its end. */
  readonly base: string
  readonly clock: Clock
  readonly width: number
  readonly height: number
  readonly palette: Palette
  readonly model: string
  readonly firmware: string
  readonly flash: Flash
  key: string
  code: string
  glass: Glass
  /** The name of what it believes to show; a message does not change that. */
  believed: string
  /** What its messages are drawn under. */
  logo: Buffer | undefined
  /** Seconds that it sleeps next. */
  rate: number
  /** In a row: wakes without a picture, and without Wi-Fi. */
  failures: number
  wifiFailures: number
  wifi: boolean
  /** Only its button wakes it. */
  asleep: boolean
  /** Volts. */
  battery: number
  /** What becomes of the next picture's line. */
  cut: Cut | undefined
  /** What it tells its server when it reaches it. */
  logs: string[]
  downloads: number
  drawings: number
}

/** Draws what it has, and believes its name from then on. */
export function draw(sign: SignState, name: string, file: Buffer): void {
  const picture = readPng(file, sign)
  // A broken file is not noticed: the panel keeps what it had, and the sign believes that it has drawn.
  if (picture !== undefined) {
    sign.glass = { picture }
    sign.drawings++
  }
  sign.believed = name
}

/** A message stands where the price was. */
export function showMessage(sign: SignState, message: string): void {
  sign.glass = { message }
}

/** What a call tells of the sign: its headers, with the source that woke it. */
export function headersOf(sign: SignState, source: string): Record<string, string> {
  return {
    ID: sign.mac,
    'Access-Token': sign.key,
    'Refresh-Rate': String(sign.rate),
    'Battery-Voltage': sign.battery.toFixed(2),
    'FW-Version': sign.firmware,
    Model: sign.model,
    RSSI: '-58',
    Width: String(sign.width),
    Height: String(sign.height),
    'Update-Source': source,
    'Content-Type': 'application/json',
  }
}
