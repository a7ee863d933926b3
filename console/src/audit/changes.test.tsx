/** The panel of a record says of promotions and settings what was changed, by the names of their forms. */
import { expect, test } from 'vitest'
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
type Side = Record<string, unknown> | null
async function linesOf(record: { action: string; kind: string; subject: string; before: Side; after: Side }): Promise<string[]> {
  const changed = Object.keys({ ...record.before, ...record.after })
  const detail = async () => ({ ...row, ...record, changed, differences: [] })
  const services = { api: { aliases: { list: async () => ({ aliasList, meant }) }, audit: { detail } } }
  const panel = <AuditPeek id="1" onStep={() => undefined} onClose={() => undefined} />
  await drawDialog(panel, { path: '/audit', services, words: ['audit', 'common', 'promotions', 'settings'] })
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
