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
/** Operations taken back in one `op` message. */
export const maxCancels = 1000

/** What a database takes for text: one message that it does not take would hold up all those stored with it. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must be text')
/** Whole numbers that fit into 32 bits, for the same reason. */
const count = z.int().min(0).max(2_147_483_647)

const at = z.number()
const tagMac = z.string().regex(/^[0-9A-F]{16}$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Id of an operation: unique in the whole system, digits, within 64 bits. */
const op = z.string().regex(/^\d{1,18}$/)

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
  version: text(40),
  /** Seconds between two check-ins of this tag. */
  checkin: z.number().positive().max(86_400),
  page: z.int().min(0).max(15),
  resets: count,
  /** Bundle hash of what the glass shows; null when the tag has shown nothing yet. */
  shown: hash.nullable(),
  /** How often the tag has changed its glass in its life: orders what it says of it, whatever the clocks say. */
  updates: count.optional(),
})
export type Sighting = z.infer<typeof sighting>

/** Stream messages: sent again until the server acknowledges `seq` of `session`. */
const stream = { session: text(64).min(1), seq: z.int().positive() }
export const seen = z.object({ ...stream, tags: z.array(sighting).max(maxBatch) })

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
  rssi: z.int().optional(),
  battery: z.number().optional(),
  temperature: z.number().optional(),
  /** The tag's count of glass changes after this operation, as in sightings. */
  updates: count.optional(),
})
export type OpResult = z.infer<typeof opResult>
export const opResults = z.object({ ...stream, results: z.array(opResult).max(maxBatch) })

export const reply = z.object({ request: text(64), ok: z.boolean(), detail: text(1000).optional() })

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
/**
 * An operation replaces an older one for the same tag; an id that was already carried out is answered with its result, not repeated.
 * Ids to cancel are let go of before the operations of the message are taken; each is answered.
 */
export const operations = z.object({ ops: z.array(operation).max(maxBatch), cancel: z.array(op).max(maxCancels).default([]) })

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
