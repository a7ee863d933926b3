/**
 * Gateways: their status in a store, what they are set to and asked to do, and how they come to belong to a store: by a file, or by
 * approving one that tried to sign in (specification 1 §2, §3, §7).
 */
import * as z from 'zod'
import { endpoint, file, upload } from './endpoint.ts'
import { encodingField } from './file-encodings.ts'
import { issued, predefined, registration, waiting } from './gateway-registration.ts'
import { diskUse, done, epochSeconds, gwMac, memoryUse, nodeStatus, samples, samplesQuery, storeCode } from './schemas.ts'
import { tableEndpoint } from './table.ts'
import { gatewayIpForm, ipv4Form } from './vocabulary.ts'

/** Specification 1 §9: data and event channels; those above `last` only in stores with outband enabled. */
export const channels = { first: 11, last: 26, lastOutband: 31 } as const
/** Specification 1 §3, §9: what a new row of the channel setting, and a new gateway, begins with. */
export const defaultChannelRow = { gwIndex: 0, dataChannel: 11, eventChannel: 26 } as const
/** Specification 1 §9: rows on a page of the gateway list. */
export const gatewayPageLength = 50
/** The page of a gateway is fetched again this often (specification 1 §9); changes are told besides. */
export const gatewayRefreshMs = 240_000
/** Specification 1 §3: the disks whose use is shown over time. */
export const gatewayDisks = { ramdisk: '/ramdisk', logs: '/ramdisk/logs' } as const
/** Specification 1 §8, letter for letter. */
export const gatewayMessages = {
  linkOk: 'Success',
  linkFailed: 'Fail',
  linkFailedText: "Can't connect to the GW",
  rebooting: 'GW will restart soon.',
  rebootFailed: 'GW reboot failed.',
} as const

const link = z.enum(['OK', 'NG'])
const channel = z.int().min(channels.first).max(channels.lastOutband)

export const gateway = z.object({
  gwMac,
  gwIndex: z.int(),
  /** With its port, which must be 8080 (specification 1 §9). */
  ip: z.string(),
  alternateIp: z.string(),
  dataChannel: z.int(),
  eventChannel: z.int(),
  channelGroupIndex: z.int(),
  tagCount: z.int(),
  gmpVersion: z.string(),
  grmVersion: z.string(),
  status: nodeStatus,
  upLink: link,
  downLink: link,
  timeSync: z.boolean(),
  updatedAt: epochSeconds.nullable(),
  /** What it was told to be set to and does not report yet; null when it is set as wanted. */
  pending: z.object({ dataChannel: z.int().nullable(), eventChannel: z.int().nullable() }).nullable(),
})
export interface Gateway extends z.infer<typeof gateway> {}

export const gatewayDetail = gateway.extend({
  storeCode: z.string(),
  storeName: z.string(),
  /** Null until it has reported. */
  ramUsage: memoryUse.nullable(),
  diskUsage: z.array(diskUse),
  serviceStatusList: z.array(z.object({ name: z.string(), status: link })),
  netmask: z.string(),
  defaultGateway: z.string(),
  dns: z.string(),
  eslServerPort: z.int().nullable(),
  /** Seconds since its start, when it last reported. */
  uptime: z.number().nullable(),
  onlineSince: epochSeconds.nullable(),
  offlineSince: epochSeconds.nullable(),
  lastHeardAt: epochSeconds.nullable(),
})
export interface GatewayDetail extends z.infer<typeof gatewayDetail> {}

/** One report of a gateway (specification 1 §3). */
const gatewaySample = z.object({ time: epochSeconds, memory: memoryUse, disk: z.array(diskUse) })
export interface GatewaySample extends z.infer<typeof gatewaySample> {}

/** IPv4 addresses, or empty: as the gateway has it. */
const address = z.string().refine((text) => text === '' || ipv4Form.test(text), 'must be an IPv4 address')
/** Specification 2 §5. */
const numberOf = (name: string, max: number, min = 0) => {
  const sentence = `Enter a number for the ${name}.`
  return z.int(sentence).min(min, sentence).max(max, `must be at most ${max}`)
}
const settings = {
  gwIndex: numberOf('GW Index', 9999),
  channelGroupIndex: numberOf('Channel Group Index', 255),
  /** IPv4 with the port 8080 (specification 1 §9), or empty: as the gateway has it. */
  ip: z.string().refine((text) => text === '' || gatewayIpForm.test(text), 'Enter the correct ipv4 format in Gateway IP.'),
  netmask: address,
  defaultGateway: address,
  dns: address,
  eslServerPort: numberOf('ESL Server Port', 65_535, 1).nullable(),
  dataChannel: channel,
  eventChannel: channel,
  /** Seconds between two check-ins of its tags; null: as they have it. */
  checkin: z.number().min(1).max(86_400).nullable(),
}
/** Specification 2 §3: what a gateway is set to, by its last report and by what was asked for since. */
export const gatewayConfig = z.object({
  gwMac,
  ...settings,
  // What a gateway reports need not be what we would set.
  ip: z.string(),
  netmask: z.string(),
  defaultGateway: z.string(),
  dns: z.string(),
  dataChannel: z.int(),
  eventChannel: z.int(),
  channelGroupIndex: z.int(),
  status: nodeStatus,
  /** It was told and has not reported yet that it took it. */
  pending: z.boolean(),
})
export interface GatewayConfig extends z.infer<typeof gatewayConfig> {}
const configChange = z.strictObject(settings).partial().extend({ gwMac })
export type GatewayConfigChange = z.input<typeof configChange>

const channelPair = z.strictObject({ dataChannel: channel, eventChannel: channel })
/** gwIndex → channels. */
const channelMap = z.record(z.string().regex(/^\d{1,4}$/, 'must be a GW index: 0 to 9999'), channelPair)
export type ChannelMap = z.infer<typeof channelMap>
/** Also by the short names of specification 2, and the map alone as specification 1 §3 has it. */
const givenChannels = z.record(
  z.string().regex(/^\d{1,4}$/, 'must be a GW index: 0 to 9999'),
  z.union([
    channelPair,
    z.strictObject({ data: channel, event: channel }).transform(({ data, event }) => ({ dataChannel: data, eventChannel: event })),
  ]),
)

const predefinedFilters = ['storeCode', 'storeName', 'gwMac', 'gwIndex', 'ip', 'dataChannel', 'eventChannel'] as const

export const gateways = {
  ofStore: endpoint('GET', '/status/store/:storeCode', {
    access: 'store.read',
    store: 'params.storeCode',
    summary: 'The gateways of a store.',
    response: z.object({ storeCode: z.string(), storeName: z.string(), gwList: z.array(gateway) }),
  }),
  search: tableEndpoint('/status/store/:storeCode/gw/search', {
    access: 'store.read',
    store: 'params.storeCode',
    summary: 'The gateways of a store in pages. The filter `status` is that which is shown: NORMAL without time sync is ALARM.',
    row: gateway,
    filters: [
      ...(['gwMac', 'gwIndex', 'tagCount', 'ip', 'alternateIp', 'dataChannel', 'eventChannel', 'channelGroupIndex'] as const),
      ...(['gmpVersion', 'grmVersion', 'status', 'upLink', 'downLink', 'timeSync'] as const),
    ],
  }),
  detail: endpoint('GET', '/status/store/:storeCode/gw/:gwMac', {
    access: 'store.read',
    store: 'params.storeCode',
    summary: 'One gateway as it last reported.',
    response: gatewayDetail,
  }),
  history: endpoint('GET', '/system/status/gw/:gwMac', {
    access: 'store.read',
    store: 'account',
    summary: 'What a gateway reported of its memory and disks, at most 24 hours: the last ones unless `start` and `end` say otherwise.',
    query: samplesQuery,
    response: samples(gatewaySample),
  }),
  checkLink: endpoint('GET', '/check/link/gw/:gwMac', {
    access: 'store.read',
    store: 'account',
    summary: 'Asks a gateway to answer, and tells whether it did: `Success`, or `Fail` with the reason.',
    response: z.object({
      result: z.enum([gatewayMessages.linkOk, gatewayMessages.linkFailed]),
      message: z.string(),
      ms: z.int().nullable(),
    }),
  }),
  reboot: endpoint('POST', '/gw/reboot/:gwMac', {
    access: 'store.write',
    store: 'account',
    summary: 'Restarts a gateway; 409 when it does not answer.',
    response: done,
  }),
  configs: endpoint('GET', '/config/store/:storeCode/gw', {
    access: 'store.read',
    store: 'params.storeCode',
    summary: 'What the gateways of a store are set to.',
    response: z.object({ gwList: z.array(gatewayConfig), outbandEnable: z.boolean() }),
  }),
  config: endpoint('GET', '/config/store/:storeCode/gw/:gwMac', {
    access: 'store.read',
    store: 'params.storeCode',
    summary: 'What a gateway is set to.',
    response: gatewayConfig,
  }),
  configure: endpoint('PUT', '/config/store/:storeCode/gw', {
    access: 'store.write',
    store: 'params.storeCode',
    summary: 'Sets gateways of a store; what is left out stays. All or none are stored; each is told until it reports that it took it.',
    body: z.strictObject({
      gwList: z.array(configChange).min(1).max(1000),
      /** Seconds to wait at most until they report that they took it; left out, the answer comes at once. */
      wait: z.int().min(0).max(20).optional(),
    }),
    response: z.object({
      /** Set as wanted, if it was waited for; else those that are online and told at once. */
      gwOK: z.array(z.string()),
      /** Not set yet: offline, or without an answer in that time. They are told until they take it. */
      gwNG: z.array(z.string()),
    }),
  }),
  removal: endpoint('GET', '/config/store/:storeCode/gw/:gwMac/removal', {
    access: 'store.write',
    store: 'params.storeCode',
    summary: 'What deleting a gateway would mean: its tags, and those that no other gateway hears.',
    response: z.object({ tags: z.int(), alone: z.int(), operations: z.int() }),
  }),
  remove: endpoint('DELETE', '/config/store/:storeCode/gw/:gwMac', {
    access: 'store.write',
    store: 'params.storeCode',
    summary: 'Deletes a gateway: its secret ends, its tags and operations go to others that hear them.',
    response: z.object({ gwMac: z.string() }),
  }),
  channels: endpoint('GET', '/config/gw/channel', {
    access: 'store.read',
    store: 'none',
    summary: 'The channel setting of the chain: GW index → data and event channel.',
    response: z.object({ channel: channelMap }),
  }),
  setChannels: endpoint('POST', '/config/gw/channel', {
    access: 'store.write',
    store: 'account',
    summary: 'Sets the channels of all gateways by their index. For accounts with all stores.',
    body: z.union([z.strictObject({ channel: givenChannels }), givenChannels.transform((map) => ({ channel: map }))]),
    response: z.object({
      /** Gateways that get other channels. */
      count: z.int(),
    }),
  }),
  /**
   * Header row `storeCode,gwMac,gwIndex,ip,dataChannel,eventChannel,channelGroupIndex`; `#` starts a comment line.
   * Registers the gateways named and answers a new secret for each new one.
   */
  predefine: upload('/gw/predefined', {
    access: 'store.write',
    store: 'account',
    summary: 'Registers gateways from a CSV or TXT file and issues their secrets.',
    fields: z.object({ encoding: encodingField }),
    maxBytes: 5_000_000,
    response: z.object({ count: z.int(), gateways: z.array(issued) }),
  }),
  /** The specification's call; the console's list is the one below. */
  predefined: endpoint('GET', '/gw/predefined/search', {
    access: 'store.read',
    store: 'account',
    summary: 'The registered gateways of the account’s stores, at most 1,000 that hold the text `search`.',
    query: z.object({ search: z.string().max(100).optional() }),
    response: z.object({ recordsTotal: z.int(), data: z.array(predefined) }),
  }),
  predefinedList: tableEndpoint('/gw/predefined/search', {
    access: 'store.read',
    store: 'account',
    summary: 'The registered gateways of the account’s stores.',
    row: predefined,
    filters: predefinedFilters,
  }),
  waiting: tableEndpoint('/gw/waiting/search', {
    access: 'store.read',
    store: 'account',
    summary: 'Gateways that were refused. Those that no store knows are told to accounts with all stores.',
    row: waiting,
    filters: ['gwMac', 'storeCode', 'address'],
  }),
  approve: endpoint('POST', '/gw/waiting/:gwMac/approve', {
    access: 'store.write',
    store: 'body.storeCode',
    summary: 'Takes a waiting gateway into a store and issues its secret.',
    body: z.strictObject({ storeCode, gwIndex: settings.gwIndex.default(defaultChannelRow.gwIndex) }),
    response: issued,
  }),
  reject: endpoint('DELETE', '/gw/waiting/:gwMac', {
    access: 'store.write',
    store: 'account',
    summary: 'Forgets a waiting gateway; for a day it is not listed again.',
    response: z.object({ gwMac: z.string() }),
  }),
  issueSecret: endpoint('POST', '/gw/secret/:gwMac', {
    access: 'store.write',
    store: 'account',
    summary: 'Issues a new secret for a registered gateway. The old one ends, and with it the connection.',
    response: issued,
  }),
  ...registration,
  /** Asked by gateways: Authorization Basic with the MAC and the secret. */
  image: file('/gw/image/:hash', {
    access: 'gateway',
    store: 'none',
    summary: 'A label bitmap by its content hash, for the gateway that must show it.',
  }),
}
