/** Which printers may be addressed, and how people write them. */
import { expect, test } from 'vitest'
import { candidatePaths, lookupFor, readAddress, readListed, whyForbidden, type ListedPrinters } from './printer-address.ts'

const listed = readListed('print.example.com:8631, 203.0.113.7') as ListedPrinters

test.each([
  ['10.1.5.21', { secure: false, host: '10.1.5.21', port: 631, path: undefined }],
  ['printer-3.shop.local', { secure: false, host: 'printer-3.shop.local', port: 631, path: undefined }],
  ['10.1.5.21:8631', { secure: false, host: '10.1.5.21', port: 8631, path: undefined }],
  ['ipp://10.1.5.21/printers/fresh', { secure: false, host: '10.1.5.21', port: 631, path: '/printers/fresh' }],
  ['ipps://printer/ipp/print', { secure: true, host: 'printer', port: 631, path: '/ipp/print' }],
  ['[fc00::5]:631', { secure: false, host: 'fc00::5', port: 631, path: undefined }],
  ['fc00::5', { secure: false, host: 'fc00::5', port: 631, path: undefined }],
])('%s is read as an address', (text, expected) => expect(readAddress(text)).toEqual(expected))

test.each([
  '',
  'http://10.0.0.1/',
  'ipp://user@10.0.0.1/',
  '10.0.0.1/ipp',
  'a b',
  '10.0.0.1:0',
  '10.0.0.1:70000',
  'ipp://',
  '-x',
  'ipp://10.0.0.1/a b',
  '[1:2',
  'a'.repeat(260),
])('“%s” is no address', (text) => expect(readAddress(text)).toBeUndefined())

test.each(['10.0.0.1', '172.31.255.255', '192.168.1.9', '127.0.0.1', 'fc00::1', 'shop-printer', '203.0.113.7', 'print.example.com:8631'])(
  '%s may be addressed',
  (text) => expect(whyForbidden(readAddress(text)!, listed)).toBeUndefined(),
)
test.each([
  '8.8.8.8',
  '172.32.0.1',
  '169.254.169.254',
  '203.0.113.8',
  '2001:db8::1',
  '[::ffff:8.8.8.8]',
  '10.0.0.1:80',
  'print.example.com:22',
  '203.0.113.7:80',
])('%s must not be addressed', (text) => expect(whyForbidden(readAddress(text)!, listed)).toBeTypeOf('string'))

test('a name that leads out of the private networks is refused when it is looked up', async () => {
  const look = (host: string, given: ListedPrinters) =>
    new Promise((resolve) =>
      lookupFor({ secure: false, host, port: 631, path: undefined }, given)(host, {}, (error, found) => resolve(error?.code ?? found)),
    )
  // Names that are addresses resolve to themselves.
  expect(await look('8.8.8.8', [])).toBe('EFORBIDDENADDRESS')
  expect(await look('8.8.8.8', [{ host: '8.8.8.8', port: undefined }])).toBe('8.8.8.8')
  expect(await look('10.9.8.7', [])).toBe('10.9.8.7')
})

test('the queue of a name is tried before the usual path, a path that was given is the only one', () => {
  expect(candidatePaths(readAddress('10.0.0.1')!, 'fresh food')).toEqual(['/printers/fresh%20food', '/ipp/print'])
  expect(candidatePaths(readAddress('10.0.0.1')!, '')).toEqual(['/ipp/print'])
  expect(candidatePaths(readAddress('ipp://10.0.0.1/printers/dry')!, 'fresh')).toEqual(['/printers/dry'])
})

test('a list of printers that is none is told', () => {
  expect(readListed('a b')).toBe('"a b" is no host and no host:port')
  expect(readListed('')).toEqual([])
})
