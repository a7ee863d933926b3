import { describe, expect, test } from 'vitest'
import { isSilentSigns, macOfSign, readmitAt, silentSigns, tagOfSign, withSign } from '../data/signs.ts'
import { batteryDays, figureWords, nightMinutes, signAddress } from './words.ts'

describe('where signs are pointed at', () => {
  const own = { own: true, seenIp: '::1', signPort: 2300 }
  const shop = { own: false, seenIp: '::ffff:192.168.1.20', signPort: 2301 }
  test('the servers’ own bridge is where the console was opened, unless that is the machine itself', () => {
    expect(signAddress(own, 'S1', 'labels.example')).toEqual({ host: 'labels.example', rest: ':2300/S1' })
    for (const here of ['localhost', '127.0.0.1', '[::1]']) expect(signAddress(own, 'S1', here).host).toBeNull()
  })
  test('a bridge in the shop is where it calls from, unless a router stands between', () => {
    expect(signAddress(shop, 'S1', 'labels.example')).toEqual({ host: '192.168.1.20', rest: ':2301/S1' })
    expect(signAddress({ ...shop, seenIp: '203.0.113.9' }, 'S1', 'labels.example').host).toBeNull()
    expect(signAddress({ ...shop, seenIp: '172.32.0.1' }, 'S1', 'labels.example').host).toBeNull()
  })
  test('what is not known yet has the usual port', () => {
    expect(signAddress(undefined, 'S1', 'x')).toEqual({ host: null, rest: ':2300/S1' })
    expect(signAddress({ ...own, signPort: null }, 'S1', 'x').rest).toBe(':2300/S1')
  })
})

test('a battery lasts by its calls: four months at the usual rate, longer with a pause, and a call a day at least', () => {
  expect([899, 300, 86_400].map((seconds) => batteryDays(seconds))).toEqual([121, 44, 965])
  expect(batteryDays(899, 600)).toBe(192)
  expect(batteryDays(86_400, 1000)).toBe(965)
  expect([nightMinutes({ from: '21:00', to: '07:00' }), nightMinutes({ from: '01:00', to: '02:30' }), nightMinutes(undefined)]).toEqual([
    600, 90, 0,
  ])
})

describe('a sign', () => {
  test('is known by its tag id and by its MAC, as people write them', () => {
    for (const text of ['7E01A0B1C2000001', 'a0:b1:c2:00:00:01', 'A0-B1-C2-00-00-01 ', 'A0B1C2000001'])
      expect(macOfSign(text)).toBe('A0B1C2000001')
    for (const text of ['', '5A3C9E0050000001', 'A0B1C200000', 'A0B1C200000G']) expect(macOfSign(text)).toBeUndefined()
    expect(tagOfSign('A0B1C2000001')).toBe('7E01A0B1C2000001')
  })
  test('has settings of its own, or none', () => {
    const before = { refreshSeconds: 600, signs: { B: { type: 'trmnl-og' } } }
    expect(withSign(before, 'A', { refreshSeconds: 300, type: undefined })).toEqual({
      refreshSeconds: 600,
      signs: { A: { refreshSeconds: 300 }, B: { type: 'trmnl-og' } },
    })
    expect(withSign(before, 'B', {})).toEqual({ refreshSeconds: 600, signs: {} })
    expect(withSign({ readmit: { B: 1 } }, 'A', { readmitAt: 2 })).toEqual({ signs: {}, readmit: { A: 2, B: 1 } })
  })
  test('is let in again by the time of who reads it', () => {
    expect(readmitAt({ status: 'NORMAL', lastHeardAt: 5 })).toBe(5000)
    expect(readmitAt({ status: 'OFFLINE', lastHeardAt: 5 })).toBeGreaterThan(5000)
  })
  test('that is silent stands in a list of tags by two filters', () => {
    expect([isSilentSigns(silentSigns), isSilentSigns({ status: '==MISSING' }), isSilentSigns({})]).toEqual([true, false, false])
  })
})

test('every figure of a store’s signs has words', () => {
  const t = (key: string) => key
  expect(['signs', 'silent', 'calls', 'odd'].map((key) => figureWords(key, 1, t as never).known)).toEqual([true, true, true, false])
})
