/**
 * Access points and signs of other makes, and the bridges that speak with them (docs/bridge.md). Each access point, and all signs of a kind
 * in a store, is a gateway of that store: it is listed, watched and routed to as any other.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, epochSeconds, gwMac, nodeStatus, numberId, storeCode } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** What every token of a bridge begins with. */
export const bridgeTokenPrefix = 'ecb_'
export const accessPointKinds = ['openepaperlink', 'trmnl', 'opendisplay'] as const
export type AccessPointKind = (typeof accessPointKinds)[number]
/** Kinds whose devices call by themselves: they have no address to be added by. */
export const callingKinds: readonly AccessPointKind[] = ['trmnl']
/** Port that signs call where the bridge was not told another one (ENDCAP_TRMNL_PORT). */
export const defaultSignPort = 2300
/** Seconds between two calls of a sign where it is not set, as the bridge has it. */
export const defaultSignSeconds = 899
/** Seconds between two visits of a panel where it is not set, as the bridge has it. */
export const defaultVisitSeconds = 60
/** What a wake of about ten seconds takes of a sign's battery, what a day of sleep takes, and what it holds: mAh (the vendor's figures). */
export const signCharge = { wake: 0.19, dayOfSleep: 2.4, battery: 2500 } as const

/** Seconds that a call waits for what a bridge finds out. */
export const bridgePatience = 20
/** Seconds that a bridge waits for news at most. */
export const longestNews = 20

const kind = z.enum(accessPointKinds)
const name = z.string().trim().min(1, 'must not be empty').max(100)
/** A host or IP address with or without a port; several, separated by commas, where devices of one kind stand alone, with a MAC and @ before each. */
const address = z
  .string()
  .trim()
  .max(1000)
  .regex(/^[A-Za-z0-9.:,[\]@ _-]*$/, 'must be a host or an IP address, with or without a port')
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time as 22:00')
const options = z.strictObject({
  /** Signs that call: seconds between two calls. */
  refreshSeconds: z.int().min(20).max(86_400).optional(),
  /** Signs that call sleep through this time, by the store's clocks. */
  night: z.strictObject({ from: clockTime, to: clockTime }).optional(),
  /** Single signs by MAC. */
  signs: z
    .record(gwMac, z.strictObject({ refreshSeconds: z.int().min(20).max(86_400).optional(), type: z.string().max(40).optional() }))
    .optional(),
  /** Signs that may ask for a new key, since when (milliseconds). */
  readmit: z.record(gwMac, z.number()).optional(),
  /** Whether devices are looked for in the network by themselves. */
  discover: z.boolean().optional(),
  /** Panels that are visited: seconds between two visits. */
  visit: z.int().min(10).max(3600).optional(),
})
export interface AccessPointOptions extends z.infer<typeof options> {}

/** Encrypted panels of one access point whose keys are kept, at most. */
export const maxKeys = 500
/** Keys of encrypted panels by MAC; null forgets one. */
const keys = z
  .record(
    gwMac,
    z
      .string()
      .regex(/^[0-9a-fA-F]{32}$/, 'must be 32 hexadecimal digits')
      .nullable(),
  )
  .refine((all) => Object.keys(all).length <= maxKeys, `at most ${maxKeys} keys`)

const device = z.object({
  maker: z.string(),
  model: z.string(),
  firmware: z.string(),
  state: z.enum(['online', 'degraded', 'offline']),
  problem: z.string().nullable(),
  /** Whether `shown` is the device's own word, or says that it took the picture. */
  confirms: z.enum(['shown', 'delivered']),
  can: z.array(z.string()),
  figures: z.record(z.string(), z.number()),
  notes: z.array(z.string()),
})
export interface AccessPointDevice extends z.infer<typeof device> {}

const accessPoint = z.object({
  gwMac: z.string(),
  storeCode: z.string(),
  storeName: z.string(),
  kind,
  name: z.string(),
  address: z.string(),
  options,
  /** MACs of encrypted panels whose key is known here. Keys are never told. */
  keyed: z.array(gwMac),
  bridgeId: z.string(),
  bridgeName: z.string(),
  status: nodeStatus,
  tagCount: z.int(),
  /** Null until it has reported. */
  device: device.nullable(),
  lastHeardAt: epochSeconds.nullable(),
})
export interface AccessPoint extends z.infer<typeof accessPoint> {}

/** What an access point says of itself before it is added. */
export const probed = z.object({
  maker: z.string().max(100),
  model: z.string().max(100),
  firmware: z.string().max(100),
  mac: gwMac.nullable(),
  name: z.string().max(100),
  tags: z.int().nullable(),
  notes: z.array(z.string().max(300)).max(20),
})
export interface Probed extends z.infer<typeof probed> {}
/** An access point that a bridge found in its network. */
export const found = z.object({
  kind,
  address: z.string().max(300),
  name: z.string().max(100),
  /** Such as its number of tags. */
  detail: z.string().max(300),
})
export interface FoundAccessPoint extends z.infer<typeof found> {}

const bridge = z.object({
  bridgeId: z.string(),
  name: z.string(),
  /** Null: every store. */
  storeCodes: z.array(z.string()).nullable(),
  /** The servers run it themselves. */
  own: z.boolean(),
  accessPoints: z.int(),
  createdBy: z.string(),
  createdAt: epochSeconds,
  seenAt: epochSeconds.nullable(),
  seenIp: z.string(),
  version: z.string(),
  /** Port for signs that call; null until it has opened one. */
  signPort: z.int().nullable(),
  problems: z.array(z.string()),
})
export interface Bridge extends z.infer<typeof bridge> {}

const bridgeSecret = z.object({ bridgeId: z.string(), token: z.string() })
const secretHash = z.string().regex(/^[0-9a-f]{64}$/)
/** What a bridge says when it asks for its work. */
export const syncBody = z.strictObject({
  version: z.string().max(40),
  /** What it knows of its work; the answer comes at once where that is different by now. */
  revision: z.string().max(64),
  /** Secrets it has, as SHA-256, by gateway. */
  have: z.record(gwMac, secretHash).refine((all) => Object.keys(all).length <= 1000, 'at most 1000 gateways'),
  /** What is wrong with it, such as a port that is taken. */
  problems: z.array(z.string().max(300)).max(20),
  /** Port for signs that call; null where it has none. */
  signPort: z.int().min(1).max(65_535).nullable(),
})
export const syncAnswer = z.object({
  revision: z.string(),
  accessPoints: z.array(
    z.object({
      gwMac: z.string(),
      storeCode: z.string(),
      kind,
      address: z.string(),
      options: options.extend({ timeZone: z.string(), language: z.string(), keys: z.record(z.string(), z.string()).optional() }),
      /** A new one, where the bridge has none that is good. */
      secret: z.string().optional(),
    }),
  ),
  requests: z.array(
    z.object({
      requestId: z.string(),
      kind: z.enum(['probe', 'find']),
      params: z.record(z.string(), z.string()),
      /** Of encrypted panels among the addresses. */
      keys: z.record(z.string(), z.string()).optional(),
    }),
  ),
  /** Where its gateways sign in: an address, or ports at the server's own. */
  mqtt: z.object({ url: z.string().nullable(), port: z.int().nullable(), securePort: z.int().nullable() }),
})
export interface BridgeWork extends z.infer<typeof syncAnswer> {}
const answerBody = z.strictObject({
  requestId: numberId,
  problem: z.string().max(500).optional(),
  probed: probed.optional(),
  found: z.array(found).max(200).optional(),
})

export const accessPoints = {
  search: tableEndpoint('/access-point/search', {
    access: 'store.read',
    store: 'account',
    summary: 'Access points and signs of other makes in the account’s stores.',
    row: accessPoint,
    filters: ['gwMac', 'storeCode', 'kind', 'name', 'address', 'status', 'bridgeId'],
  }),
  detail: endpoint('GET', '/access-point/:gwMac', {
    access: 'store.read',
    store: 'account',
    summary: 'One access point with what it last said of itself.',
    response: accessPoint,
  }),
  create: endpoint('POST', '/access-point', {
    access: 'store.write',
    store: 'body.storeCode',
    summary: 'Adds an access point to a store: its gateway is made, and its bridge begins to speak with it.',
    body: z.strictObject({
      storeCode,
      kind,
      name,
      address: address.default(''),
      options: options.default({}),
      keys: keys.default({}),
      bridgeId: numberId.nullable(),
    }),
    response: z.object({ gwMac: z.string() }),
  }),
  update: endpoint('PUT', '/access-point/:gwMac', {
    access: 'store.write',
    store: 'account',
    summary: 'Changes name, address, settings or keys of an access point; what is left out stays.',
    body: z.strictObject({ name, address, options, keys }).partial(),
    response: done,
  }),
  probe: endpoint('POST', '/access-point/probe', {
    access: 'store.write',
    store: 'account',
    summary: 'Asks an address, through a bridge, what stands there; nothing is added.',
    writes: false,
    perMinute: 30,
    /** `gwMac`: an access point whose keys are used too, where the address is tried of one that is there already. */
    body: z.strictObject({ bridgeId: numberId.nullable(), kind, address, keys: keys.default({}), gwMac: gwMac.optional() }),
    response: z.object({ probed: probed.nullable(), problem: z.string().nullable() }),
  }),
  find: endpoint('POST', '/access-point/find', {
    access: 'store.write',
    store: 'account',
    summary: 'Looks for access points in the network of a bridge.',
    writes: false,
    perMinute: 30,
    body: z.strictObject({ bridgeId: numberId.nullable() }),
    response: z.object({ found: z.array(found.extend({ known: z.boolean() })), problem: z.string().nullable() }),
  }),
}

export const bridges = {
  search: tableEndpoint('/bridge/search', {
    access: 'store.read',
    store: 'account',
    summary: 'The bridges that serve stores of the account.',
    row: bridge,
    filters: ['name', 'version'],
  }),
  create: endpoint('POST', '/bridge', {
    access: 'store.write',
    people: true,
    store: 'account',
    summary: 'Makes a bridge and its token; the answer tells it once.',
    perMinute: 30,
    body: z.strictObject({ name, storeCodes: z.array(storeCode).min(1).max(10_000).nullable() }),
    response: bridgeSecret,
  }),
  renew: endpoint('POST', '/bridge/:bridgeId/token', {
    access: 'store.write',
    people: true,
    store: 'account',
    summary: 'Makes a new token for a bridge; the old one and the secrets of its gateways end at once.',
    response: bridgeSecret,
  }),
  remove: endpoint('DELETE', '/bridge/:bridgeId', {
    access: 'store.write',
    people: true,
    store: 'account',
    summary: 'Removes a bridge; its token ends at once. 409 while it has access points.',
    response: done,
  }),
  /** Asked by bridges with their token. */
  sync: endpoint('POST', '/bridge/sync', {
    access: 'bridge',
    store: 'none',
    summary: 'What a bridge is to serve. Waits for news where the bridge knows everything.',
    body: syncBody,
    response: syncAnswer,
  }),
  answer: endpoint('POST', '/bridge/answer', {
    access: 'bridge',
    store: 'none',
    summary: 'What a bridge found out for a call that waits.',
    body: answerBody,
    response: done,
  }),
}
