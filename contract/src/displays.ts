/** Displays of the v0 line: their list, what they show, what they are asked to do (specification 3 §2, §3, §7). */
import * as z from 'zod'
import { deviceConfig, deviceModes, infoSeconds } from './device-config.ts'
import { deviceCaps, deviceReport, failing } from './device-report.ts'
import { plusMac, scannedDisplay } from './display-address.ts'
import { endpoint } from './endpoint.ts'
import { unplayableFilm, warnings } from './films.ts'
import { leftOut } from './left-out.ts'
import { screenCheck, screenFaults, screenPictures } from './screen-check.ts'
import { done, epochSeconds, prCode, storeCode } from './schemas.ts'
import { signageStore } from './signage-stores.ts'
import { displaySettings } from './display-settings.ts'
import { slideDrawings } from './slide-drawings.ts'
import { showBody, showRev } from './slides.ts'
import { tableEndpoint } from './table.ts'

/** `PENDING` waits to be taken into a store. */
export const deviceStatuses = ['ONLINE', 'OFFLINE', 'PENDING'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

export const display = z.object({
  /** The address; the specification's list names it `_id`, too. */
  _id: z.string(),
  mac: z.string(),
  name: z.string(),
  model: z.string(),
  ver: z.string(),
  template: z.string(),
  /** Plays in place of its slides; empty: it would play one, and is in none. Null: it plays its slides. `playlists`: of which it was made. */
  timeline: z.string().nullable(),
  playlists: z.array(z.object({ id: z.string(), name: z.string() })),
  status: z.enum(deviceStatuses),
  recvTime: epochSeconds.nullable(),
  showIdx: z.int().nullable(),
  mode: z.enum(deviceModes),
  /** Of its products, by slot. */
  product: z.array(z.string()),
  /** Plays what it was given last. */
  upToDate: z.boolean(),
  /** How much of that it cannot show. */
  notShown: z.int(),
  /** What is wrong with its screen, by two pictures in a row. */
  screenFault: z.enum(screenFaults).nullable(),
  /** The digits on its screen while it waits. */
  code: z.string().nullable(),
  caps: deviceCaps,
  screen: z.object({ width: z.int(), height: z.int() }),
})
export interface Display extends z.infer<typeof display> {}
export const deviceInfo = display.extend({
  storeCode: z.string(),
  volume: z.int(),
  maxVolume: z.int(),
  brightness: z.int(),
  tz: z.string(),
  localNtpServer: z.string(),
  infoSeconds: z.int(),
  /** Strength of its network, dBm. */
  networks: z.object({ rssi: z.number().nullable() }),
  ip: z.string(),
  versions: z.record(z.string(), z.string()),
  /** Places for products. */
  slots: z.int(),
  /** Those of its products that it does not show. */
  leftOut: z.array(leftOut.pick({ prCode: true, reason: true })),
  report: deviceReport.partial(),
  failing: z.array(failing),
  /** Films that it is given and cannot play, by what it has said of itself. */
  unplayable: z.array(unplayableFilm),
  screenshotAt: epochSeconds.nullable(),
  screenCheck: screenCheck.nullable(),
})
export interface DeviceInfo extends z.infer<typeof deviceInfo> {}

const macList = z.array(plusMac).min(1).max(1000)
const doneWithDisplays = done.extend({ devices: z.int() })
/** So many are named. */
export const maxOverridden = 100
/** A display that goes on with something else than what was set for it: a mode, a timeline, playlists. */
const overriddenDisplay = display
  .pick({ mac: true, name: true, mode: true, timeline: true, playlists: true })
  .extend({ timelineId: z.string().nullable() })
export interface OverriddenDisplay extends z.infer<typeof overriddenDisplay> {}
/** At most `maxOverridden`, by name. */
const overridden = { overridden: z.array(overriddenDisplay) }
const setForDisplays = doneWithDisplays.extend(overridden)
const deviceFilters = ['mac', 'name', 'model', 'ver', 'template', 'status', 'showIdx', 'prCode'] as const

export const displays = {
  overview: endpoint('GET', '/status/store/plus/:plusKind', {
    access: 'plus.read',
    store: 'account',
    summary: 'Stores with their displays: in all, reachable, out of reach.',
    response: z.object({ storeList: z.array(signageStore) }),
  }),
  overviewPage: tableEndpoint('/status/store/pagination/plus/:plusKind', {
    access: 'plus.read',
    store: 'account',
    summary: 'The same in pages.',
    filters: ['storeName', 'storeCode', 'status', 'total', 'online', 'offline', 'count'],
    row: signageStore,
  }),
  search: tableEndpoint('/status/store/:storeCode/plus/device/search', {
    access: 'plus.read',
    store: 'params.storeCode',
    summary: 'The displays of a store; those that wait for approval stand with them.',
    filters: deviceFilters,
    row: display,
  }),
  info: endpoint('GET', '/status/store/:storeCode/plus/device/:plusMac', {
    access: 'plus.read',
    store: 'params.storeCode',
    summary: 'A display with its settings and its last report.',
    response: deviceInfo,
  }),
  ...screenPictures,
  find: endpoint('GET', '/plus/store/:storeCode/device/search/:term', {
    access: 'plus.read',
    store: 'params.storeCode',
    summary: 'Displays by address, name or product code.',
    response: z.object({ devList: z.array(display), prCodeList: z.array(z.string()) }),
  }),
  accept: endpoint('POST', '/plus/store/:storeCode/device/accept', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Takes a display that waits into the store; `code` is what its screen shows.',
    body: z.object({ mac: plusMac, code: z.string().max(10), name: z.string().trim().max(100).optional() }),
    response: done,
  }),
  pair: endpoint('POST', '/plus/store/:storeCode/device/pair', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Forgets the secret of a display, so that the one that announces itself next under its address takes its place.',
    body: z.object({ mac: plusMac }),
    response: done,
  }),
  remove: endpoint('DELETE', '/plus/store/:storeCode/device/:plusMac', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Removes a display; its token is void at once.',
    response: done,
  }),
  assign: endpoint('POST', '/plus/assign', {
    access: 'plus.write',
    store: 'body.storeCode',
    summary:
      'Products into places: an address takes a list into its lowest free places, an address with a number one product into that place.',
    body: z.object({
      storeCode,
      devList: z
        .array(z.object({ mac: scannedDisplay, product: z.union([prCode, z.array(prCode).min(1).max(200)]) }))
        .min(1)
        .max(1000),
    }),
    response: doneWithDisplays,
  }),
  deassign: endpoint('POST', '/plus/deassign', {
    access: 'plus.write',
    store: 'body.storeCode',
    summary: 'Empties the place that the number behind an address names, or all of them.',
    body: z.object({
      storeCode,
      devList: z
        .array(z.object({ mac: scannedDisplay }))
        .min(1)
        .max(1000),
    }),
    response: doneWithDisplays,
  }),
  blink: endpoint('POST', '/plus/store/:storeCode/blink/product', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'The product flashes wherever it is shown; 404 when it is nowhere.',
    body: z.object({ prCode }),
    response: doneWithDisplays,
  }),
  setShowIndex: endpoint('POST', '/plus/store/:storeCode/set/showIdx', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'One slide alone, counted from 0, whatever the schedules say; `overridden` names displays that go on with something else.',
    body: z.object({ macList, showIdx: z.int().min(0).max(199) }),
    response: setForDisplays,
  }),
  unsetShowIndex: endpoint('POST', '/plus/store/:storeCode/unset/showIdx', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'All slides in turn again.',
    body: z.object({ macList }),
    response: setForDisplays,
  }),
  switchMode: endpoint('POST', '/plus/store/:storeCode/switch/mode', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary:
      '`normal` plays, `product` shows the products, `off` nothing; of all displays of the store with `all`. `overridden` names those of `normal` that play a timeline.',
    body: z.object({ macList: macList.optional(), all: z.boolean().optional(), mode: z.enum(deviceModes) }),
    response: setForDisplays,
  }),
  showInfo: endpoint('POST', '/plus/store/:storeCode/device/show/info', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'The displays show who they are for so many seconds.',
    body: z.object({ devList: macList, duration: infoSeconds }),
    response: doneWithDisplays,
  }),
  sync: endpoint('POST', '/plus/store/:storeCode/device/sync', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Sends everything again, with what was held back, and has the files checked.',
    body: z.object({ devList: macList }),
    response: doneWithDisplays,
  }),
  reboot: endpoint('POST', '/plus/store/:storeCode/device/reboot', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Restarts the machine, or the browser where there is no host program.',
    body: z.object({ devList: macList }),
    response: doneWithDisplays,
  }),
  updateSoftware: endpoint('POST', '/plus/store/:storeCode/device/update', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Installs the newest software of the store for each machine, where its host program can.',
    body: z.object({ devList: macList }),
    response: doneWithDisplays,
  }),
  takeScreenshot: endpoint('POST', '/plus/store/:storeCode/device/screenshot', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Asks for a picture of the screen.',
    body: z.object({ mac: plusMac }),
    response: doneWithDisplays,
  }),
  readShow: endpoint('GET', '/plus/store/:storeCode/device/:plusMac/show', {
    access: 'plus.read',
    store: 'params.storeCode',
    summary: 'The slides of a display; none before any were saved.',
    response: showBody.extend({ rev: showRev, warnings }),
  }),
  saveShow: endpoint('POST', '/plus/store/:storeCode/device/:plusMac/show', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary:
      'Saves the slides. Slides that are not those of its template any more take the template off; 409 `slides-changed-since` with an old `rev`.',
    body: showBody.extend({
      rev: showRev.optional(),
      /** Of which template the slides may be again, after changes that were taken back. */
      template: z.string().max(100).optional(),
    }),
    response: done.extend({ template: z.string(), rev: showRev, warnings, ...overridden }),
  }),
  ...slideDrawings,
  applyTemplate: endpoint('POST', '/plus/store/:storeCode/device/list/template', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Slides of a template for several displays; an empty name takes the template off. `update=false` keeps them from being sent.',
    query: z.object({ update: z.enum(['true', 'false']).optional() }),
    body: z.object({ template: z.string().max(100), macList }),
    response: setForDisplays,
  }),
  saveConfig: endpoint('POST', '/plus/device/config', {
    access: 'plus.write',
    store: 'body.storeCode',
    summary: 'Volume, brightness, name, time zone and time server of a display.',
    body: deviceConfig.omit({ maxVolume: true, infoSeconds: true }).partial().extend({ storeCode, mac: plusMac }),
    response: done,
  }),
  ...displaySettings,
  statusDetail: endpoint('GET', '/plus/store/:storeCode/status/detail', {
    access: 'plus.read',
    store: 'params.storeCode',
    summary: 'Displays that are out of reach or over a threshold, products that displays leave out, and films that they cannot play.',
    response: z.object({
      detailList: z.array(
        z.object({
          mac: z.string(),
          name: z.string(),
          kind: z.enum(['offline', 'memory', 'disk']),
          percent: z.int().nullable(),
          since: epochSeconds,
        }),
      ),
      leftOut: z.array(leftOut),
      /** The first thousand films that displays are given and cannot play. */
      unplayable: z.array(unplayableFilm),
    }),
  }),
}
