import { expect, test } from 'vitest'
import { createMemo } from './memo.ts'

test('what many displays have in common is read once; what failed is read again', async () => {
  const memo = createMemo()
  const asked: string[] = []
  const read = (what: string, fails = false) =>
    memo(what, async () => {
      asked.push(what)
      if (fails) throw new Error('not now')
      return what.length
    })
  expect(await Promise.all([read('store A'), read('store A'), read('store BB')])).toEqual([7, 7, 8])
  await expect(read('files', true)).rejects.toThrow('not now')
  expect(await read('files')).toBe(5)
  expect(asked).toEqual(['store A', 'store BB', 'files', 'files'])
})
