import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gatewayRefreshMs } from '@endcap/contract/gateways'
import { defaultPushPort, pushFallbackPollMs, pushOpenTimeoutMs } from '@endcap/contract/push'
import { serverRefreshMs } from '@endcap/contract/servers'
import { languages } from '@endcap/contract/vocabulary'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from './app/paths.ts'
import { storedLanguage } from './i18n/i18n.ts'
import { firstProblem } from './session/signup.screen.tsx'
import { createWedge, withoutScan } from './scan/wedge.ts'
import { storeOverview } from './map/store-overview.tsx'
import { parseFilter, readState, toRequest } from './table/request.ts'
import { pageSizes } from './table/spec.ts'
import { readTagIds } from './tags/assign-file.modal.tsx'
import { splitCodes } from './form/codes.ts'
import { tagListSpec } from './tags/tag-list.screen.tsx'
import { cut, formatTime } from './ui/format.ts'
import { notificationMs } from './ui/notify.ts'
import { forgetFilter, readSavedFilter, savedFilterSeconds, saveFilter } from './ui/saved-filter.ts'

/** Tests run from the root of the project. */
const folder = join(process.cwd(), 'console/src')

type Words = { [key: string]: string | Words }
const words = (language: string): Words =>
  Object.fromEntries(
    readdirSync(join(folder, 'i18n', language)).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, 'i18n', language, file), 'utf8')) as Words,
    ]),
  )
const keysOf = (tree: Words, before = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [before + key] : keysOf(value, `${before}${key}.`)))
const lookUp = (tree: Words, key: string) =>
  key
    .split('.')
    .reduce<string | Words | undefined>(
      (place, step) => (typeof place === 'object' ? (place[step] ?? place[`${step}_other`]) : undefined),
      tree,
    )

describe('words', () => {
  test.each(['ja', 'ko'])('%s has the keys of English, and the same blanks', (language) => {
    const [english, other] = [words('en'), words(language)]
    expect(keysOf(other).toSorted()).toEqual(keysOf(english).toSorted())
    const blanks = (text: unknown) => [...String(text).matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).toSorted()
    for (const key of keysOf(english))
      expect({ key, blanks: blanks(lookUp(other, key)) }).toEqual({ key, blanks: blanks(lookUp(english, key)) })
  })
  test('every key that a component writes out exists', () => {
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'))
    const used = sources.flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(/\bt\('([a-zA-Z0-9.]+)'/g)].map((match) => match[1] ?? ''),
    )
    expect(used.length).toBeGreaterThan(100)
    const english = words('en')
    expect(used.filter((key) => typeof lookUp(english, key) !== 'string')).toEqual([])
  })
  test('the specification’s sentences stand letter for letter', () => {
    const english = words('en')
    const all = new Set(keysOf(english).map((key) => lookUp(english, key)))
    for (const sentence of [
      'Enter Email, Please!',
      'Enter Password, Please!',
      'Enter Phone, please!',
      'Password doe not match!',
      'Agree!',
      'No row selected. Please select one or more rows.',
      "Some products don't exist. Would you like to continue?",
      'Please enter the Default Product Code.',
      'No tags to update',
      'File upload in progress.',
      'Your password is too weak.',
      'Do you want to change it now?',
    ])
      expect(all).toContain(sentence)
  })
})

describe('lists', () => {
  test.each([
    ['milk', { condition: '~', value: 'milk' }],
    ['==OK,NG', { condition: '==', value: 'OK,NG' }],
    ['>= 2.5', { condition: '>=', value: '2.5' }],
    ['<=10', { condition: '<=', value: '10' }],
    ['', { condition: '~', value: '' }],
  ])('the filter %j becomes a condition and a value', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected)
  })
  test('an address becomes a request', () => {
    const dates = { from: 100, statusFrom: 200, statusTo: 300, to: 'x' as never }
    const state = readState({ page: 2, rows: 50, sort: 'battery desc', f: { barcode: '5A', battery: '<=2.5' }, ...dates }, { rows: 25 })
    expect(toRequest(state)).toEqual({
      start: 100,
      length: 50,
      order: { column: 'battery', dir: 'desc' },
      filter_barcode: '5A',
      condition_barcode: '~',
      filter_battery: '2.5',
      condition_battery: '<=',
      filter_startDate: 100,
      filter_statusStartDate: 200,
      filter_statusEndDate: 300,
    })
  })
  test('nonsense in an address falls back to what is usual', () => {
    expect(readState({ page: -3, rows: Number.NaN, f: 'x' }, { rows: 25, order: { column: 'a', dir: 'desc' } })).toMatchObject({
      page: 0,
      rows: 25,
      sort: 'a',
      dir: 'desc',
      filters: {},
    })
  })
  describe('the saved filter', () => {
    beforeEach(() => localStorage.clear())
    test('lasts a day and no longer', () => {
      saveFilter('tags', { status: '==NG' }, { statusFrom: 100 }, 1_000_000_000)
      const stored = { filters: { status: '==NG' }, dates: { statusFrom: 100 } }
      expect(readSavedFilter('tags', 1_000_000_000 + savedFilterSeconds * 1000)).toMatchObject(stored)
      expect(readSavedFilter('tags', 1_000_000_000 + savedFilterSeconds * 1000 + 1001)).toBeUndefined()
      expect(localStorage.length).toBe(0)
    })
    test('that was damaged or forgotten is gone', () => {
      localStorage.setItem('endcap.filter.tags', '{')
      expect(readSavedFilter('tags')).toBeUndefined()
      saveFilter('tags', {})
      forgetFilter('tags')
      expect(readSavedFilter('tags')).toBeUndefined()
    })
  })
})

describe('sign-up', () => {
  const form = { email: 'a@b.c', name: 'A', mobile: '1', password: 'x', retype: 'x', agree: true }
  test.each([
    [{ email: ' ', name: '' }, 'email'],
    [{ name: ' ', mobile: '' }, 'name'],
    [{ mobile: '', password: '' }, 'mobile'],
    [{ password: ' ', retype: '' }, 'password'],
    [{ retype: '', agree: false }, 'retype'],
    [{ retype: 'y', agree: false }, 'match'],
    [{ agree: false }, 'agree'],
    [{}, undefined],
  ])('%o → %s', (wrong, expected) => {
    expect(firstProblem({ ...form, ...wrong })).toBe(expected)
  })
})

test('product codes are trimmed and stand once; lines that are no tag ids are named', () => {
  expect(splitCodes(' 1 \n2,1\n\n')).toEqual(['1', '2'])
  expect(readTagIds('5A3C9E0050000001\n# comment\n\n5a3c9e0050000001\nnonsense\n')).toEqual({
    ids: ['5A3C9E0050000001'],
    bad: ['5: nonsense'],
  })
})
test('times and long texts look as the specification wants', () => {
  expect(formatTime(0)).toMatch(/^(1970-01-01|1969-12-31) \d\d:\d\d:\d\d$/)
  expect(formatTime(null)).toBe('–')
  expect(cut('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`)
})
test('the numbers of the specification', () => {
  expect({ notificationMs, savedFilterSeconds }).toEqual({ notificationMs: 10_000, savedFilterSeconds: 86_400 })
  expect([pushOpenTimeoutMs, pushFallbackPollMs, defaultPushPort]).toEqual([1000, 5000, 8801])
  expect([serverRefreshMs, gatewayRefreshMs]).toEqual([60_000, 240_000])
  expect(pageSizes).toEqual(expect.arrayContaining([10, 25, 50, 100, -1]))
  expect(storeOverview({ name: 'tags', counts: [], to: paths.tagList }).pageLength).toBe(10)
  expect(tagListSpec(String).pageLength).toBe(25)
  expect(languages).toEqual(['en_US', 'ja_JP', 'ko_KR'])
})
test('a stored language that is none of the three means English', () => {
  expect(
    ['ko_KR', 'de_DE', ''].map((stored) => {
      localStorage.setItem('endcap.language', stored)
      return storedLanguage()
    }),
  ).toEqual(['ko_KR', 'en_US', 'en_US'])
})
test('every address is typed in one place', () => {
  expect([paths.tagList('S 1'), paths.tagHistory('S1', 'M', 'I'), paths.task('S1', '10', 'UPDATE'), paths.file('3')]).toEqual([
    '/tag/detail/S%201',
    '/tag/S1/M/I/update/history',
    '/task/detail/S1/10/UPDATE',
    '/product/file/upload/history/detail/3',
  ])
})
describe('a scanner that types', () => {
  const type = (text: string, pauseMs: number, from = 0) => {
    const wedge = createWedge()
    return [...text, 'Enter'].map((key, place) => wedge.key(key, from + place * pauseMs)).at(-1)
  }
  test('a burst ended by Enter is a scan; a hand is not', () => {
    expect(type('4901234567894', 8)).toBe('4901234567894')
    expect(type('4901234567894', 35)).toBe('4901234567894')
    expect(type('4901234567894', 36)).toBeUndefined()
    expect(type('1234', 5)).toBeUndefined()
  })
  test('what was typed by hand before is not part of the scan', () => {
    const wedge = createWedge()
    wedge.key('x', 0)
    wedge.key('y', 400)
    const keys = [...'0000000000A1B2C3', 'Enter'].map((key, place) => wedge.key(key, 1000 + place * 10))
    expect(keys.at(-1)).toBe('0000000000A1B2C3')
    expect(wedge.key('Enter', 2000)).toBeUndefined()
  })
  test('a scan that halted on its way is no scan of its end: the field holds it whole', () => {
    const wedge = createWedge()
    const keys = [...'4901234567894', 'Enter'].map((key, place) => wedge.key(key, place * 8 + (place < 6 ? 0 : 60)))
    expect(keys.at(-1)).toBeUndefined()
    // The one behind it is whole again.
    const next = [...'4901234567900', 'Enter'].map((key, place) => wedge.key(key, 200 + place * 8))
    expect(next.at(-1)).toBe('4901234567900')
  })
  test('what goes into a field is no stray scan, also where Enter presses a button behind it', () => {
    const wedge = createWedge()
    const keys = ['J', 'e', 't', 'z', 't', 'Tab'].map((key, place) => wedge.key(key, place * 8, true))
    expect([...keys, wedge.key('Enter', 56)].every((code) => code === undefined)).toBe(true)
    const next = [...'4901234567900', 'Enter'].map((key, place) => wedge.key(key, 400 + place * 8))
    expect(next.at(-1)).toBe('4901234567900')
  })
  test('modifier keys inside a scan are no characters', () => {
    const wedge = createWedge()
    const keys = ['A', 'Shift', 'B', 'C', 'Shift', 'D', 'E', 'Enter'].map((key, place) => wedge.key(key, place * 5))
    expect(keys.at(-1)).toBe('ABCDE')
  })
  test('the field keeps what it held before', () =>
    expect([withoutScan('ab12345', '12345'), withoutScan('ab', '12345')]).toEqual(['ab', 'ab']))
})

test('what is kept under a fixed key of the cache is asked for in one place', () => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\./.test(path),
  )
  const places = sources.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(/queryKey: (\[(?:'[^']*'(?:, )?)+\]),\s*queryFn/g)].map((match) => `${match[1]}`),
  )
  expect(places.length).toBeGreaterThan(5)
  // Two that ask differently would read each other's answers.
  expect(places.filter((key, index) => places.indexOf(key) !== index)).toEqual([])
})
