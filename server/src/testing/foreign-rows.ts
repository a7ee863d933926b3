/** What stands in the rows of the foreign shop (foreign-shop.ts): by the names of columns, so that a new table has it at once. */
import { createHash } from 'node:crypto'
import { factsOf, type Show } from '@endcap/signage/shows'
import { tagId } from './seed.ts'

/** Stands in each text that a person has written there. No call sends it. */
export const secret = 'GEHEIM'
/** What the shop's files hold, and those of the library that all shops share. */
export const picture = Buffer.from(`${secret} picture`)
export const libraryPicture = Buffer.from('Library picture')
/** What calls name things of the shop by. */
export const foreign = {
  storeCode: 'FREMD1',
  storeType: 'FREMDTYPE',
  number: '777000001',
  gwMac: '02FFBB0000B1',
  tagMac: tagId(0xb0001),
  otherTagMac: tagId(0xb0002),
  sensorMac: tagId(0xb0003),
  plusMac: '02:ff:bb:00:00:b1',
  prCode: 'FREMD-P',
  fmPrCode: 'FREMD-F',
  layoutId: 'FREMD-L',
  name: 'FREMD-N',
  email: 'person@fremd.example',
  hash: createHash('sha256').update(picture).digest('hex'),
} as const

const text = (what: string) => `${secret} ${what}`
const definition = JSON.stringify({ format: 1, name: text('layout'), width: 296, height: 128, pages: [{ elements: [] }] })
const info = (price: string) => ['', text('product'), '', price]
const media = 'image'
const area = { left: 0, top: 0, width: 1920, height: 158 }
const panel = { ...area, type: 23, rotation: 0 } as const
const item = { id: foreign.number, start: 0, duration: 10, fit: 'contain', mute: false } as const
const show: Show = { width: 1920, height: 158, duration: 30, device: [panel], contentArea: [area], timeline: [[item]] }

/** By the column's name, or by `table.column`, which comes first. Undefined: as the database has it. */
const values: Record<string, unknown> = {
  store_code: foreign.storeCode,
  store_codes: [foreign.storeCode],
  'downloads.stores': [foreign.storeCode],
  requested_store: null,
  store_type: foreign.storeType,
  gw_mac: foreign.gwMac,
  first_gw_mac: foreign.gwMac,
  gateways_tried: [foreign.gwMac],
  tag_mac: foreign.tagMac,
  barcode: foreign.tagMac,
  from_mac: foreign.tagMac,
  to_mac: foreign.otherTagMac,
  sensor_mac: foreign.sensorMac,
  mac: foreign.plusMac,
  pr_code: foreign.prCode,
  fm_pr_code: foreign.fmPrCode,
  pr_codes: [foreign.prCode],
  pr_info: info('100'),
  new_pr_info: info('120'),
  layout_id: foreign.layoutId,
  layout: foreign.layoutId,
  template_id: foreign.name,
  email: foreign.email,
  password_hash: '',
  nfc: 'https://geheim.example/',
  blob: foreign.hash,
  hash: foreign.hash,
  sha256: foreign.hash,
  thumb: null,
  chunks: [],
  printer_name: foreign.name,
  printer_ip: '10.99.99.99',
  'print_templates.name': foreign.name,
  'print_templates.layout_id': 'A4',
  'print_templates.rows': JSON.stringify([
    { prCode: foreign.prCode, prInfo: info('100'), description: text('row'), layoutId: 'A4', qty: 1 },
  ]),
  role_id: null,
  language: 'en_US',
  day: '2026-11-20',
  time_zone: 'Asia/Tokyo',
  locale: 'ja-JP',
  currency: 'JPY',
  tag_type: 'B5',
  'layout_drawings.size': '2.90',
  model_class: 'bw',
  definition,
  draft: definition,
  status: 'OFFLINE',
  'tags.status': 'OK',
  batt_status: 'OK',
  lifecycle: 'SPARE',
  up_link: 'OK',
  down_link: 'OK',
  time_sync: true,
  outcome: null,
  reason: null,
  last_reason: null,
  operation: null,
  'sensors.operation': 'REPORT',
  conditions: [],
  kind: 'SHOW',
  use_type: 'OWN',
  'scripts.use_type': 'OFF',
  'scripts.kind': 'product-file-parser',
  'script_versions.code': `# ${secret}\ndef row(one):\n  return None\n`,
  'script_versions.kind': 'product-file-parser',
  'script_runs.kind': 'product-file-parser',
  'script_runs.outcome': 'OK',
  'script_runs.scope': foreign.storeCode,
  'updates.kind': 'EDIT',
  'gateway_requests.kind': 'log',
  'plus_contents.kind': media,
  'plus_files.kind': media,
  // The library is of the whole installation: all who may read it do.
  'plus_contents.group_id': null,
  'plus_contents.blob': createHash('sha256').update(libraryPicture).digest('hex'),
  'plus_contents.bytes': libraryPicture.length,
  'plus_files.bytes': picture.length,
  'plus_contents.name': 'Library content',
  'plus_shows.name': 'Library show',
  'plus_sets.name': 'Library set',
  'plus_timelines.name': 'Library timeline',
  'plus_playlists.name': 'Library playlist',
  'plus_playlists.updated_by': 'somebody',
  'plus_playlists.period': null,
  'plus_playlists.hours': '[]',
  'plus_playlists.items': '[]',
  'plus_playlist_devices.line_before': 'v0',
  'plus_timelines.updated_by': 'somebody',
  'plus_contents.updated_by': 'somebody',
  'plus_shows.updated_by': 'somebody',
  'plus_sets.updated_by': 'somebody',
  codec: 'hevc',
  'plus_contents.type': 'image/png',
  'plus_files.type': 'image/png',
  'plus_usage.kind': 'memory',
  'plus_commands.type': 'sync',
  'plus_templates.size': '29',
  'plus_templates.show': '[]',
  'plus_devices.show': null,
  'plus_devices.given_show': null,
  'plus_settings.price_list': null,
  'plus_sets.list': '[]',
  'plus_timelines.schedule': '[]',
  'plus_schedules.period': null,
  'plus_shows.facts': JSON.stringify(factsOf(show)),
  'plus_shows.show': JSON.stringify(show),
  'plus_screenshots.verdict': 'black',
  'plus_screenshots.fault': 'black',
  'plus_devices.caps': JSON.stringify({ host: true, reboot: true, brightness: true, screenshot: true, offlineStart: true }),
  'layout_findings.level': 'error',
  'layout_findings.translatable': null,
  'layout_checks.place': JSON.stringify({ part: 'products', storeCode: '', code: '' }),
  'layout_versions.from_local': null,
  'layout_rules.rules': '[]',
  'ledger.outcome': 'FAILED',
  'ledger.images': null,
  'operations.images': null,
  'operations.lane': 'show',
  'gateways.report': null,
  'gateway_samples.disks': '[]',
  'access_points.kind': 'trmnl',
  'access_points.options': '{}',
  'bridge_requests.kind': 'find',
  'bridges.version': '1',
  'tasks.task_type': 'UPDATE',
  'collections.cmd': 'GATEWAY_SCAN',
  'tag_events.event': 'button',
  'open_tag_alarms.alarm_type': 'LOW BATTERY',
  'tag_alarms.alarm_type': 'LOW BATTERY',
  'open_sensor_alarms.alarm_type': 'SILENT',
  'sensor_alarms.alarm_type': 'SILENT',
  'alarms.type': 'UPDATE FAILURE',
  'alarms.class': 3,
  'alarms.default_class': 3,
  'alarms.data': JSON.stringify({ taskId: foreign.number, failed: 1, total: 2, note: text('alarm') }),
  'notified.notification': 'gwOff1Hr',
  'mails.notification': null,
  'files.file_type': 'product',
  'paper_printers.state': 'READY',
  'paper_printers.uri': null,
  'rollouts.component': 'gmp',
  'rollouts.state': 'STOPPED',
  'rollouts.stop_reason': 'person',
  'software_files.component': 'gmp',
  version: 1,
  // So are upgrade files.
  'software_files.file_name': 'upgrade.tar',
  'software_files.notes': '',
  'software_files.uploaded_by': 'somebody',
  'software_files.sha256': 'ab'.repeat(32),
  'software_files.version': '9.9.9',
  'rollouts.version': '9.9.9',
  minimum_version: null,
  'tags.version': '1',
  'sensors.version': '1',
  'download_links.session_hash': text('token_hash'),
  'downloads.type': 3,
  'downloads.request': JSON.stringify({ type: 3, storeCode: foreign.storeCode }),
  'promotions.changes': '[]',
  'promotions.price': null,
  'promotions.current': true,
  'promotions.rule_slot': null,
  'promotions.starts': '2026-01-01T00:00:00',
  'promotions.ends': '2027-01-01T00:00:00',
  'account_requests.kind': 'signed-up',
  'login_history.type': 0,
  'uploads.received': 1,
  'webhooks.events': ['alarm.raised'],
  'webhooks.url': 'https://geheim.example/',
  'api_tokens.privileges': ['tag.read'],
}
/** What has not happened, or is not over. */
const never =
  /^(cleared|archived|cancelled|done|finished|ended|claimed|closing|suspended|rests|locked|given_up|delivered|used|password_expires|hidden|awaited)_(at|until|since|by|why)$|^open_since$/
const later = /^(expires|deadline|due)_at$/

export interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  /** With a default, or made by the database. */
  filled: boolean
}
export function valueOf({ table, column, type, nullable, filled }: Column, at: Date): unknown {
  for (const name of [`${table}.${column}`, column]) if (name in values) return values[name]
  if (nullable && never.test(column)) return null
  if (later.test(column)) return new Date(at.getTime() + 86_400_000)
  if (column.endsWith('_id') && type === 'bigint') return foreign.number
  if (type === 'text' && !isState(column)) return text(column)
  if (filled) return undefined
  return byType(type, at, column)
}
/** Texts that are words of the server's own. */
const isState = (column: string) => /^(state|mode|line|status|config|origin)$/.test(column)

function byType(type: string, at: Date, column: string): unknown {
  if (type.startsWith('timestamp')) return new Date(at.getTime() - 3_600_000)
  if (type === 'jsonb') return '{}'
  if (type === 'text') return text(column)
  if (type === 'text[]') return [text(column)]
  if (type.endsWith('[]')) return []
  if (type === 'boolean') return false
  if (type === 'bytea') return Buffer.from(text(column))
  if (type === 'date') return '2026-11-20'
  return 1
}
