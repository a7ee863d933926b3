/** Turns of tags. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('what is done for a tag is done one after the other, also behind what failed', async () => {
  const turns = createTurns()
  const done: string[] = []
  const slow = turns.take('A', async () => {
    await turn()
    done.push('slow')
    throw new Error('no')
  })
  const quick = turns.take('A', async () => void done.push('quick'))
  await expect(slow).rejects.toThrow('no')
  await quick
  expect(done).toEqual(['slow', 'quick'])
})
test('tags do not wait for each other', async () => {
  const turns = createTurns()
  void turns.take('A', () => new Promise(() => undefined))
  expect(await turns.take('B', async () => 7)).toBe(7)
  expect([turns.has('A'), turns.has('B'), turns.size()]).toEqual([true, false, 1])
})
test('an older turn that ends lets no other one in front of a newer one', async () => {
  const turns = createTurns()
  const done: number[] = []
  const first = turns.take('A', async () => void done.push(1))
  const second = turns.take('A', async () => {
    await turn()
    done.push(2)
  })
  await first
  expect(turns.has('A')).toBe(true)
  await turns.take('A', async () => void done.push(3))
  await second
  expect([done, turns.size()]).toEqual([[1, 2, 3], 0])
})
