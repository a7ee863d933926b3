/** What was typed about gateways, and how they are shown. */
import { channels, gatewayPageLength, gatewayRefreshMs, type GatewayConfig } from '@endcap/contract/gateways'
import { describe, expect, test } from 'vitest'
import { ipText, shownStatus } from './cells.tsx'
import { changeOf, channelsOf, conflictsOf, newChannelRow, problemsOf, statusLine, toTexts, type ConfigField } from './config-fields.ts'
import { uptimeText } from '../ui/format.ts'
import { gatewayListSpec } from './gateway-list.screen.tsx'
import { gatewayOverview, overviewActions } from './gateway-overview.screen.tsx'

const config: GatewayConfig = {
  gwMac: '02EC00000001',
  gwIndex: 3,
  channelGroupIndex: 0,
  ip: '10.0.0.5:8080',
  netmask: '',
  defaultGateway: '',
  dns: '',
  eslServerPort: null,
  dataChannel: 11,
  eventChannel: 26,
  checkin: null,
  status: 'NORMAL',
  pending: false,
}
const typed = (more: Partial<Record<ConfigField, string>>) => ({ ...toTexts(config), ...more })

describe('a gateway', () => {
  test('NORMAL without time sync is displayed as ALARM, anything else as it is', () => {
    expect(shownStatus({ status: 'NORMAL', timeSync: false })).toBe('ALARM')
    expect(shownStatus({ status: 'NORMAL', timeSync: true })).toBe('NORMAL')
    expect(shownStatus({ status: 'OFFLINE', timeSync: false })).toBe('OFFLINE')
  })
  test('its IP stands without the port', () => {
    expect([ipText('10.0.0.5:8080'), ipText('10.0.0.5'), ipText('')]).toEqual(['10.0.0.5', '10.0.0.5', '–'])
  })
  test('its list has the specification’s columns and 50 rows a page; its page is fetched every 240 s', () => {
    const spec = gatewayListSpec((key) => key, 'S1')
    expect(spec.columns.map((column) => column.field).toSorted()).toEqual(
      [
        'gwMac',
        'gwIndex',
        'tagCount',
        'ip',
        'alternateIp',
        'dataChannel',
        'eventChannel',
        'channelGroupIndex',
        'gmpVersion',
        'grmVersion',
        'status',
        'upLink',
        'downLink',
        'timeSync',
        'updatedAt',
      ].toSorted(),
    )
    expect(spec.columns.some((column) => column.optional)).toBe(false)
    expect([spec.pageLength, gatewayPageLength, gatewayRefreshMs]).toEqual([50, 50, 240_000])
  })
  test('the overview has the specification’s columns, pages of 10, and its three actions', () => {
    expect(gatewayOverview.columns.map((column) => column.field)).toEqual([
      'storeName',
      'storeCode',
      'gwCount',
      'normal',
      'offline',
      'alarm',
      'status',
    ])
    expect(gatewayOverview.pageLength).toBe(10)
    expect(overviewActions.map(({ name, needs }) => [name, needs])).toEqual([
      ['add', 'store.write'],
      ['predefine', 'store.write'],
      ['channels', 'store.write'],
      ['logs', 'store.read'],
    ])
  })
  test('how long it runs', () => {
    const days = (count: number) => `${count} d`
    expect([uptimeText(null, days), uptimeText(59, days), uptimeText(3 * 86_400 + 4 * 3600 + 300, days)]).toEqual([
      '–',
      '00:00',
      '3 d 04:05',
    ])
  })
})

describe('what was typed', () => {
  test.each([
    ['gwIndex', '', 'number'],
    ['gwIndex', '1.5', 'number'],
    ['channelGroupIndex', '256', 'number'],
    ['eslServerPort', '70000', 'number'],
    ['ip', '10.0.0.5', 'ip'],
    ['ip', '10.0.0.5:80', 'ip'],
    ['ip', '10.0.0.256:8080', 'ip'],
    ['netmask', '255.255.255', 'address'],
    ['dns', 'dns.example', 'address'],
    ['eventChannel', '11', 'same'],
  ] as const)('%s %s is wrong', (field, text, word) => {
    expect(problemsOf(typed({ [field]: text }))).toEqual([{ field, word }])
  })
  test('what is right is right, and empty addresses stay as the gateway has them', () => {
    expect(problemsOf(typed({ ip: '', netmask: '255.255.255.0', eslServerPort: '8443' }))).toEqual([])
  })
  test('only what was changed goes to the server', () => {
    expect(changeOf(config, toTexts(config))).toBeUndefined()
    expect(changeOf(config, typed({ gwIndex: ' 4 ', dataChannel: '15', eslServerPort: '' }))).toEqual({
      gwMac: config.gwMac,
      gwIndex: 4,
      dataChannel: 15,
    })
    expect(changeOf({ ...config, eslServerPort: 8443 }, typed({}))).toEqual({ gwMac: config.gwMac, eslServerPort: null })
  })
})

describe('the channel setting', () => {
  test('a new row has index 0, data channel 11 and event channel 26', () => {
    expect(newChannelRow()).toEqual({ gwIndex: '0', dataChannel: 11, eventChannel: 26 })
  })
  test('channels are 11 to 26, and 27 to 31 with outband', () => {
    expect([channelsOf(false).at(0), channelsOf(false).at(-1), channelsOf(true).at(-1)]).toEqual([channels.first, 26, 31])
  })
  test('an index twice, no number and one channel for both cannot be saved; a shared data channel is told', () => {
    const row = (gwIndex: string, dataChannel = 11, eventChannel = 26) => ({ gwIndex, dataChannel, eventChannel })
    const words = (...rows: ReturnType<typeof row>[]) =>
      conflictsOf(rows).map((one) => `${one.word} ${one.rows.join()}${one.wrong ? '' : ', told'}`)
    expect(words(row('0'), row('1', 12))).toEqual([])
    expect(words(row('0'), row('0'))).toEqual(['index 0,1'])
    expect(words(row('x'), row('1', 12))).toEqual(['number 0'])
    expect(words(row('0', 14, 14))).toEqual(['same 0'])
    expect(words(row('0'), row('1'))).toEqual(['shared 0,1, told'])
  })
  test('a refusal is told with status text and code', () => {
    expect([statusLine(400), statusLine(503), statusLine(418)]).toEqual(['Bad Request 400', 'Service Unavailable 503', '418'])
  })
})
