/** Which proxies are believed, and what of their header can be read. */
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { countedBy, readTrustedProxies, readableAddresses } from './client-address.ts'

const accepts = (text: string, address: string, hop: number) => {
  const trusted = readTrustedProxies(text)
  return typeof trusted === 'function' ? trusted(address, hop) : trusted
}

test.each([
  'true',
  'TRUE',
  'yes',
  '*',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1, 0.0.0.0/0',
  '0.0.0.0/0.0.0.0',
  '99',
  'proxy.local',
  '10.0.0.0/33',
  '1,x',
])('%s is refused with what to write instead', (text) => {
  expect(readTrustedProxies(text)).toMatch(/loopback.*how many/)
  expect(() => readConfig({ ENDCAP_TRUST_PROXY: text })).toThrow(/ENDCAP_TRUST_PROXY: .*loopback/)
})
test('proxies are named by number or by address', () => {
  expect(readConfig({}).trustProxy).toBe(false)
  expect([accepts('1', '8.8.8.8', 0), accepts('1', '8.8.8.8', 1), accepts('2', '8.8.8.8', 1), accepts('2', '8.8.8.8', 2)]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([accepts('loopback', '127.0.0.1', 0), accepts('loopback', '::1', 0), accepts('loopback', '10.0.0.1', 0)]).toEqual([
    true,
    true,
    false,
  ])
  expect([accepts('10.1.0.0/16, fc00::5', '10.1.2.3', 3), accepts('10.1.0.0/16, fc00::5', 'fc00::5', 0)]).toEqual([true, true])
  expect([accepts('10.1.0.0/16', '::ffff:10.1.2.3', 0), accepts('10.1.0.0/16', 'garbage', 0), accepts('false', '127.0.0.1', 0)]).toEqual([
    true,
    false,
    false,
  ])
})
test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:80', '1.2.3.4'],
  ['"[2001:db8::1]:80"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['evil, 1.2.3.4', '1.2.3.4'],
  ['9.9.9.9, evil, 1.2.3.4, 10.0.0.1', '1.2.3.4, 10.0.0.1'],
  ['1.2.3.4, evil', undefined],
  ['', undefined],
  [',', undefined],
  ['2130706433', undefined],
  ['0x7f.1', undefined],
])('of “%s” can be read: %s', (header, expected) => expect(readableAddresses(header)).toBe(expected))
test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['FE80::1%eth0', 'fe80::'],
  ['garbage', 'unknown'],
  [undefined as unknown as string, 'unknown'],
])('%s is counted as %s', (ip, expected) => expect(countedBy({ ip })).toBe(expected))
