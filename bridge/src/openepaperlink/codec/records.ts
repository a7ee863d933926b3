/**
 * What an access point answers as JSON: tag records, its description, messages of its stream. Fields that are missing, unknown or nonsense
 * never spoil the rest: they count as not told.
 */
import * as z from 'zod'
import { parseOwnMac, parseTagMac } from './mac.ts'

/** `nextcheckin` and `nextupdate` of a tag that is not expected, or that has nothing to be drawn. */
export const never = 3_216_153_600
/** Content modes: what is uploaded; what another access point takes care of; a record that is being deleted. */
export const uploadedMode = 24
export const externalMode = 12
export const goneMode = 255
/** Battery voltages that are no measurement: none told, the most that old tags can measure, a tag that is no device. */
const noBattery = 0
const virtualBattery = 1337
/** The access point lists its own screen with this signal. */
const ownRssi = 100
/** Epochs before September 2020 are those of a clock that was never set. */
export const firstSaneEpoch = 1_600_000_000

const maybe = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined)
/** Some figures come as text. */
const reportedNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,10}$/)
    .transform(Number),
])
const count = maybe(reportedNumber.pipe(z.int().min(0).max(4_294_967_295)))
const number = maybe(reportedNumber.pipe(z.number().min(-2_147_483_648).max(4_294_967_295)))
const text = (max: number) => maybe(z.string().transform((value) => cleanText(value, max)))

/** Text that may be shown and stored: without control characters, bounded. */
export const cleanText = (value: string, max: number): string =>
  [...value]
    .filter((char) => char >= ' ' && char !== '\u007f')
    .join('')
    .toWellFormed()
    .slice(0, max)

const rawRecord = z.object({
  mac: z.string().transform((value, context) => {
    const mac = parseTagMac(value)
    if (mac === undefined) context.addIssue('not a tag id')
    return mac ?? ''
  }),
  hash: maybe(z.string().regex(/^[0-9a-fA-F]{16,64}$/)),
  lastseen: count,
  nextupdate: count,
  nextcheckin: count,
  pending: count,
  contentMode: count,
  LQI: count,
  RSSI: number,
  temperature: number,
  batteryMv: count,
  hwType: maybe(reportedNumber.pipe(z.int().min(0).max(255))),
  wakeupReason: count,
  capabilities: count,
  modecfgjson: maybe(z.string().max(20_000)),
  isexternal: maybe(z.boolean()),
  apip: maybe(z.string().max(64)),
  updatecount: count,
  ch: count,
  ver: count,
  alias: text(64),
})

/** A tag as its access point has it. What is undefined was not told. */
export interface TagRecord {
  mac: string
  /** The first 8 bytes of what it completed last, a picture or a command, as 16 digits; undefined where it has completed nothing. */
  hash: string | undefined
  /** Seconds since 1970 by the clock of the access point. */
  lastSeen: number | undefined
  /** Expected by that clock; `never` in deep sleep. */
  nextCheckIn: number | undefined
  /** What is uploaded is drawn when this has passed; `never` once that is done. */
  nextUpdate: number | undefined
  /** Things that wait for its next check-in. */
  pending: number | undefined
  contentMode: number | undefined
  rssi: number | undefined
  /** Degrees Celsius, volts. */
  temperature: number | undefined
  battery: number | undefined
  hwType: number | undefined
  wakeupReason: number | undefined
  capabilities: number
  /** File of the last picture that was uploaded: a new one for each upload. */
  upload: string | undefined
  /** How many things it has completed in its life, as far as the access point remembers. */
  completed: number | undefined
  /** The access point that hears it, where that is another one. */
  externalAccessPoint: string | undefined
  alias: string
  version: string
}

/** Signal in dBm; 0 and what no radio measures count as not told. */
const readRssi = (value: number | undefined) => (value === undefined || value === 0 || value < -150 || value > 20 ? undefined : value)
const readBattery = (value: number | undefined) =>
  value === undefined || value === noBattery || value === virtualBattery || value > 10_000 ? undefined : value / 1000
const readTemperature = (value: number | undefined) => (value === undefined || value < -60 || value > 100 ? undefined : value)

/** What an upload leaves in a record (`modecfgjson`). */
const uploadConfig = z.object({ filename: z.string().max(200) })
function readUpload(modeConfig: string | undefined): string | undefined {
  if (modeConfig === undefined || modeConfig === '') return undefined
  try {
    return uploadConfig.safeParse(JSON.parse(modeConfig)).data?.filename
  } catch {
    return undefined
  }
}

/** Readings as they are told by radio: in records and in UDP packets. */
export const readings = (raw: { rssi?: number | undefined; batteryMv?: number | undefined; temperature?: number | undefined }) => ({
  rssi: readRssi(raw.rssi),
  battery: readBattery(raw.batteryMv),
  temperature: readTemperature(raw.temperature),
})

/** A tag record; undefined for what is none: a record without a tag, the access point's own screen, one that is being deleted. */
export function parseRecord(value: unknown): TagRecord | undefined {
  const parsed = rawRecord.safeParse(value)
  if (!parsed.success) return undefined
  const raw = parsed.data
  if (raw.RSSI === ownRssi || raw.contentMode === goneMode) return undefined
  const hash = raw.hash?.slice(0, 16).toLowerCase()
  const externalAccessPoint = raw.isexternal === true ? (raw.apip ?? 'another access point') : undefined
  return {
    mac: raw.mac,
    hash: hash === undefined || /^0+$/.test(hash) ? undefined : hash,
    lastSeen: raw.lastseen,
    nextCheckIn: raw.nextcheckin,
    nextUpdate: raw.nextupdate,
    pending: raw.pending,
    ...readings({ rssi: raw.RSSI, batteryMv: raw.batteryMv, temperature: raw.temperature }),
    contentMode: raw.contentMode,
    hwType: raw.hwType,
    wakeupReason: raw.wakeupReason,
    capabilities: raw.capabilities ?? 0,
    upload: readUpload(raw.modecfgjson),
    completed: raw.updatecount,
    externalAccessPoint,
    alias: raw.alias ?? '',
    version: raw.ver === undefined ? '' : String(raw.ver),
  }
}

const page = z.object({ tags: z.array(z.unknown()).max(1000), continu: count })
export interface TagPage {
  tags: TagRecord[]
  /** Records that could not be read. */
  dropped: number
  /** Where the next page begins; undefined after the last. */
  next: number | undefined
}
/** An answer of `/get_db`; throws where it is none. */
export function parsePage(value: unknown): TagPage {
  const parsed = page.safeParse(value)
  if (!parsed.success) throw new Error('It does not list its tags')
  const tags = parsed.data.tags.map((one) => parseRecord(one)).filter((one) => one !== undefined)
  return { tags, dropped: parsed.data.tags.length - tags.length, next: parsed.data.continu }
}

const sysinfo = z.object({
  alias: text(64),
  env: text(60),
  buildversion: text(40),
  ap_version: maybe(z.union([z.string().max(20), z.number()])),
  psramsize: count,
  flashsize: count,
})
export type SystemInfo = z.infer<typeof sysinfo>
/** `/sysinfo`; throws where nothing in it says that this is such an access point. */
export function parseSystemInfo(value: unknown): SystemInfo {
  const parsed = sysinfo.safeParse(value)
  if (!parsed.success || (parsed.data.env === undefined && parsed.data.buildversion === undefined))
    throw new Error('This is no OpenEPaperLink access point: it does not describe itself as one')
  return parsed.data
}

/** Its settings, as far as the bridge needs them. */
const apConfig = z.object({
  alias: text(64),
  channel: count,
  maxsleep: count,
  stopsleep: count,
  lock: count,
  apstate: count,
  /** Hours of the day between which it draws nothing; the same hour twice: never. */
  sleeptime1: count,
  sleeptime2: count,
  discovery: count,
  preview: count,
})
export type AccessPointConfig = z.infer<typeof apConfig>
/** `/get_ap_config`; throws where it is none. */
export function parseConfig(value: unknown): AccessPointConfig {
  const parsed = apConfig.safeParse(value)
  if (!parsed.success) throw new Error('It does not tell its settings')
  return parsed.data
}

const wifiConfig = z.object({ mac: z.string().max(40) })
/** The access point's own MAC from `/get_wifi_config`, whose answer holds the Wi-Fi password: nothing else of it may be kept. */
export function ownMacOf(value: unknown): string | undefined {
  const parsed = wifiConfig.safeParse(value)
  return parsed.success ? parseOwnMac(parsed.data.mac) : undefined
}

const tagType = z.object({
  name: text(100),
  width: z.int().min(1).max(4000),
  height: z.int().min(1).max(4000),
  bpp: maybe(z.int().min(1).max(32)),
  colortable: z.record(z.string().max(40), z.tuple([channel(), channel(), channel()])),
})
function channel() {
  return z.int().min(0).max(255)
}
export interface TagType {
  name: string
  width: number
  height: number
  /** Its inks in the order of the wire, by the access point's names, as 0xRRGGBB. */
  inks: { name: string; colour: number }[]
}
/** A definition of `/tagtypes`; undefined where it says no size or no colours. */
export function parseTagType(value: unknown): TagType | undefined {
  const parsed = tagType.safeParse(value)
  if (!parsed.success) return undefined
  const inks = Object.entries(parsed.data.colortable).map(([name, [red, green, blue]]) => ({
    name: name.toLowerCase(),
    colour: red * 65_536 + green * 256 + blue,
  }))
  if (inks.length < 2 || inks.length > 16) return undefined
  return { name: parsed.data.name ?? '', width: parsed.data.width, height: parsed.data.height, inks }
}

/** Figures of itself that it tells in its stream. */
const system = z.object({
  currtime: count,
  heap: count,
  psfree: count,
  littlefsfree: count,
  apstate: count,
  runstate: count,
  rssi: number,
  uptime: count,
  recordcount: count,
  lowbattcount: count,
  timeoutcount: count,
})
export type SystemFigures = z.infer<typeof system>
export type StreamMessage =
  | { kind: 'tags'; tags: TagRecord[] }
  | { kind: 'system'; figures: SystemFigures }
  | { kind: 'log' | 'error'; text: string }
  | { kind: 'other' }

const streamMessage = z.record(z.string(), z.unknown())
/** A message of the stream; what cannot be read is `other`, and none of the bridge's business. */
export function parseStreamMessage(body: string): StreamMessage {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return { kind: 'other' }
  }
  const message = streamMessage.safeParse(value)
  if (!message.success) return { kind: 'other' }
  const { tags, sys, logMsg, errMsg } = message.data
  if (Array.isArray(tags) && tags.length <= 1000)
    return { kind: 'tags', tags: tags.map((one) => parseRecord(one)).filter((one) => one !== undefined) }
  const figures = sys === undefined ? undefined : system.safeParse(sys).data
  if (figures !== undefined) return { kind: 'system', figures }
  if (typeof errMsg === 'string') return { kind: 'error', text: cleanText(errMsg, 200) }
  if (typeof logMsg === 'string') return { kind: 'log', text: cleanText(logMsg, 200) }
  return { kind: 'other' }
}
