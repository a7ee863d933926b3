import { describe, expect, test } from 'vitest'
import { emptyDraft, firstWrong } from './draft.ts'

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
