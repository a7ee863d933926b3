import { describe, expect, test } from 'vitest'
import { codeAt, fromBase32, stepOf, toBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('codes', () => {
  // RFC 6238, appendix B: the last six of its eight digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s: %s', (seconds, code) => {
    expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code)
  })
  test('are good a step early and late, not more, and not again', () => {
    const at = new Date(1_111_111_111_000)
    const now = Math.floor(1_111_111_111 / 30)
    for (const [off, good] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const)
      expect(stepOf(secret, codeAt(secret, now + off), { at, lastStep: 0 }) !== undefined).toBe(good)
    expect(stepOf(secret, `${codeAt(secret, now).slice(0, 3)} ${codeAt(secret, now).slice(3)}`, { at, lastStep: 0 })).toBe(now)
    expect(stepOf(secret, codeAt(secret, now), { at, lastStep: now })).toBeUndefined()
    for (const nonsense of ['', 'abcdef', '12345', '1234567']) expect(stepOf(secret, nonsense, { at, lastStep: 0 })).toBeUndefined()
  })
})

test('base32 is that of RFC 4648', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(fromBase32('mzxw 6ytb oi').toString()).toBe('foobar')
})
