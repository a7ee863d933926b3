import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('so much runs at once; the rest comes in its order, also after a failure', async () => {
  const semaphore = createSemaphore(2)
  const began: number[] = []
  const ends: ((failed?: Error) => void)[] = []
  const work = (n: number) =>
    semaphore.run(
      () =>
        new Promise<number>((resolve, reject) => {
          began.push(n)
          ends[n] = (failed) => (failed === undefined ? resolve(n) : reject(failed))
        }),
    )
  const all = [0, 1, 2, 3].map(work)
  expect([began, semaphore.size()]).toEqual([[0, 1], 4])
  ends[1]?.(new Error('in vain'))
  await expect(all[1]).rejects.toThrow('in vain')
  expect([began, semaphore.size()]).toEqual([[0, 1, 2], 3])
  ends[0]?.()
  expect(await all[0]).toBe(0)
  expect(began).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  expect([await all[2], await all[3], semaphore.size()]).toEqual([2, 3, 0])
})
