import { describe, expect, test } from 'vitest'
import { emptyDraft, firstWrong } from './draft.ts'
import { storesLike } from '../form/StorePicker.tsx'

const stores = ['Tokyo Central', 'Berlin North', 'Berlin Harbour'].map((storeName, index) => ({ storeCode: `S${index + 1}`, storeName }))
const codesOf = (text: string) => storesLike(stores, text).map((store) => store.storeCode)

describe('stores that a text means', () => {
  test.each([
    ['', ['S1', 'S2', 'S3']],
    ['berlin', ['S2', 'S3']],
    ['s2', ['S2']],
    ['S1, s3', ['S1', 'S3']],
    ['S3\nS1', ['S1', 'S3']],
    // Two words of a name are no codes.
    ['Berlin North', ['S2']],
    ['nowhere', []],
  ])('%j → %j', (text, codes) => {
    expect(codesOf(text)).toEqual(codes)
  })
})

describe('what is wrong with a member that is typed', () => {
  const good = { ...emptyDraft, email: 'a@b.example', name: 'Ann', password: 'secret', retype: 'secret' }
  test.each([
    [{ email: ' ' }, true, 'email'],
    [{ name: '  ' }, true, 'name'],
    [{ password: '', retype: '' }, true, 'password'],
    [{ password: '', retype: '' }, false, undefined],
    [{ password: '   ' }, false, 'password'],
    [{ retype: 'other' }, true, 'match'],
    [{ password: '', retype: 'other' }, false, 'password'],
    [{}, true, undefined],
  ])('%o, new: %s → %s', (change, isNew, wrong) => {
    expect(firstWrong({ ...good, ...change }, { isNew })).toBe(wrong)
  })
})
