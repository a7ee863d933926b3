/** What TRMNL signs send and are answered: plain functions, as the firmware reads and writes it. Nothing that a sign says is taken on trust. */
import { describedType, panelSides } from '@endcap/label/models'
import * as z from 'zod'

/** What the firmware takes where nothing is said: its first and most common panel. */
const defaultPanel = { width: 800, height: 480 }

/** A header with one value, at most so long; undefined where there is none. */
type Headers = Readonly<Record<string, string | string[] | undefined>>
function header(headers: Headers, name: string, max = 100): string | undefined {
  const value = headers[name]
  if (typeof value !== 'string' || value === '' || value.length > max) return undefined
  return value.replaceAll(/[^\x20-\x7e]/g, '')
}
function numberIn(headers: Headers, name: string, { min, max }: { min: number; max: number }): number | undefined {
  const text = header(headers, name)
  const value = text === undefined || !/^-?\d+(\.\d+)?$/.test(text) ? undefined : Number(text)
  return value === undefined || value < min || value > max ? undefined : value
}

/** 12 hexadecimal digits, capitals, from any spelling; undefined for what is no address of one device. */
export function readMac(text: string | undefined): string | undefined {
  const digits = text?.replaceAll(/[:\-. ]/g, '').toUpperCase()
  return digits !== undefined && /^[0-9A-F]{12}$/.test(digits) && !/^(0{12}|F{12})$/.test(digits) ? digits : undefined
}

/** What a sign says with a call. */
export interface Call {
  /** Some programs say their key only. */
  mac: string | undefined
  /** Empty where it has none. */
  token: string
  model: string | undefined
  firmware: string
  /** Pixels. */
  width: number
  height: number
  /** Whether its firmware told its panel, a program asked for this size of picture, or neither. */
  sized: 'panel' | 'wish' | 'guess'
  /** Volts; undefined for boards that do not measure it. */
  battery: number | undefined
  rssi: number | undefined
  temperature: number | undefined
  /** Seconds that it slept before this call: what it was told, or one of its own after failures. */
  slept: number | undefined
  woken: 'button' | 'restart' | undefined
  /** It slept to the end. */
  byTimer: boolean
}

/** Buttons arrive as another source on each chip. */
const buttons = new Set(['button', 'ext0', 'ext1', 'touchpad'])
/** Volts that a cell of one of these can have. */
const cell = { min: 2, max: 6 }
/** The firmware tells volts with two digits behind the point; a Raspberry Pi sends 100.00, and Kindles whole percent. */
const batteryIn = (headers: Headers): number | undefined =>
  /^\d\.\d+$/.test(header(headers, 'battery-voltage') ?? '') ? numberIn(headers, 'battery-voltage', cell) : undefined

function sizeIn(headers: Headers): Pick<Call, 'width' | 'height' | 'sized'> {
  for (const [prefix, sized] of [
    ['', 'panel'],
    ['png-', 'wish'],
  ] as const) {
    const width = numberIn(headers, `${prefix}width`, panelSides)
    const height = numberIn(headers, `${prefix}height`, panelSides)
    if (width !== undefined && height !== undefined && describedType(width, height, 'bw') !== undefined) return { width, height, sized }
  }
  return { ...defaultPanel, sized: 'guess' }
}

/** Reads the headers of a call; undefined where they name no device. */
export function readCall(headers: Headers): Call | undefined {
  const mac = readMac(header(headers, 'id'))
  const token = header(headers, 'access-token', 200) ?? ''
  if (mac === undefined && token === '') return undefined
  const source = header(headers, 'update-source')?.toLowerCase()
  return {
    mac,
    token,
    model: header(headers, 'model', 40),
    ...sizeIn(headers),
    firmware: header(headers, 'fw-version', 40) ?? '',
    battery: batteryIn(headers),
    rssi: numberIn(headers, 'rssi', { min: -150, max: -1 }),
    temperature: temperatureIn(header(headers, 'sensors', 2000)),
    slept: numberIn(headers, 'refresh-rate', { min: 0, max: 604_800 }),
    woken: source !== undefined && buttons.has(source) ? 'button' : source === 'powercycle' ? 'restart' : undefined,
    byTimer: source === 'timer',
  }
}

/** `make=…;kind=temperature;value=21.5;unit=celsius;…` and more, separated by commas. */
function temperatureIn(sensors: string | undefined): number | undefined {
  for (const record of (sensors ?? '').split(',')) {
    const fields = new Map(record.split(';').map((field) => [field.split('=')[0]?.trim(), field.split('=')[1]?.trim()] as const))
    const value = /^-?\d+(\.\d+)?$/.test(fields.get('value') ?? '') ? Number(fields.get('value')) : Infinity
    if (fields.get('kind') === 'temperature' && fields.get('unit') === 'celsius' && value >= -60 && value <= 100) return value
  }
  return undefined
}

/** Seconds that the firmware sleeps after failures of its own, by what may stand on the glass then. */
const untouched = new Set([15, 30])
const covered = new Set([60, 180, 300, 900])
/** Seconds to wake, to connect and to call. */
const wakeSeconds = 20
/**
 * Seconds after which a sign would have called again, had its picture broken off: it gives up with a close of its line that looks like any
 * other, and sleeps 15 s, 30 s after one failure and 60 s after two.
 */
export const callsAgainWithin = (slept: number | undefined): number => (slept === 15 ? 30 : slept === 30 ? 60 : 15) + wakeSeconds

/** Beyond its rate a sign needs so long to wake, to connect and to try its calls five times. */
const lateSeconds = 120
/** The longest that a sign is told to sleep; its server takes no longer check-in. */
export const longestSleep = 86_400
const shortestSleep = 20

/**
 * A rate that no failure of the firmware's own looks like: it writes its pauses of 15, 30, 60, 180, 300 and 900 s into the same place,
 * and tells it with the next call.
 */
export function tellableRate(seconds: number): number {
  const rate = Math.round(Math.min(longestSleep, Math.max(shortestSleep, seconds)))
  if (covered.has(rate)) return rate - 1
  return untouched.has(rate) ? rate + 1 : rate
}

/** Its last wake failed before the picture came, but covered nothing. */
export const failedQuietly = ({ slept }: Pick<Call, 'slept'>): boolean => slept !== undefined && untouched.has(slept)

/** Why a message of the firmware may cover the price: it drew one after its failures, or was away so long that it must have. */
export function mayShowMessage(call: Pick<Call, 'slept'>, last: { at: number; rate: number } | undefined, now: number): string | undefined {
  if (call.slept !== undefined && covered.has(call.slept)) return `it slept ${call.slept} s after failures of its own`
  if (last === undefined) return undefined
  const away = Math.round((now - last.at) / 1000)
  return away > last.rate + lateSeconds ? `it called after ${away} s and should have after ${last.rate} s` : undefined
}

/**
 * The name of a picture: what the device knows it by. Its first 13 characters are the sign's, so that an older picture leaves the flash;
 * the last 10 are the time of its first use, without which the firmware would sweep it away within a day. At most 31 characters.
 */
export const pictureName = (mac: string, seconds: number): string =>
  `endcap-${mac.slice(-6).toLowerCase()}-${String(seconds).padStart(10, '0')}`

/** The answer to a call for the display. Compact, numbers as numbers: some clients read it with a text tool. */
export const displayAnswer = (answer: { imageUrl: string; filename: string; rate: number }): string =>
  JSON.stringify({
    status: 0,
    image_url: answer.imageUrl,
    filename: answer.filename,
    refresh_rate: answer.rate,
    image_url_timeout: 30,
    update_firmware: false,
    firmware_url: '',
    reset_firmware: false,
    special_function: 'none',
  })

/** What a sign reports of itself; unknown fields are left out. */
const report = z.object({
  logs: z
    .array(z.object({ message: z.string().max(2000).catch('').default('') }))
    .max(50)
    .catch([])
    .default([]),
})
/** The messages of a report; none of one that is not understood. */
export function readReport(body: string): string[] {
  try {
    const read = report.safeParse(JSON.parse(body))
    return read.success
      ? read.data.logs.map((one) => one.message.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300)).filter((one) => one !== '')
      : []
  } catch {
    return []
  }
}
/** Words of the firmware for a picture that did not come onto the glass as it was sent. */
const notDrawn =
  /error parsing|receiving failed|too big|too large|failed to (?:download|decode|open)|error downloading|wrong (?:image|bmp)|decode error/i
export const saysNotDrawn = (message: string): boolean => notDrawn.test(message)
