/** The messages of the native gateway protocol. Both sides check what they receive with these schemas (docs/gateway-protocol.md). */
import * as z from 'zod'
import { at, battery, count, hash, op, rssi, tagMac, temperature, text } from './fields.ts'

/** Protocol version carried in presence, so that older gateways can be told apart. */
export const protocolVersion = 1
/** Seconds between two `status` messages of a gateway. */
export const statusPeriodSeconds = 60
/** A stream message (`op`, `seen`, `sensor`) that was not acknowledged is published again after this long. */
export const resendAfterMs = 10_000
/** Records in one `seen`, `op` or `sensor` message, so that MQTT messages stay small. */
export const maxBatch = 200
/** Operations taken back in one `op` message. */
export const maxCancels = 1000

/** The bundle hash of a glass that was blanked. */
export const blankHash = '0'.repeat(64)

// ---- up: gateway to server

export const presence = z.object({
  v: z.literal(protocolVersion),
  state: z.enum(['online', 'offline']),
  /** New for every start of the gateway; stream sequences begin at 1 with it. */
  session: text(64).min(1),
  at,
})

/** What a gateway may be able to do with its tags and with itself. */
export const gatewayAbilities = ['led', 'page', 'collect', 'reboot', 'log', 'clock', 'channel', 'upgrade'] as const
/** A device of another make that the gateway speaks for, such as an access point. */
export const device = z.object({
  /** Its family, as `openepaperlink`. */
  kind: text(40).min(1),
  maker: text(100),
  model: text(100),
  firmware: text(100),
  address: text(300),
  /** Whether `shown` is the tag's own word, or says that the picture was delivered. */
  confirms: z.enum(['shown', 'delivered']),
  /** What it can do; what is missing is not asked of it. */
  can: z.array(z.enum(gatewayAbilities)).max(gatewayAbilities.length),
  state: z.enum(['online', 'degraded', 'offline']),
  /** Why it is not simply online. */
  problem: text(300).optional(),
  /** Its own figures by name, such as free memory in bytes. */
  figures: z.record(text(40), z.number()).refine((all) => Object.keys(all).length <= 40, 'at most 40 figures'),
  /** What the people of the store should know of it. */
  notes: z.array(text(300)).max(20),
})
export type DeviceStatus = z.infer<typeof device>

export const status = z.object({
  at,
  uptime: z.number().nonnegative(),
  /** The address of the gateway's local administration, with its port 8080. */
  ip: text(64),
  alternateIp: text(64),
  gmpVersion: text(40),
  grmVersion: text(40),
  dataChannel: count,
  eventChannel: count,
  channelGroupIndex: count,
  tagCount: count,
  /** Percent. */
  memory: z.number().min(0).max(100),
  disks: z.array(z.object({ path: text(200), percent: z.number().min(0).max(100) })).max(20),
  services: z.array(z.object({ name: text(100), running: z.boolean() })).max(50),
  upLink: z.enum(['OK', 'NG']),
  downLink: z.enum(['OK', 'NG']),
  /** The `version` of the `config` it has taken last; missing where it does not keep it. */
  config: z.int().min(0).max(2_147_483_647).optional(),
  /** What stands behind the gateway, where that is a device of another make. */
  device: device.optional(),
})

/** One tag as a gateway heard it. */
export const sighting = z.object({
  tag: tagMac,
  /** Its model: the specification's two characters for features and size, or an id such as `oepl-33` or `px-800x480-bw` (docs/models.md). */
  type: z
    .string()
    .max(40)
    .regex(/^(?:[0-9A-F]{2}|[a-z][a-z0-9]*(?:-[a-z0-9]+)+)$/),
  at,
  /** Missing where the tag is no radio device of its gateway, as on a cable or in a network of its own. */
  rssi: rssi.optional(),
  /** Missing where the tag does not measure it, as on mains power. */
  battery: battery.optional(),
  temperature: temperature.optional(),
  version: text(40),
  /** Seconds between two check-ins of this tag. */
  checkin: z.number().positive().max(86_400),
  page: z.int().min(0).max(15),
  resets: count,
  /** Bundle hash of what the glass shows; null when the tag has shown nothing yet. */
  shown: hash.nullable(),
  /** How often the tag has changed its glass in its life: orders what it says of it, whatever the clocks say. */
  updates: count.optional(),
  /** The glass may show something else than `shown`, such as a message of the tag's own: its label is drawn again. */
  doubt: z.boolean().optional(),
  /** What a person did at the tag. */
  event: z.enum(['button', 'button2', 'nfc', 'light', 'restart']).optional(),
})
export type Sighting = z.infer<typeof sighting>

/** Stream messages: sent again until the server acknowledges `seq` of `session`. */
const stream = { session: text(64).min(1), seq: z.int().positive() }
export const seen = z.object({ ...stream, tags: z.array(sighting).max(maxBatch) })

/** One measurement of a sensor as a gateway heard it. */
export const reading = z.object({
  sensor: tagMac,
  /** What the sensor is made for, such as FREEZER. */
  type: text(20).min(1),
  /** When it was measured, by the gateway's clock. */
  at,
  /** Degrees Celsius. */
  value: z.number().min(-200).max(500),
  /** START: it was switched on. REPORT: its time had come. ALERT: its value left or entered its range. */
  operation: z.enum(['START', 'REPORT', 'ALERT']),
  rssi,
  battery,
  version: text(40),
  /** Seconds between two reports of this sensor. */
  period: z.number().positive().max(86_400),
})
export type Reading = z.infer<typeof reading>
/** `clock`: the gateway's clock when this message goes out, anew each time it is sent: what was kept through an outage still tells its time. */
export const sensorReadings = z.object({ ...stream, clock: at, readings: z.array(reading).max(maxBatch) })

/**
 * `cancelled`: the gateway was told to leave the operation and will not carry it out, whether it held it or not. For one that it had
 * carried out before, it reports that result instead.
 */
export const opOutcome = z.enum(['accepted', 'sending', 'shown', 'same', 'failed', 'cancelled'])
/** Why a gateway reports `failed`; the server maps them to its named reasons. */
export const opFailure = z.enum(['refused', 'busy', 'tag-silent', 'tag-refused', 'transfer-timeout', 'image-unavailable', 'unsupported'])
export const opResult = z.object({
  op,
  /** Missing only where the gateway was told to leave an operation that it does not know. */
  tag: tagMac.optional(),
  outcome: opOutcome,
  reason: opFailure.optional(),
  detail: text(300).optional(),
  at,
  /** What the tag reported with its confirmation. */
  rssi: rssi.optional(),
  battery: battery.optional(),
  temperature: temperature.optional(),
  /** The tag's count of glass changes after this operation, as in sightings. */
  updates: count.optional(),
  /** false with `shown`: the tag took the picture, but its kind never says what stands on the glass. */
  confirmed: z.boolean().optional(),
})
export type OpResult = z.infer<typeof opResult>
export const opResults = z.object({ ...stream, results: z.array(opResult).max(maxBatch) })

/** The answer to a request; to one for logs, after all their parts, with the number of files that were sent. */
export const reply = z.object({ request: text(64), ok: z.boolean(), detail: text(1000).optional(), files: count.optional() })

/** Bytes of a log file in one message; as base64 it stays well below what brokers take. */
export const logPartBytes = 32_768
/** Parts that one request for logs may bring: 12.5 MB. */
export const maxLogParts = 400
/** One part of a log file that was asked for. */
export const log = z.object({
  request: text(64),
  /** A name without a path. */
  file: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/),
  /** Within what a calendar holds, for it is stored as a time. */
  modifiedAt: z.number().min(0).max(4_102_444_800),
  /** From 0 to `parts` - 1. */
  part: count,
  parts: z.int().min(1).max(maxLogParts),
  /** Base64. */
  content: z.base64().max(Math.ceil(logPartBytes / 3) * 4),
})

// ---- down: server to gateway

/**
 * What an operation of kind LED carries in `params`. `state` is the colour: 0 green, 1 red, 2 blue, 3 yellow, 4 cyan, 5 magenta, 6 white.
 * `speed` 0 shines steadily, 3 blinks fastest. `seconds` 0 puts the light out.
 */
export const ledParams = z.object({
  state: z.int().min(0).max(6),
  brightness: z.int().min(1).max(3),
  speed: z.int().min(0).max(3),
  seconds: z.number().min(0).max(3600),
})
export type LedParams = z.infer<typeof ledParams>
/** What an operation of kind PAGE carries: the tag goes back to page 0 after so many seconds; 0 stays until it is told otherwise. */
export const pageParams = z.object({ page: z.int().min(0).max(15), seconds: z.number().min(0).max(3600) })

/** Operations of one lane replace each other for a tag; a light does not replace a label. */
export const laneOf = { SHOW: 'image', BLANK: 'image', LED: 'led', PAGE: 'page', STATUS_CHECK: 'check' } as const

export const image = z.object({ page: z.int().min(0).max(15), hash, bytes: z.int().nonnegative() })
export const operation = z.object({
  op,
  tag: tagMac,
  kind: z.enum(['SHOW', 'BLANK', 'LED', 'PAGE', 'STATUS_CHECK']),
  /** Bundle hash: what `shown` in sightings will be when this is on the glass. */
  hash: hash.nullable(),
  /** Bitmaps by content hash, to fetch from `/api/gw/image/{hash}`. */
  images: z.array(image).max(16),
  /** LED, page and check settings; `refresh: 1` of a label: it is drawn also where it stands already. */
  params: z.record(z.string(), z.number()).optional(),
})
export type Operation = z.infer<typeof operation>
/**
 * An operation replaces an older one of its lane for the same tag; an id that was already carried out is answered with its result, not repeated.
 * Ids to cancel are let go of before the operations of the message are taken; each is answered.
 */
export const operations = z.object({ ops: z.array(operation).max(maxBatch), cancel: z.array(op).max(maxCancels).default([]) })

/**
 * The message `seq` of this stream is stored by the server; it alone, not those before it: a message published while no server
 * listened must be sent again even when later ones were stored.
 */
export const ack = z.object({ stream: z.enum(['op', 'seen', 'sensor']), session: z.string(), seq: z.int() })
/** What the gateway shall be set to. What is absent stays as it is. Told again until `status` reports this `version` and its channels. */
export const config = z.object({
  version: count,
  /** Seconds between two check-ins that it asks of its tags. */
  checkin: z.number().positive().optional(),
  dataChannel: z.int().optional(),
  eventChannel: z.int().optional(),
  channelGroupIndex: z.int().optional(),
  /** With its port. */
  ip: text(64).optional(),
  netmask: text(64).optional(),
  defaultGateway: text(64).optional(),
  dns: text(64).optional(),
  eslServerPort: z.int().optional(),
  /** Seconds between two `status` messages; `statusPeriodSeconds` until it is told otherwise. */
  statusPeriod: z.number().positive().optional(),
  /** The radio network of gateway and tags: four hexadecimal digits. */
  panId: z
    .string()
    .regex(/^[0-9A-F]{4}$/)
    .optional(),
  /** Host and port; empty for none. */
  timeServer: text(300).optional(),
  retailServer: text(300).optional(),
  /** How the store wants its radio to work, as its configuration says; durations and timeouts in seconds. What is told replaces what was. */
  store: z
    .object({
      totalDuration: z.number(),
      eventDuration: z.number(),
      cpDuration: z.number(),
      oneChannelEnable: z.boolean(),
      channelMaskEnable: z.boolean(),
      outbandEnable: z.boolean(),
      eventLedCtrl: z.boolean(),
      baseTimeout: z.number(),
      timeoutTag: z.number(),
      nfRandomPercent: z.number(),
      nfRetryCnt: z.number(),
      nfBasicSleep: z.number(),
      nfDeepSleepDuration: z.number(),
    })
    .partial()
    .optional(),
  /** Records for the systems that the gateway serves; they replace those told before. */
  amac: z.array(z.object({ code: text(64), data: text(500) })).optional(),
})
/**
 * What a request `upgrade` carries: which program gets which version, and the image to load from `/api/gw/software/{sha256}`. The gateway checks
 * length and sha256, replies, and restarts with it; its next status tells the version it runs.
 */
export const upgradeParams = z.object({
  component: z.enum(['gmp', 'grm']),
  version: text(40).min(1),
  sha256: hash,
  bytes: z.int().positive(),
})
export type UpgradeParams = z.infer<typeof upgradeParams>
export const request = z.object({
  request: z.string().max(64),
  kind: z.enum(['reboot', 'log', 'link-check', 'collect', 'stop', 'upgrade']),
  params: z.record(z.string(), z.unknown()).optional(),
})

export const upMessages = { presence, status, seen, op: opResults, sensor: sensorReadings, reply, log } as const
export const downMessages = { op: operations, ack, config, request } as const
export type UpMessage<N extends keyof typeof upMessages> = z.infer<(typeof upMessages)[N]>
export type DownMessage<N extends keyof typeof downMessages> = z.infer<(typeof downMessages)[N]>
