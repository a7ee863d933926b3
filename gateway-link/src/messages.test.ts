/** What a gateway may say: nothing that passes these schemas may be more than the database takes. */
import { describe, expect, test } from 'vitest'
import { upMessages } from './messages.ts'
import { sampleSighting } from './samples.ts'

const sighting = { ...sampleSighting, updates: 1 }
const seen = (more: object) => upMessages.seen.safeParse({ session: 'a', seq: 1, tags: [{ ...sighting, ...more }] }).success
const result = (more: object) =>
  upMessages.op.safeParse({ session: 'a', seq: 1, results: [{ op: '1', tag: sighting.tag, outcome: 'shown', at: 1, ...more }] }).success

describe('what the database would not take is refused with its message', () => {
  test.each([
    ['a NUL character', { version: 'a\0' }],
    ['half a character', { version: '\ud800' }],
    ['a count beyond 32 bits', { updates: 2_147_483_648 }],
    ['resets beyond 32 bits', { resets: 2_147_483_648 }],
    ['a count below nothing', { updates: -1 }],
  ])('in a sighting: %s', (_, more) => {
    expect(seen({})).toBe(true)
    expect(seen(more)).toBe(false)
  })
  test.each([
    ['an id beyond 64 bits', { op: '9999999999999999999' }],
    ['a NUL character', { detail: '\0' }],
    ['a count beyond 32 bits', { updates: 3_000_000_000 }],
  ])('in a result: %s', (_, more) => {
    expect(result({})).toBe(true)
    expect(result(more)).toBe(false)
  })
  test('in a status report, whose text is kept as it came', () => {
    const presence = { v: 1, state: 'online', session: 'a', at: 1 }
    expect(upMessages.presence.safeParse(presence).success).toBe(true)
    expect(upMessages.presence.safeParse({ ...presence, session: '\0' }).success).toBe(false)
  })
})

test('the tag of a result is missing only where the gateway does not know the operation', () => {
  expect(result({ outcome: 'cancelled', tag: undefined })).toBe(true)
})

describe('a reading of a sensor', () => {
  const reading = {
    sensor: '5E3C9E0100000001',
    type: 'FREEZER',
    at: 1,
    value: -20.5,
    operation: 'REPORT',
    rssi: -60,
    battery: 2.9,
    version: '1',
    period: 60,
  }
  const taken = (more: object) =>
    upMessages.sensor.safeParse({ session: 'a', seq: 1, clock: 2, readings: [{ ...reading, ...more }] }).success
  test('is taken, also of an unknown type', () => {
    expect(taken({})).toBe(true)
    expect(taken({ type: 'SAUNA', value: 95 })).toBe(true)
  })
  test.each([
    ['a value that no sensor measures', { value: 1e9 }],
    ['no period', { period: 0 }],
    ['a NUL character', { type: 'A\0' }],
    ['an operation of its own', { operation: 'NAP' }],
    ['an id with small letters', { sensor: '5e3c9e0100000001' }],
    ['a battery of a hundred volts', { battery: 100 }],
  ])('%s is refused', (_, more) => expect(taken(more)).toBe(false))
  test('without the clock it was sent by, it is refused', () => {
    expect(upMessages.sensor.safeParse({ session: 'a', seq: 1, readings: [reading] }).success).toBe(false)
  })
})

test.each(['B5', '0F', 'oepl-33', 'trmnl-og-bwry', 'px-4096x1953-spectra6-led'])('a tag may be of the type %s', (type) => {
  expect(seen({ type, shown: null })).toBe(true)
})
test.each(['b5', 'B', 'B5F', 'oepl', 'OEPL-33', 'oepl-', '5-oepl', 'oepl--3', `a-${'b'.repeat(39)}`, 'oepl-3\n', ''])(
  'a tag is of no type %j',
  (type) => {
    expect(seen({ type, shown: null })).toBe(false)
  },
)
