/** Displays of the v1 line with their settings, over all stores (specification 3 §2, §3, §5, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { deviceCaps } from './device-report.ts'
import { plusMac } from './display-address.ts'
import { deviceStatuses } from './displays.ts'
import { rotations } from './shows.ts'
import { done, epochSeconds, prCode, storeCode } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** Specification 3 §5, §9: what is out of these becomes `otherwise`. */
export const masterVolume = { max: 15, otherwise: 0 } as const
export const masterBright = { max: 10, otherwise: 10 } as const

const text = (max: number) => z.string().trim().max(max).default('')
const within = ({ max, otherwise }: { max: number; otherwise: number }) =>
  z
    .number()
    .transform((value) => (Number.isInteger(value) && value >= 0 && value <= max ? value : otherwise))
    .default(otherwise)
const clock = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)?$/, 'must be a time such as 08:30')
  .default('')
/** Seconds between pictures; 0 for never. */
const interval = z.int().min(0).max(86_400).default(0)
/** A code for the display's own menu: it is only ever set, and never told. Empty: as it was; null: none. */
const pin = z
  .string()
  .regex(/^(\d{4,12})?$/, 'must be 4 to 12 digits')
  .nullable()
  .default('')

export const masterConfig = z.object({
  code: text(60),
  name: text(100),
  storeCode,
  category: text(60),
  section: text(60),
  shelfID: text(60),
  position: text(60),
  /** IANA name; empty for the store's. */
  timezone: text(60),
  volume: within(masterVolume),
  bright: within(masterBright),
  /** How the display stands, clockwise. */
  orientation: z.union(rotations.map((one) => z.literal(one))).default(0),
  bt: z.boolean().default(false),
  nfc: z.boolean().default(false),
  autorun: z.boolean().default(true),
  autoupdate: z.boolean().default(false),
  timeserver: text(200),
  /** Outside it is dark and silent; equal or empty: always open. */
  opentime: clock,
  closetime: clock,
  adminPwd: pin,
  managerPwd: pin,
  screenInterval: interval,
  cameraInterval: interval,
})
export interface MasterConfig extends z.output<typeof masterConfig> {}

export const displayMaster = z.object({
  /** The address. */
  _id: z.string(),
  mac: z.string(),
  code: z.string(),
  name: z.string(),
  model: z.string(),
  /** Of its screen, pixels. */
  screenWidth: z.int(),
  screenHeight: z.int(),
  /** Of its software, by name. */
  version: z.record(z.string(), z.string()),
  storeCode: z.string(),
  product: z.array(z.string()),
  category: z.string(),
  section: z.string(),
  shelfID: z.string(),
  position: z.string(),
  timezone: z.string(),
  connection: z.enum(deviceStatuses),
  recvTime: epochSeconds.nullable(),
  ipAddress: z.string(),
  /** Which line it plays, and the timeline that it is in. */
  line: z.enum(['v0', 'v1']),
  timeline: z.object({ id: z.string(), name: z.string(), screen: z.int() }).nullable(),
  caps: deviceCaps,
})
export interface DisplayMaster extends z.infer<typeof displayMaster> {}

const macs = z.array(plusMac).min(1).max(1000)
const doneWithDisplays = done.extend({ devices: z.int() })

export const displayMasters = {
  search: tableEndpoint('/plus/v1/device/search', {
    access: 'plus.read',
    store: 'account',
    summary: 'Displays of the account’s stores with their v1 settings; dates are when they were heard last.',
    filters: [
      'mac',
      'code',
      'name',
      'model',
      'storeCode',
      'product',
      'category',
      'section',
      'shelfID',
      'position',
      'timezone',
      'connection',
      'line',
    ],
    row: displayMaster,
  }),
  list: endpoint('POST', '/plus/v1/device/list', {
    access: 'plus.read',
    store: 'account',
    summary: 'Displays by their addresses; `_id` is a list of them, or the condition `{"in": [...]}`.',
    body: z.object({ _id: z.union([macs, z.object({ in: macs })]) }),
    response: z.object({ deviceList: z.array(displayMaster) }),
  }),
  readConfig: endpoint('GET', '/plus/v1/config/device/:plusMac', {
    access: 'plus.read',
    store: 'account',
    summary: 'A display’s v1 settings; codes of its menu are told as set or not, never themselves.',
    response: z.object({
      config: masterConfig,
      ipAddress: z.string(),
      /** Whether the codes are set. */
      pins: z.object({ admin: z.boolean(), manager: z.boolean() }),
      device: displayMaster,
    }),
  }),
  saveConfig: endpoint('POST', '/plus/v1/config', {
    access: 'plus.write',
    store: 'account',
    summary: 'Saves v1 settings; another `storeCode` moves the display there. `line` says what it plays, `v1` where it is not said.',
    body: z.object({ mac: plusMac, config: masterConfig, line: z.enum(['v0', 'v1']).default('v1') }),
    response: done,
  }),
  assign: endpoint('POST', '/plus/v1/assign', {
    access: 'plus.write',
    store: 'account',
    summary: 'The products of a display, in their order, instead of those that it had.',
    body: z.object({ mac: plusMac, product: z.array(prCode).max(200) }),
    response: done,
  }),
  remove: endpoint('POST', '/plus/v1/device/delete', {
    access: 'plus.write',
    store: 'account',
    summary: 'Removes displays with their tokens, products and places in timelines.',
    body: macs,
    response: doneWithDisplays,
  }),
  reboot: endpoint('POST', '/plus/v1/device/reboot', {
    access: 'plus.write',
    store: 'account',
    summary: 'Restarts the machines, or the browsers where there is no host program.',
    body: macs,
    response: doneWithDisplays,
  }),
  updateSoftware: endpoint('POST', '/plus/v1/device/update', {
    access: 'plus.write',
    store: 'account',
    summary: 'Installs the newest software of its store on each machine, where its host program can.',
    body: macs,
    response: doneWithDisplays,
  }),
}
