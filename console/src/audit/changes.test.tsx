/** The panel of a record says of promotions and settings what was changed, by the names of their forms. */
import { expect, test } from 'vitest'
import { changeLanguage } from '../i18n/i18n.ts'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { AuditPeek } from './AuditPeek.tsx'

const alias = { key: false, monitor: false, chart: false, type: 'text' }
const aliasList = [{ ...alias, index: 10, name: 'PROMO', displayNames: { en_US: 'Promotion text' } }]
const meant = { name: null, price: null, listPrice: null, unit: null, unitPrice: null, taxPrice: null }
const row = {
  auditId: '1',
  updatedAt: 0,
  email: 'ann@shop.example',
  ip: '10.0.0.1',
  storeCode: null,
  storeName: null,
  name: 'Summer',
  gone: false,
  products: null,
}
const areas =
  'audit common promotions settings displays alarms alarmSettings aliases gateways layouts notifications roles schedules scripts tokens webhooks storeConfig members'
const words = areas.split(' ')
type Side = Record<string, unknown> | null
async function linesOf(record: { action: string; kind: string; subject: string; before: Side; after: Side }): Promise<string[]> {
  const changed = Object.keys({ ...record.before, ...record.after })
  const detail = async () => ({ ...row, ...record, changed, differences: [] })
  const services = { api: { aliases: { list: async () => ({ aliasList, meant }) }, audit: { detail } } }
  const panel = <AuditPeek id="1" onStep={() => undefined} onClose={() => undefined} />
  await drawDialog(panel, { path: '/audit', services, words })
  const lines = () => [...document.querySelectorAll('[data-part=changes] dl > div')].map(textOf)
  await eventually(() => {
    expect(lines()).not.toEqual([])
    expect(lines().join('\n')).not.toContain('#11')
  })
  return lines()
}
const textOf = (line: Element) =>
  [line.querySelector('dt')?.textContent, ...[...(line.querySelector('dd')?.childNodes ?? [])].map((one) => one.textContent)]
    .join(' ')
    .replaceAll(/\s+/g, ' ')

const promotion = {
  name: 'Summer',
  prCodeList: ['p1'],
  rule: null,
  storeList: null,
  starts: '2026-11-30T06:00:00',
  ends: '2026-12-06T20:00:00',
  priority: 0,
  changes: [],
  price: { kind: 'percent', percent: '20', rounding: {} },
  oldPrice: true,
  layoutId: null,
}
const saved = { action: 'promotions.save', kind: 'promotion', subject: 'GROCERY: Summer' }

test('a promotion says its name, period, values, stores and products, as they were and as they are', async () => {
  const after = {
    ...promotion,
    name: 'Autumn',
    prCodeList: ['p1', 'p2'],
    storeList: ['BER01', 'BER02'],
    ends: '2026-12-13T20:00:00',
    changes: [{ index: 10, value: 'Only today' }],
    price: { kind: 'percent', percent: '30', rounding: { EUR: 'nine' } },
  }
  expect(await linesOf({ ...saved, before: promotion, after })).toEqual([
    'Name Summer → Autumn',
    'Product codes p1 → p1, p2',
    'Stores All of this type, also new ones → BER01, BER02',
    'End 2026-12-06 20:00 → 2026-12-13 20:00',
    'Price −20 % → −30 %, …9',
    'Promotion text nothing → Only today',
  ])
})

test('of a long list of products, how many there are, what came and what went', async () => {
  const [before, after] = [
    { ...promotion, prCodeList: { count: 60, differing: ['p50'] } },
    { ...promotion, prCodeList: { count: 61, differing: ['new1', 'new2'] } },
  ]
  expect(await linesOf({ ...saved, before, after })).toEqual(['Product codes 60 codes → 61 codes Added: new1, new2 Removed: p50'])
})

test('a promotion that was deleted says what it was', async () => {
  const lines = await linesOf({ ...saved, action: 'promotions.remove', before: promotion, after: null })
  expect(lines.slice(0, 2)).toEqual(['Name Summer', 'Product codes p1'])
})

test('settings say the labels of their form, and of the mail server’s password only whether there is one', async () => {
  const server = {
    auditRetentionDays: 730,
    communicationMode: 'GATEWAY',
    system: { site: '', imageBaseUpdate: true },
    prices: { risePercent: 100 },
  }
  const changed = {
    auditRetentionDays: 1825,
    communicationMode: 'FAST',
    system: { site: 'coop', imageBaseUpdate: false },
    prices: { risePercent: 100 },
  }
  const setting = { action: 'settings.saveServer', kind: 'setting', subject: 'server' }
  expect(await linesOf({ ...setting, before: server, after: changed })).toEqual([
    'Audit log retention (days) 730 → 1825',
    'Communication Mode As each gateway is set → Fast (every 30 s)',
    'Site variant None → coop',
    'Send a label only when its image is another one Yes → No',
  ])
  document.body.innerHTML = ''
  const mail = { enable: true, server: 'mail.example', port: 587, account: 'a', ssl: false, tls: true, hasPassword: false }
  const smtp = { action: 'settings.saveSmtp', kind: 'setting', subject: 'smtp' }
  expect(await linesOf({ ...smtp, before: mail, after: { ...mail, port: 465, ssl: true, tls: false, hasPassword: true } })).toEqual([
    'Port 587 → 465',
    'Encryption TLS required (STARTTLS) → SSL from the beginning',
    'Password No → Yes',
  ])
})

test('settings of alarms say the type, its parts and its texts by their languages, and the thresholds', async () => {
  const text = { title: 'Labels failed', detail: '' }
  const type = { raised: true, class: null, counted: false, mail: 'none', content: { en_US: text, ja_JP: text, ko_KR: text } }
  const before = { diskPercent: 90, refusals: 5, 'UPDATE FAILURE': type }
  const content = { ...type.content, ja_JP: { title: '失敗', detail: '' } }
  const after = { diskPercent: 80, refusals: 5, 'UPDATE FAILURE': { ...type, class: 3, mail: 'critical', content } }
  expect(await linesOf({ action: 'alarms.saveSetting', kind: 'setting', subject: 'alarms', before, after })).toEqual([
    'Disk in use (%) from 90 → 80',
    'UPDATE FAILURE · Class as each alarm has it → Critical',
    'UPDATE FAILURE · Mail at once Never → Critical ones',
    'UPDATE FAILURE · 日本語 · Title Labels failed → 失敗',
  ])
})

test('aliases say their new names, types and display names; one that came or went, what it is or was', async () => {
  const one = { key: false, monitor: false, chart: false, type: 'text', displayNames: {} }
  const before = { CODE: { ...one, index: 0, key: true }, PRICE: { ...one, index: 3 }, OLD: { ...one, index: 5 } }
  const after = {
    CODE: { ...one, index: 0, key: true },
    PREIS: { ...one, index: 3, type: 'price' },
    NEW: { ...one, index: 7, displayNames: { ja_JP: '新しい' } },
  }
  expect(await linesOf({ action: 'aliases.save', kind: 'setting', subject: 'alias', before, after })).toEqual([
    'Slot 4 · Name PRICE → PREIS',
    'Slot 4 · Type Text → Price',
    'Slot 6 · Name OLD',
    'Slot 6 · Type Text',
    'Slot 8 · Name NEW',
    'Slot 8 · Shown in Japanese 新しい',
    'Slot 8 · Type Text',
  ])
})

test('notifications say which are sent, and their texts by their languages; channels their index', async () => {
  const sent = { action: 'notifications.saveSetting', kind: 'setting', subject: 'notifications' }
  expect(await linesOf({ ...sent, before: { sent: ['gwOff1Hr'] }, after: { sent: ['gwOff1Hr', 'abnorTagProduct'] } })).toEqual([
    'Notifications that are sent Gateway offline for more than 1 hour → ' +
      'Gateway offline for more than 1 hour, Daily report of abnormal tags and products',
  ])
  document.body.innerHTML = ''
  const mail = { title: '', detail: 'x', subject: 'Offline', body: '{{list}}' }
  const texts = { action: 'notifications.saveContent', kind: 'notification', subject: 'gwOff1Hr' }
  const ko = { ...mail, subject: '오프라인' }
  expect(await linesOf({ ...texts, before: { en_US: mail, ko_KR: mail }, after: { en_US: mail, ko_KR: ko } })).toEqual([
    '한국어 · Subject Offline → 오프라인',
  ])
  document.body.innerHTML = ''
  const pair = { dataChannel: 14, eventChannel: 22 }
  const channels = { action: 'gateways.setChannels', kind: 'setting', subject: 'channels' }
  expect(await linesOf({ ...channels, before: { 7: pair }, after: { 7: { ...pair, dataChannel: 16 } } })).toEqual([
    'GW index 7 · Data channel 14 → 16',
  ])
})

test('roles, webhooks, stores and gateways say the names of their forms and what their values mean', async () => {
  const role = { action: 'roles.save', kind: 'role', subject: '7' }
  const privilege = ['product.read', 'tag.read', 'task.read', 'alarm.read']
  expect(
    await linesOf({ ...role, before: { name: 'Shop', privilege }, after: { name: 'Shop', privilege: [...privilege, 'product.write'] } }),
  ).toEqual(['Rights 4 entries → 5 entries Added: Products (write)'])
  document.body.innerHTML = ''
  const hook = { name: 'ERP', url: 'https://erp.example', events: ['alarm.raised'], storeCodes: null, minClass: 1, enabled: true }
  const webhook = { action: 'webhooks.update', kind: 'webhook', subject: 'ERP' }
  const other = { ...hook, events: ['alarm.raised', 'task.finished'], storeCodes: ['S1'], minClass: 3, enabled: false }
  expect(await linesOf({ ...webhook, before: hook, after: other })).toEqual([
    'Told of Alarm raised → Alarm raised, Task finished',
    'Stores All stores → S1',
    'Which alarms All alarms → Critical alarms only',
    'Switched on Yes → No',
  ])
  document.body.innerHTML = ''
  const store = { action: 'stores.save', kind: 'store', subject: 'S1' }
  const position = { latitude: 52.5, longitude: 13.4 }
  expect(
    await linesOf({ ...store, before: { storeName: 'A', position, hideLed: false }, after: { storeName: 'B', position, hideLed: true } }),
  ).toEqual(['Store Name A → B', 'Hide what makes tags blink No → Yes'])
})

test('layout rules say what each of them says, by its name or place; that only their order is another is said too', async () => {
  const saved = { action: 'layoutRules.save', kind: 'layout-rules', subject: '' }
  const wine = { name: 'Wine', enabled: true, when: [{ field: 'PROMO', is: 'filled' }], layoutId: 'WINE', overrides: false }
  const rest = { ...wine, name: '', when: [{ field: 'LAYOUT_ID', is: 'equals', value: 'OLD' }], layoutId: 'NEW', overrides: true }
  const [before, after] = [
    [wine, rest],
    [{ ...wine, enabled: false, layoutId: 'RED' }, rest, { ...wine, name: 'Beer' }],
  ] as unknown as [Side, Side]
  expect(await linesOf({ ...saved, before, after })).toEqual([
    'Wine Promotion text is filled → WINE → Promotion text is filled → RED · switched off',
    'Beer Promotion text is filled → WINE',
  ])
  document.body.innerHTML = ''
  const named = { ...rest, name: 'Rest' }
  expect(await linesOf({ ...saved, before: [wine, named] as never, after: [named, wine] as never })).toEqual([
    'Order Wine, Rest → Rest, Wine',
  ])
  document.body.innerHTML = ''
  expect(await linesOf({ ...saved, before: null, after: [rest] as never })).toEqual([
    'Rule 1 Layout named by the product is “OLD” → NEW · Also where the product names a layout',
  ])
})

test('schedules say their period, days and times; scripts how they are used, roles of members their names', async () => {
  const schedule = { _id: '1', name: 'Lunch', period: null, days: [], time: [{ start: '11:00', end: '14:00' }], updatedAt: 1 }
  const saved = { action: 'schedules.save', kind: 'display-schedule', subject: '1' }
  const period = { start: '2026-12-01', end: '2026-12-24' }
  expect(await linesOf({ ...saved, before: schedule, after: { ...schedule, period, days: [1, 2], time: [], updatedAt: 2 } })).toEqual([
    'Period Always → 2026-12-01 – 2026-12-24',
    'Days Every day → Mon, Tue',
    'Times 11:00–14:00 → All day',
  ])
  document.body.innerHTML = ''
  const script = { action: 'scripts.save', kind: 'script', subject: 'tag-data-decorator/S1' }
  const before = { useType: 'OFF', version: 1, code: 'a' }
  expect(await linesOf({ ...script, before, after: { useType: 'OWN', version: 2, code: 'b' } })).toEqual([
    'Use Off → Own script',
    'Version 1 → 2',
    'Code a → b',
  ])
  document.body.innerHTML = ''
  const lines = ['import re', '', 'def decorate(product, tag, ctx):', '    pass', '    pass']
  const code = (of: string[]) => ({ useType: 'OWN', version: 2, code: of.join('\n') })
  const next = [...lines.slice(0, 3), ...Array.from({ length: 13 }, (_, index) => `    step(${index})`), '    pass']
  expect(await linesOf({ ...script, before: code(lines), after: code(next) })).toEqual([
    `Code ${['− pass', ...next.slice(3, 15).map((line) => `+ ${line.trim()}`)].join(' ')} … 1 more line`,
  ])
  document.body.innerHTML = ''
  // What stands behind the cut of a record is not known.
  const cut = (of: string[]) => ({ useType: 'OWN', version: 2, code: `${of.join('\n')}… (+900)` })
  const [ofCut = ''] = await linesOf({ ...script, before: cut(next), after: cut(lines) })
  expect(ofCut).toMatch(/^Code import re/)
  expect(document.querySelector('[data-part=lines]')).toBeNull()
  document.body.innerHTML = ''
  const member = { action: 'members.update', kind: 'account', subject: 'bob@shop.example' }
  expect(await linesOf({ ...member, before: { role: 'Clerk' }, after: { role: null } })).toEqual(['Role Clerk → nothing'])
})

test('what a record leaves out is said in the language of who reads, of records of today and of those before', async () => {
  const list = ['t1', 't2']
  const detail = async (after: Side) => {
    document.body.innerHTML = ''
    const record = { action: 'tags.assign', kind: 'tag', subject: '', before: null, after }
    const read = async () => ({ ...row, ...record, changed: ['tagList'], differences: [] })
    const services = { api: { aliases: { list: async () => ({ aliasList, meant }) }, audit: { detail: read } } }
    await drawDialog(<AuditPeek id="1" onStep={() => undefined} onClose={() => undefined} />, { path: '/audit', services, words })
    await eventually(() => expect(document.querySelector('[data-part=differences] pre')).not.toBeNull())
    return document.querySelector('[data-part=differences] pre')?.textContent
  }
  try {
    await changeLanguage('ja_JP')
    for (const rest of [{ leftOut: 8 }, '… 8 more']) {
      const text = await detail({ tagList: [...list, rest] })
      expect(text).toContain('… ほか 8 件')
      expect(text).not.toMatch(/more|leftOut/)
    }
  } finally {
    await changeLanguage('en_US')
  }
})
