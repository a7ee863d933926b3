/** Which addresses the server may call: odd forms of private addresses, lists of allowed ones, names that lead elsewhere. */
import { describe, expect, test } from 'vitest'
import { guardedLookup, isHopeless, mayCall, networkKind, readDestinations, targetOf, type Destination } from './networks.ts'

const read = (text: string) => {
  const listed = readDestinations(text)
  if (typeof listed === 'string') throw new Error(listed)
  return listed
}

test.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1', 'public'],
  ['::ffff:8.8.8.8', 'public'],
  ['10.0.0.1', 'private'],
  ['172.31.9.9', 'private'],
  ['192.168.1.1', 'private'],
  ['fd00::1', 'private'],
  ['::ffff:a00:1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['127.8.9.1', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['0.0.0.0', 'other'],
  ['::', 'other'],
  ['169.254.169.254', 'other'],
  ['fe80::1', 'other'],
  ['fe80::1%eth0', 'other'],
  ['fec0::1', 'other'],
  ['100.64.0.1', 'other'],
  ['192.0.0.8', 'other'],
  ['192.0.2.1', 'other'],
  ['198.18.0.1', 'other'],
  ['224.0.0.1', 'other'],
  ['240.0.0.1', 'other'],
  ['255.255.255.255', 'other'],
  ['64:ff9b::7f00:1', 'other'],
  ['64:ff9b:1::a00:1', 'other'],
  ['2002:7f00:1::', 'other'],
  ['2001::1', 'other'],
  ['2001:db8::1', 'other'],
  ['::7f00:1', 'other'],
  ['::127.0.0.1', 'other'],
  ['::ffff:0:7f00:1', 'other'],
  ['ff02::1', 'other'],
  ['4000::1', 'other'],
  ['2130706433', 'other'],
  ['localhost', 'other'],
  ['', 'other'],
])('%s is a %s address', (address, kind) => {
  // What is written in the form of IPv4-compatible addresses is an IPv4 address to some systems.
  if (address === '::127.0.0.1') expect(networkKind(address)).not.toBe('public')
  else expect(networkKind(address)).toBe(kind)
})

describe('a list', () => {
  test.each(['10.0.0.0/99', 'a b', 'http://x', 'host:0', 'host:70000', 'user@host', 'host/24', '-x', '[::1', '10.0.0.1:x', '0x7f.1/8'])(
    'a list is refused for its part “%s”',
    (text) => expect(readDestinations(text)).toContain(`"${text}"`),
  )
  const listed = read('erp.local, 10.1.0.0/16, 10.2.0.9:9000, [fc00::5]:8444, dev.local:*, fd00::/8, 169.254.7.7')
  const may = (url: string, address: string) => mayCall(listed, targetOf(new URL(url)), address)
  test('allows what it names, at its ports', () => {
    const allowed = [
      may('https://erp.local/', '10.9.9.9'),
      may('http://erp.local:8080/', '127.0.0.1'),
      may('http://10.1.2.3/', '10.1.2.3'),
      may('http://other.local/', '10.1.2.3'),
      may('http://10.2.0.9:9000/', '10.2.0.9'),
      may('http://[fc00::5]:8444/', 'fc00::5'),
      may('http://dev.local:1234/', '192.168.0.1'),
      may('http://[fd12::1]/', 'fd12::1'),
      may('http://169.254.7.7/', '169.254.7.7'),
      may('https://shop.example/', '8.8.8.8'),
      may('https://erp.local./', '10.9.9.9'),
    ]
    expect(allowed).toEqual(allowed.map(() => true))
  })
  test('allows nothing else', () => {
    const refused = [
      may('https://other.local/', '10.9.9.9'),
      may('https://erp.local:22/', '10.9.9.9'),
      may('https://erp.local/', '169.254.169.254'),
      may('https://erp.local/', '0.0.0.0'),
      may('http://10.2.0.9/', '10.2.0.9'),
      may('http://10.1.2.3:6379/', '10.1.2.3'),
      may('https://shop.example:25/', '8.8.8.8'),
      may('http://sub.erp.local/', '10.9.9.9'),
    ]
    expect(refused).toEqual(refused.map(() => false))
  })
})

/** Forms in which a private address may be written into a URL; URLs are read as browsers read them. */
const oddForms = [
  '127.0.0.1',
  'localhost',
  'localhost.',
  'a.localhost',
  'LOCALHOST',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:0:0:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[::127.0.0.1]',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '169.254.169.254',
  '[fe80::1]',
  '10.0.0.1',
  '192.168.0.1',
  '[fd00::1]',
  '%31%32%37.0.0.1',
]
test.each(oddForms)('http://%s/ is refused before anything is looked up', (host) => {
  expect(isHopeless([], targetOf(new URL(`http://${host}/`)))).toBe(true)
})
test('ordinary addresses are not refused, nor what is listed', () => {
  const listed: readonly Destination[] = read('127.0.0.1:9000, erp.local:9001')
  const hopeless = (url: string, list = listed) => isHopeless(list, targetOf(new URL(url)))
  expect([hopeless('https://shop.example/'), hopeless('http://8.8.8.8:8080/'), hopeless('http://127.0.0.1:9000/')]).toEqual([
    false,
    false,
    false,
  ])
  expect([hopeless('http://localhost:9000/'), hopeless('http://erp.local:9001/')]).toEqual([false, false])
  expect([hopeless('https://shop.example:22/'), hopeless('http://erp.local:9002/'), hopeless('http://127.0.0.1/')]).toEqual([
    true,
    true,
    true,
  ])
})

test('a name is judged by where it leads at the moment it is connected to', async () => {
  const look = (host: string, allows: (address: string) => boolean) =>
    new Promise((done) => guardedLookup(allows)(host, {}, (error, found) => done(error?.code ?? found)))
  expect(await look('localhost', () => false)).toBe('EFORBIDDENADDRESS')
  expect(await look('127.1', (address) => networkKind(address) === 'public')).toBe('EFORBIDDENADDRESS')
  expect(await look('8.8.8.8', (address) => networkKind(address) === 'public')).toBe('8.8.8.8')
})
