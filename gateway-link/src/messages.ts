/** The messages of the native gateway protocol. Both sides check what they receive with these schemas (docs/gateway-protocol.md). */
import * as z from 'zod'

/** Protocol version carried in presence, so that older gateways can be told apart. */
export const protocolVersion = 1
/** Seconds between two `status` messages of a gateway. */
export const statusPeriodSeconds = 60
/** A stream message (`op`, `seen`) that was not acknowledged is published again after this long. */
export const resendAfterMs = 10_000
/** Records in one `seen` or `op` message, so that MQTT messages stay small. */
export const maxBatch = 200

const at = z.number()
const tagMac = z.string().regex(/^[0-9A-F]{16}$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Id of an operation: unique in the whole system, digits. */
const op = z.string().regex(/^\d{1,19}$/)

/** The bundle hash of a glass that was blanked. */
export const blankHash = '0'.repeat(64)

// ---- up: gateway to server

export const presence = z.object({
  v: z.literal(protocolVersion),
  state: z.enum(['online', 'offline']),
  /** New for every start of the gateway; stream sequences begin at 1 with it. */
  session: z.string().min(1).max(64),
  at,
})

export const status = z.object({
  at,
  uptime: z.number().nonnegative(),
  /** The address of the gateway's local administration, with its port 8080. */
  ip: z.string().max(64),
  alternateIp: z.string().max(64),
  gmpVersion: z.string().max(40),
  grmVersion: z.string().max(40),
  dataChannel: z.int(),
  eventChannel: z.int(),
  channelGroupIndex: z.int(),
  tagCount: z.int().nonnegative(),
  /** Percent. */
  memory: z.number().min(0).max(100),
  disks: z.array(z.object({ path: z.string().max(200), percent: z.number().min(0).max(100) })).max(20),
  services: z.array(z.object({ name: z.string().max(100), running: z.boolean() })).max(50),
  upLink: z.enum(['OK', 'NG']),
  downLink: z.enum(['OK', 'NG']),
})

/** One tag as a gateway heard it. */
export const sighting = z.object({
  tag: tagMac,
  /** Two hexadecimal characters: features and size. */
  type: z.string().regex(/^[0-9A-F]{2}$/),
  at,
  /** dBm */
  rssi: z.int().min(-150).max(20),
  /** Volts. */
  battery: z.number().min(0).max(10),
  /** Degrees Celsius. */
  temperature: z.number().min(-60).max(100),
  version: z.string().max(40),
  /** Seconds between two check-ins of this tag. */
  checkin: z.number().positive().max(86_400),
  page: z.int().min(0).max(15),
  resets: z.int().nonnegative(),
  /** Bundle hash of what the glass shows; null when the tag has shown nothing yet. */
  shown: hash.nullable(),
  /** How often the tag has changed its glass in its life: orders what it says of it, whatever the clocks say. */
  updates: z.int().nonnegative().optional(),
})
export type Sighting = z.infer<typeof sighting>

/** Stream messages: sent again until the server acknowledges `seq` of `session`. */
const stream = { session: z.string().min(1).max(64), seq: z.int().positive() }
export const seen = z.object({ ...stream, tags: z.array(sighting).max(maxBatch) })

export const opOutcome = z.enum(['accepted', 'sending', 'shown', 'same', 'failed'])
/** Why a gateway reports `failed`; the server maps them to its named reasons. */
export const opFailure = z.enum(['refused', 'busy', 'tag-silent', 'tag-refused', 'transfer-timeout', 'image-unavailable', 'unsupported'])
export const opResult = z.object({
  op,
  tag: tagMac,
  outcome: opOutcome,
  reason: opFailure.optional(),
  detail: z.string().max(300).optional(),
  at,
  /** What the tag reported with its confirmation. */
  rssi: z.int().optional(),
  battery: z.number().optional(),
  temperature: z.number().optional(),
  /** The tag's count of glass changes after this operation, as in sightings. */
  updates: z.int().nonnegative().optional(),
})
export type OpResult = z.infer<typeof opResult>
export const opResults = z.object({ ...stream, results: z.array(opResult).max(maxBatch) })

export const reply = z.object({ request: z.string().max(64), ok: z.boolean(), detail: z.string().max(1000).optional() })

// ---- down: server to gateway

export const image = z.object({ page: z.int().min(0).max(15), hash, bytes: z.int().nonnegative() })
export const operation = z.object({
  op,
  tag: tagMac,
  kind: z.enum(['SHOW', 'BLANK', 'LED', 'PAGE', 'STATUS_CHECK']),
  /** Bundle hash: what `shown` in sightings will be when this is on the glass. */
  hash: hash.nullable(),
  /** Bitmaps by content hash, to fetch from `/api/gw/image/{hash}`. */
  images: z.array(image).max(16),
  /** LED, page and check settings. */
  params: z.record(z.string(), z.number()).optional(),
})
export type Operation = z.infer<typeof operation>
/** An operation replaces an older one for the same tag; an id that was already carried out is answered with its result, not repeated. */
export const operations = z.object({ ops: z.array(operation).max(maxBatch), cancel: z.array(op).max(1000).default([]) })

/**
 * The message `seq` of this stream is stored by the server; it alone, not those before it: a message published while no server
 * listened must be sent again even when later ones were stored.
 */
export const ack = z.object({ stream: z.enum(['op', 'seen']), session: z.string(), seq: z.int() })
export const config = z.object({
  checkin: z.number().positive().optional(),
  dataChannel: z.int().optional(),
  eventChannel: z.int().optional(),
})
export const request = z.object({
  request: z.string().max(64),
  kind: z.enum(['reboot', 'log', 'link-check', 'collect', 'stop']),
  params: z.record(z.string(), z.unknown()).optional(),
})

export const upMessages = { presence, status, seen, op: opResults, reply } as const
export const downMessages = { op: operations, ack, config, request } as const
export type UpMessage<N extends keyof typeof upMessages> = z.infer<(typeof upMessages)[N]>
export type DownMessage<N extends keyof typeof downMessages> = z.infer<(typeof downMessages)[N]>
