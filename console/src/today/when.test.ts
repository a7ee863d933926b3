import { describe, expect, test } from 'vitest'
import { agoText } from '../ui/ago.ts'
import { clockText } from './when.ts'

describe('times as people tell them', () => {
  test.each([
    [0, 'now'],
    [59, 'now'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [7200, '2 hours ago'],
    [86_400, 'yesterday'],
    [3 * 86_400, '3 days ago'],
  ])('%i seconds ago is %s', (seconds, expected) => expect(agoText(seconds, 'en-US')).toBe(expected))
  const at = Date.UTC(2026, 10, 22, 10, 4) / 1000
  test('a time is that of the store’s clock, with the day where it is another one there', () => {
    const inTokyo = { now: at + 180, timeZone: 'Asia/Tokyo', language: 'en-US' }
    expect(clockText(at, inTokyo)).toBe('19:04 Japan Time')
    // Six hours later it is the next day in Tokyo, though not in London.
    expect(clockText(at, { ...inTokyo, now: at + 6 * 3600 })).toMatch(/Nov 22.*19:04/)
    expect(clockText(at, { ...inTokyo, now: at + 6 * 3600, timeZone: 'Europe/London' })).toBe('10:04 United Kingdom Time')
  })
  test('in Japanese without Latin letters', () => {
    expect(clockText(at, { now: at, timeZone: 'Asia/Tokyo', language: 'ja-JP' })).toBe('19:04 日本標準時')
  })
})
