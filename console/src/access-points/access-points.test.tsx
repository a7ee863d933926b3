/** Access points in the console, drawn for real: adding one, its page, and what its kind cannot do. */
import { CallError } from '@endcap/contract/client'
import type { AccessPoint, Bridge } from '@endcap/contract/access-points'
import type { GatewayDetail } from '@endcap/contract/gateways'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { type } from '../testing/shoot.ts'
import { AccessPointActions } from '../gateways/AccessPointActions.tsx'
import { AccessPointOverview } from './AccessPointOverview.tsx'
import { AddAccessPoint } from './add.modal.tsx'
import { SignModal } from './sign.modal.tsx'
import { SignSettings } from './sign-settings.modal.tsx'
import { eventually } from '../testing/eventually.ts'

const bridge: Bridge = {
  bridgeId: '1',
  name: 'Endcap',
  storeCodes: null,
  own: true,
  accessPoints: 0,
  createdBy: 'server',
  createdAt: 0,
  seenAt: null,
  seenIp: '',
  version: '',
  signPort: null,
  problems: [],
}
const shopBridge: Bridge = { ...bridge, bridgeId: '2', name: 'Shop', own: false, storeCodes: ['S1'], seenIp: '10.0.0.9', signPort: 2301 }
const otherShopBridge: Bridge = { ...shopBridge, bridgeId: '3', name: 'Other shop', storeCodes: ['S2'] }
const accessPoint: AccessPoint = {
  gwMac: '02EB00000001',
  storeCode: 'S1',
  storeName: 'Shop',
  kind: 'openepaperlink',
  name: 'Aisle 4',
  address: '10.0.0.30',
  options: {},
  keyed: [],
  bridgeId: '2',
  bridgeName: 'Shop',
  status: 'NORMAL',
  tagCount: 3,
  lastHeardAt: 1_000_000,
  device: null,
}
const device = {
  maker: 'OpenEPaperLink',
  model: 'ESP32',
  firmware: '2.9',
  state: 'online' as const,
  problem: null,
  confirms: 'delivered' as const,
  can: ['collect', 'log'],
  figures: { littlefsfree: 2_097_152, uptime: 90_000, oddFigure: 7 },
  notes: ['Keep its web page closed.'],
}
const gateway = { gwMac: accessPoint.gwMac, storeCode: 'S1', status: 'NORMAL', dataChannel: 15, pending: null } as GatewayDetail

type Answers = Record<string, (call: never) => unknown>
const page = (data: readonly unknown[]) => ({ draw: 0, recordsTotal: data.length, recordsFiltered: data.length, data })
const never = () => new Promise(() => undefined)
async function draw(what: ReactNode, answers: { accessPoints?: Answers; bridges?: Answers; tags?: Answers } = {}) {
  const api = {
    accessPoints: { search: async () => page([]), ...answers.accessPoints },
    bridges: { search: async () => page([otherShopBridge, shopBridge, bridge]), ...answers.bridges },
    tags: { search: async () => page([]), ...answers.tags },
  }
  const both = { read: true, write: true }
  const privilege = [
    { key: 'store', ...both },
    { key: 'tag', ...both },
  ]
  const signedIn = { user: { privilege, systemConfig: { site: '' } } }
  const session = { get: () => signedIn, subscribe: () => () => undefined }
  const words = ['accessPoints', 'gateways', 'tasks']
  await drawDialog(what, { path: '/store/detail/$storeCode', services: { api, session }, words })
}
const pageText = () => document.body.textContent
const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name)
const shown = (text: string) => eventually(() => expect(pageText()).toContain(text))
async function press(name: string) {
  await eventually(() => expect(button(name)?.disabled).toBe(false))
  button(name)?.click()
}
async function choose(kind: string) {
  await eventually(() => expect(document.querySelector(`input[value=${kind}]`)).not.toBeNull())
  document.querySelector<HTMLInputElement>(`input[value=${kind}]`)?.click()
}
const field = (label: string) =>
  [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(label))?.querySelector('input')
const alerts = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)

describe('adding one', () => {
  const dialog = (close = vi.fn()) => <AddAccessPoint storeCode="S1" storeName="Shop" close={close} />

  test('waits for the bridges', async () => {
    await draw(dialog(), { bridges: { search: never } })
    await shown('Looking for bridges…')
    expect([button('Add')?.disabled, button('Test')?.disabled, button('Look in this network')?.disabled]).toEqual([true, true, true])
  })
  test('offers the bridges of the store, the servers’ own first', async () => {
    await draw(dialog())
    await shown('Endcap (this server)')
    expect([...document.querySelectorAll('option')].map((one) => one.textContent)).toEqual(['Endcap (this server)', 'Shop'])
  })
  test('says why it cannot offer any', async () => {
    await draw(dialog(), {
      bridges: { search: () => Promise.reject(new CallError(503, { code: 'unavailable', message: 'No.' })) },
    })
    await eventually(() => expect(alerts()).toEqual(['The server cannot do this at the moment. Try again soon.']))
  })

  test('what is found can be taken; what is known is grey and cannot be taken', async () => {
    const found = [
      { kind: 'openepaperlink', address: '10.0.0.30', name: 'Till', detail: '7 tags', known: true },
      { kind: 'openepaperlink', address: '10.0.0.31', name: 'Aisle', detail: '12 tags', known: false },
    ]
    await draw(dialog(), { accessPoints: { find: async () => ({ found, problem: null }) } })
    await press('Look in this network')
    await shown('12 tags')
    const rows = [...document.querySelectorAll<HTMLButtonElement>('[data-part=ap-found] button')]
    expect(rows.map((row) => row.getAttribute('aria-disabled'))).toEqual(['true', null])
    expect(rows[0]?.textContent).toContain('Added already')
    rows[0]?.click()
    expect(field('Address')?.value).toBe('')
    rows[1]?.click()
    await eventually(() => expect([field('Address')?.value, field('Name')?.value]).toEqual(['10.0.0.31', 'Aisle']))
  })

  test.each([
    ['bridge-away', 'The bridge has not called for a minute: it is switched off, or cannot reach the server. Start it, then try again.'],
    ['bridge-silent', 'The bridge gave no answer in time. Try again in a moment.'],
    ['Port 2300: is taken', 'Port 2300: is taken'],
  ])('a problem is said in words: %s', async (problem, words) => {
    await draw(dialog(), {
      accessPoints: { find: async () => ({ found: [], problem }), probe: async () => ({ probed: null, problem }) },
    })
    await press('Look in this network')
    await eventually(() => expect(alerts()).toEqual([words]))
    expect(pageText()).not.toContain('Nothing was found')
    await choose('opendisplay')
    await press('Test')
    await eventually(() => expect(alerts()).toEqual([words, words]))
  })

  test('a search that finds nothing says so', async () => {
    await draw(dialog(), { accessPoints: { find: async () => ({ found: [], problem: null }) } })
    await press('Look in this network')
    await shown('Nothing was found.')
  })

  test('a test says what answers, until another address is typed; it is saved through the bridge that was chosen', async () => {
    const close = vi.fn()
    const create = vi.fn(async (_: unknown) => ({ gwMac: accessPoint.gwMac }))
    const probed = {
      maker: 'OEPL',
      model: 'ESP32-S3',
      firmware: '2.91',
      mac: 'A0B1C2000001',
      name: 'Aisle 4',
      tags: 312,
      notes: ['Closed.'],
    }
    const probe = vi.fn(async (_: unknown) => ({ probed, problem: null }))
    await draw(dialog(close), { accessPoints: { create, probe } })
    await shown('Endcap (this server)')
    const select = document.querySelector('select')!
    select.value = '2'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    type(field('Address')!, ' 10.0.0.30 ')
    await press('Test')
    await shown('ESP32-S3')
    for (const text of ['OEPL', '2.91', 'A0B1C2000001', '312', 'Closed.']) expect(pageText()).toContain(text)
    expect(probe.mock.calls[0]).toEqual([{ body: { bridgeId: '2', kind: 'openepaperlink', address: '10.0.0.30' } }])
    expect(field('Name')?.value).toBe('Aisle 4')
    type(field('Address')!, '10.0.0.31')
    await eventually(() => expect(pageText()).not.toContain('ESP32-S3'))
    await press('Add')
    await eventually(() => expect(close).toHaveBeenCalledWith(true))
    const body = { storeCode: 'S1', kind: 'openepaperlink', name: 'Aisle 4', address: '10.0.0.31', options: {}, bridgeId: '2' }
    expect(create.mock.calls[0]).toEqual([{ body }])
  })

  test('without an address it is not sent, and the server’s refusal stays in the dialog', async () => {
    const create = vi.fn(() => Promise.reject(new CallError(409, { code: 'address-taken', message: '10.0.0.30 is taken.' })))
    await draw(dialog(), { accessPoints: { create } })
    await press('Add')
    await eventually(() => expect(alerts()).toEqual(['Enter its address.']))
    expect(create).not.toHaveBeenCalled()
    type(field('Address')!, '10.0.0.30')
    await press('Add')
    await eventually(() => expect(alerts()).toEqual(['There is an access point with this address already.']))
  })

  test('signs have no address: it says where they are pointed at, by the port that the bridge has', async () => {
    await draw(dialog())
    await shown('Endcap (this server)')
    await choose('trmnl')
    await shown(':2300/S1')
    expect(pageText()).toContain('2300 is the usual port')
    expect([field('Address'), button('Look in this network')]).toEqual([undefined, undefined])
    const select = document.querySelector('select')!
    select.value = '2'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await shown('http://10.0.0.9:2301/S1')
  })

  test('a store has one for signs: the second is grey, with the name of the first', async () => {
    const there = { ...accessPoint, kind: 'trmnl', name: 'Signs at the till' }
    await draw(dialog(), { accessPoints: { search: async () => page([there]) } })
    await shown('This store has Signs at the till for them already.')
    expect(document.querySelector<HTMLInputElement>('input[value=trmnl]')?.disabled).toBe(true)
  })
})

describe('its page', () => {
  test('before its first report it says that it waits, and which problems the bridge has', async () => {
    const problems = ['Port 2300 for signs cannot be opened.']
    await draw(<AccessPointOverview gateway={gateway} accessPoint={accessPoint} />, {
      bridges: { search: async () => page([{ ...shopBridge, problems }]) },
    })
    await shown('It has not reported yet. Shop begins to speak with it in a moment')
    await shown(problems[0]!)
  })
  test('figures have names where they are known; what it cannot do is grey with the reason; what shown means is said', async () => {
    await draw(<AccessPointOverview gateway={gateway} accessPoint={{ ...accessPoint, device }} />)
    await shown('Free flash')
    for (const text of [
      '2.0 MB',
      '1 day 01:00',
      'oddFigure',
      'Delivered, not confirmed by the device',
      'Keep its web page closed.',
      'These devices have no light.',
    ])
      expect(pageText()).toContain(text)
    expect([...document.querySelectorAll('[data-part=ap-line][data-off] > :first-child')].map((one) => one.textContent)).toEqual([
      'Blink lights',
      'Change pages',
      'Reboot',
      'Set its clock',
      'Change its radio channel',
    ])
    expect(alerts()).toEqual([])
  })
  test('a problem of the device stands above', async () => {
    const problem = 'Its clock is 42 s off.'
    await draw(
      <AccessPointOverview gateway={gateway} accessPoint={{ ...accessPoint, device: { ...device, state: 'degraded', problem } }} />,
    )
    await eventually(() => expect(alerts()).toEqual([problem]))
    document.body.innerHTML = ''
    await draw(
      <AccessPointOverview
        gateway={gateway}
        accessPoint={{ ...accessPoint, status: 'OFFLINE', device: { ...device, state: 'degraded', problem } }}
      />,
    )
    await shown('As it last told them.')
    expect(alerts().join()).toMatch(/^Nothing is heard of it: Shop does not run/)
  })
  test('silent signs are counted, with why and the way to their list', async () => {
    const search = vi.fn(async (_: { body: object }) => ({ ...page([]), recordsFiltered: 4 }))
    await draw(<AccessPointOverview gateway={gateway} accessPoint={{ ...accessPoint, kind: 'trmnl', device }} />, { tags: { search } })
    await shown('4 signs are silent')
    expect(search.mock.calls[0]?.[0].body).toMatchObject({ filter_status: 'MISSING', filter_barcode: '^7E01', condition_barcode: '~' })
    const link = [...document.querySelectorAll('a')].find((one) => one.textContent === 'List of signs to walk to')
    expect(decodeURIComponent(link?.getAttribute('href') ?? '')).toContain('{"status":"==MISSING","barcode":"^7E01"}')
  })
  test('signs that sleep while something new lies ready are counted apart, with the way to their list', async () => {
    const search = vi.fn(async ({ body }: { body: { filter_status: string } }) => ({
      ...page([]),
      recordsFiltered: body.filter_status === 'MISSING' ? 0 : 3,
    }))
    await draw(<AccessPointOverview gateway={gateway} accessPoint={{ ...accessPoint, kind: 'trmnl', device }} />, { tags: { search } })
    await shown('3 signs have something new waiting')
    expect(pageText()).toContain('All signs call')
    const link = [...document.querySelectorAll('a')].find((one) => one.textContent === 'List of signs that wait')
    expect(decodeURIComponent(link?.getAttribute('href') ?? '')).toContain('{"status":"==UPDATE,REQ_ONLY,REQ_ONLY2","barcode":"^7E01"}')
  })
  test('what is not possible is greyed, says why, and does nothing', async () => {
    await draw(<AccessPointActions gateway={gateway} accessPoint={{ ...accessPoint, device }} />)
    await eventually(() => expect(button('Reboot')).toBeDefined())
    const greyed = [...document.querySelectorAll('button[aria-disabled]')].map((one) => [one.textContent, one.getAttribute('title')])
    expect(greyed).toEqual([
      ['Radio channel', 'It has no radio channel to choose.'],
      ['Reboot', 'It cannot be restarted from here.'],
    ])
    button('Reboot')?.click()
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(button('New secret')).toBeUndefined()
    await press('Edit')
    await shown('Edit Aisle 4')
  })
})

describe('signs', () => {
  const signs: AccessPoint = { ...accessPoint, kind: 'trmnl', name: 'Signs', options: { signs: { A0B1C2000001: { refreshSeconds: 300 } } } }

  test('a rate and a pause at night are saved with all else; what they cost of the battery is said', async () => {
    const update = vi.fn(async (_: unknown) => ({}))
    const close = vi.fn()
    await draw(<SignSettings accessPoint={signs} close={close} />, { accessPoints: { update } })
    await shown('Signs call every 15 minutes; a battery lasts about 4 months')
    const select = document.querySelector('select')!
    select.value = '3600'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await shown('Signs call every hour; a battery lasts about 12 months')
    document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    await shown('a battery lasts about 16 months')
    await press('Save')
    await eventually(() => expect(close).toHaveBeenCalled())
    const options = { ...signs.options, refreshSeconds: 3600, night: { from: '21:00', to: '07:00' } }
    expect(update.mock.calls[0]).toEqual([{ params: { gwMac: signs.gwMac }, body: { options } }])
  })
  test('one sign is let in again by the server’s clock, and keeps what it has', async () => {
    const update = vi.fn(async (_: unknown) => ({}))
    await draw(<SignModal accessPoint={signs} mac={undefined} close={() => undefined} />, { accessPoints: { update } })
    await press('Save')
    await eventually(() => expect(alerts()).toEqual(['Enter the tag ID of a sign, or its MAC with 12 digits.']))
    type(field('Sign')!, 'a0:b1:c2:00:00:01')
    document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    await press('Save')
    await eventually(() => expect(update).toHaveBeenCalled())
    const options = { ...signs.options, readmit: { A0B1C2000001: 1_000_000_000 } }
    expect(update.mock.calls[0]).toEqual([{ params: { gwMac: signs.gwMac }, body: { options } }])
  })
})
