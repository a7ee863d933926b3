/** Clocks and tickers: what is written when, where its letters are, and where a line has run to. */
import { describe, expect, test } from 'vitest'
import {
  clockSamples,
  clockWriter,
  lineSvg,
  nextTick,
  readLine,
  readSheet,
  rowOf,
  rowSvg,
  sheetSvg,
  tickerCourse,
  tickerFrames,
  type ClockLook,
} from './moving.ts'

const evening = Date.UTC(2026, 10, 29, 20, 5, 9)
const write = (look: ClockLook, locale: string, zone = 'Europe/Berlin') => clockWriter(look, locale, zone)(evening)

describe('a clock', () => {
  test('says the time of its zone in the language of the store, with 12 or 24 hours and seconds where these are asked for', () => {
    expect(write({ time: 'minutes', date: 'none' }, 'de-DE')).toBe('21:05')
    expect(write({ time: 'seconds', date: 'none' }, 'de-DE', 'Asia/Tokyo')).toBe('05:05:09')
    expect(write({ time: 'minutes', date: 'none', hours: 12 }, 'en-US')).toBe('9:05 PM')
    expect(write({ time: 'minutes', date: 'none', hours: 24 }, 'en-US')).toBe('21:05')
    expect(write({ time: 'none', date: 'numeric' }, 'de-DE')).toBe('29.11.2026')
    expect(write({ time: 'none', date: 'long' }, 'ja-JP')).toBe('2026年11月29日日曜日')
    expect(write({ time: 'minutes', date: 'short' }, 'de-DE')).toMatch(/^So\.?, 29\. Nov\.?,? 21:05$/)
  })

  test('goes on at the next second or minute, also where a clock is put forward', () => {
    expect(nextTick({ time: 'seconds' }, evening + 1)).toBe(evening + 1000)
    expect(nextTick({ time: 'minutes' }, evening)).toBe(Date.UTC(2026, 10, 29, 20, 6))
    const spring = Date.UTC(2026, 2, 29, 0, 59, 59)
    const berlin = clockWriter({ time: 'seconds', date: 'none' }, 'de-DE', 'Europe/Berlin')
    expect([berlin(spring), berlin(nextTick({ time: 'seconds' }, spring))]).toEqual(['01:59:59', '03:00:00'])
  })

  test.each(['de-DE', 'en-US', 'ja-JP', 'ko-KR', 'fr-FR'])('in %s has all letters of a year among its samples', (locale) => {
    const look = { time: 'seconds', date: 'long', hours: 12 } as const
    const letters = new Set([...clockSamples(look, locale).join(''), ...'0123456789'])
    const at = clockWriter(look, locale, 'Europe/Berlin')
    const year = Array.from({ length: 366 }, (_, day) => at(evening + day * 86_400_000 + day * 240_000)).join('')
    expect([...new Set(year)].filter((letter) => !letters.has(letter))).toEqual([])
  })

  test('stands on its ground letter by letter where it is aligned to; a letter that is missing is said', () => {
    const letters = new Map([
      ['1', { advance: 20, outline: 'M1' }],
      [':', { advance: 10, outline: 'M2' }],
    ])
    const svg = sheetSvg({ width: 100, height: 30, colour: '#ff0000', letters }, '<rect/>')
    const read = readSheet(svg)
    expect(read.sheet).toEqual({ width: 100, height: 30, colour: '#ff0000', letters })
    expect(read.ground).toContain('<rect/>')
    expect(read.ground).not.toContain('M1')
    const lefts = (align: 'left' | 'center' | 'right') => rowOf(read.sheet, '1:1', { align, padding: 5 }).map(({ left }) => left)
    expect([lefts('left'), lefts('center'), lefts('right')]).toEqual([
      [5, 25, 35],
      [25, 45, 55],
      [45, 65, 75],
    ])
    expect(rowSvg(read, '1:', { align: 'left', padding: 5 })).toContain('<path transform="translate(25)" d="M2"/>')
    expect(() => rowOf(read.sheet, '2', { align: 'left', padding: 0 })).toThrow('there is no letter 2')
  })
})

describe('a ticker', () => {
  test('runs over what stays behind it, as often beside itself as its box is wide', () => {
    const line = readLine(lineSvg({ width: 100, height: 30, length: 40, line: '<path d="M3"/>' }, '<rect/>'))
    expect(line).toMatchObject({ length: 40, copies: 4, round: expect.stringMatching(/width="40".*M3/) })
    expect(line.ground).toContain('<rect/>')
    expect(line.ground).not.toContain('M3')
    expect(() => readLine('<svg/>')).toThrow('this is no line')
  })

  test('is at an instant where its speed has brought it, whichever display asks', () => {
    const { lasts, at } = tickerCourse({ speed: 50 }, 400)
    expect(lasts).toBe(8000)
    expect([at(0), at(3000), at(8000), at(8000 * 1e6 + 5)]).toEqual([0, 3000, 0, 5])
    expect(tickerFrames({ direction: 'left' }, 400).map(({ transform }) => transform)).toEqual(['translateX(0)', 'translateX(-400px)'])
    expect(tickerFrames({ direction: 'right' }, 400).map(({ transform }) => transform)).toEqual(['translateX(-400px)', 'translateX(0)'])
  })
})
