/** What calls about the foreign shop hold: by the names of fields, and for the few calls whose bodies need thought. */
import { makeBoxFont } from '@endcap/label/box-font'
import { foreign } from './foreign-rows.ts'
import { bmp, picture, zip } from './media.ts'
import type { Way } from './foreign-calls.ts'

const { number, tagMac, otherTagMac, gwMac, sensorMac, plusMac, prCode, fmPrCode, layoutId, name, email, hash } = foreign
const strong = 'plover-cabin-tundra-7'
/** By the name of a field; the first that its schema takes stands. */
export const fixed: Record<string, readonly unknown[]> = {
  tagMac: [tagMac],
  tagList: [tagMac],
  tagMacList: [tagMac],
  by: ['day,content,display,area'],
  from: [tagMac, number, '2027-12-01T10:00'],
  to: [otherTagMac],
  gwMac: [gwMac],
  gwMacs: [gwMac],
  first: [gwMac],
  sensorMac: [sensorMac],
  mac: [plusMac],
  macList: [plusMac],
  devList: [plusMac],
  device: [plusMac],
  product: [prCode],
  prCode: [prCode],
  prCodeList: [prCode],
  fmPrCode: [fmPrCode],
  fmPrCodeList: [fmPrCode],
  layoutId: [layoutId],
  template: [name],
  taskId: [number],
  priorTaskId: [number],
  id: [number],
  _id: [number, plusMac],
  ids: [number],
  content: [number],
  group: [null],
  parent: [null],
  fileId: [number],
  historyId: [number],
  drawingList: [number],
  promotionId: [number],
  updateId: [number],
  version: [1],
  start: ['1795248000', 0],
  end: ['1795251600'],
  startDate: ['1795248000'],
  endDate: ['1795251600'],
  role_id: [null],
  email: [email],
  field: ['LAYOUT_ID'],
  starts: ['2026-12-01T10:00'],
  ends: ['2026-12-02T10:00'],
  password: [strong],
  oldPassword: [strong],
  privileges: [['tag.read']],
  size: ['2.90', '29'],
  hash: [hash],
  timezone: ['Asia/Tokyo'],
  timeZone: ['Asia/Tokyo'],
  tz: ['Asia/Tokyo'],
  tagType: ['B5'],
  // Of a file: its first line tells.
  columns: [''],
  applyGoodLines: [false],
  reviewed: ['0-0-0'],
  expiresAt: [1_800_000_000],
  // Of a mail server: one that may be called, and is not there.
  server: ['127.0.0.1'],
  port: [2525],
}

const definition = { format: 1, name: 'x', width: 296, height: 128, pages: [{ elements: [] }] }
const server = {
  retailServerIp: '10.0.0.1',
  retailServerPort: 80,
  timeServerIp: '10.0.0.1',
  timeServerPort: 123,
  gatewayStatusCheckInterval: 60,
  historyRetentionDays: 30,
  updateHistoryRetentionDays: 30,
  auditRetentionDays: 30,
  tagDisplayRefreshDays: 0,
  panId: '2A01',
  communicationMode: 'GATEWAY',
  mobile: '',
  email: '',
  mainFromMac: '',
  mainFromPage: 0,
}
const webhook = ({ list }: Way) => ({
  name: 'x',
  url: 'https://hooks.example/',
  events: ['alarm.raised'],
  storeCodes: list,
  minClass: 1,
  enabled: true,
})
const prList = [{ prCode, prInfo: ['', 'a', '', '1'], layoutId: 'A4', qty: 1 }]
const script = ['row(one)', 'decorate(*all)', 'authenticate(*all)'].map((name) => `def ${name}:\n  return None\n`).join('')
const slide = { duration: 30, bgColor: '#000000', object: [], schedule: [], empty: false }
const words = { text: '{NAME}', weight: 400, align: 'left', valign: 'top', colour: '#000000' }
const drawn = { type: 'text', id: '1', left: 0, top: 0, width: 400, height: 100, index: 0, text: words }
const bodies: Record<string, (way: Way) => unknown> = {
  'accessPoints.create': ({ field }) => ({ storeCode: field, kind: 'opendisplay', name: 'x', bridgeId: number }),
  'accessPoints.update': () => ({ name: 'x', options: {} }),
  'accessPoints.probe': () => ({ bridgeId: number, kind: 'opendisplay', address: '', gwMac }),
  'tagLifecycle.set': ({ field }) => ({ storeCode: field, checkOnly: true, tagList: [{ tagMac, lifecycle: 'SPARE' }] }),
  'layouts.saveDraft': () => ({ definition, rev: 0 }),
  'layouts.draw': ({ field }) => ({
    storeCode: field,
    definition,
    size: '2.90',
    modelClass: 'bw',
    products: [{ prCode, prInfo: ['', 'a', '', '1'] }],
  }),
  'settings.saveServer': () => server,
  'webhooks.create': webhook,
  'webhooks.update': webhook,
  'contents.upload': () => ({ name: 'x' }),
  'contents.beginFile': () => ({ filename: 'x' }),
  'displayMasters.remove': () => [plusMac],
  'displayMasters.reboot': () => [plusMac],
  'displayMasters.updateSoftware': () => [plusMac],
  'members.invite': ({ field }) => ({ email: 'invited@foreign.example', name: 'Invited', ready: 'clerk', store: [field] }),
  'gateways.configure': () => ({ gwList: [{ gwMac, dataChannel: 12, eventChannel: 20 }] }),
  'gateways.setChannels': () => ({ channel: { 1: { dataChannel: 12, eventChannel: 20 } } }),
  'layouts.importFile': ({ field }) => ({ storeCode: field, replace: 'true' }),
  'printing.preview': ({ field }) => ({ storeCode: field, prList }),
  'printing.page': () => ({ prList }),
  'printing.pdf': () => ({ prList }),
  'printing.save': () => ({ name, layoutId: 'A4', prList, overwrite: true }),
  'shows.save': () => ({
    id: number,
    name: 'x',
    width: 1920,
    height: 158,
    duration: 30,
    contentArea: [{ left: 0, top: 0, width: 1920, height: 158 }],
    device: [{ type: 23, width: 1920, height: 158, left: 0, top: 0, rotation: 0 }],
    timeline: [[{ id: number, start: 0, duration: 10 }]],
  }),
  'schedules.save': () => ({ _id: number, name: 'x', days: [1], time: [{ start: '09:00', end: '10:00' }] }),
  'playlists.save': () => ({ id: number, name: 'x', items: [{ id: 'price', duration: 1 }], device: [plusMac] }),
  'timelines.save': () => ({ id: number, name: 'x', schedule: [{ id: number }], device: [[plusMac]] }),
  'slideTemplates.save': () => ({ size: '29', show: [slide] }),
  'slideTemplates.copy': ({ field }) => ({ storeList: [field] }),
  'slideTemplates.import': () => ({ templates: [{ name: 'x', size: '29', show: [slide] }] }),
  'displays.drawObject': () => ({ mac: plusMac, object: drawn }),
  'displays.saveShow': () => ({ screenWidth: 1, screenHeight: 1, show: [slide] }),
  'scripts.saveProductFileParser': () => ({ code: script, useType: 'OWN' }),
  'scripts.savePaperParser': () => ({ code: script, useType: 'OWN' }),
  'scripts.saveTagDecorator': () => ({ code: script, useType: 'OWN' }),
  'scripts.saveDisplayDecorator': () => ({ code: script, useType: 'OWN' }),
  'scripts.saveAuthentication': () => ({ code: script, useType: 'OWN' }),
  'downloads.start': ({ field }) => ({
    type: 4,
    storeCode: field,
    filter: { format: 'csv', timeZone: 'UTC', fields: [{ field: 'prCode', heading: 'Code' }] },
  }),
}
export const bodyFor = (call: string, way: Way): unknown => bodies[call]?.(way)

const csv = (content: string) => ({ name: 'a.csv', content })
const image = async () => ({ name: 'a.png', content: await picture(64, 20).png().toBuffer() })
const files: Record<string, (way: Way) => Promise<{ name: string; content: string | Buffer }>> = {
  'gateways.predefine': async () =>
    csv(`storeCode,gwMac,ip\n${foreign.storeCode},${gwMac},10.0.0.1:8080\n${foreign.storeCode},02FFBB0000B2,10.0.0.2:8080\n`),
  'papers.upload': async () => csv(`PRODUCT_CODE,PRINTER_IP,LAYOUT\n${prCode},10.99.99.99,A4\n`),
  'secondCodes.upload': async () => csv(`secondCode,prCode\n99,${prCode}\n`),
  'families.upload': async () => csv(`${fmPrCode},${prCode},,,,,,${layoutId}\n`),
  'media.uploadImage': image,
  'media.uploadPoster': image,
  'brand.uploadFont': async () => ({ name: 'a.ttf', content: makeBoxFont() }),
  'contents.upload': image,
  'contents.uploadPoster': image,
  'media.uploadWidget': async () => ({ name: 'a.zip', content: await zip({ 'index.html': '<p>a</p>' }) }),
  'layouts.importFile': async () => ({ name: 'a.bmp', content: bmp(20, 20) }),
}
export const fileFor = async (call: string, way: Way) => (await files[call]?.(way)) ?? csv(`PRODUCT_CODE,NAME,PRICE\n${prCode},a,1\n`)

/** Calls that refuse the whole body by 400 even from an administrator, and why. */
export const notMet: Record<string, string> = {
  'session.changePassword': 'the present password is that of the account that calls',
  'secondFactor.enrol': 'the same',
  'secondFactor.disable': 'the same',
  'promotions.save': 'a promotion takes shared layouts alone',
  'promotions.check': 'the same',
  'tags.reassign': 'the tag of the shop has nothing to show anew',
  'tasks.retry': 'the same',
  'layouts.importFile': 'takes what an export has made',
  'notifications.saveContents': 'checks texts one by one; they are of all stores',
  'apps.upload': 'takes an Android package; it is for all stores',
  'software.upload': 'takes an upgrade file; it is for all stores',
  'software.uploadPart': 'takes a part of it',
}
