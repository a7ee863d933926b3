import { afterEach, expect, test, vi } from 'vitest'
import { createSemaphore } from './semaphore.ts'

afterEach(() => void vi.useRealTimers())

test('as many callers as there are places are let in, in their order; a caller that fails frees its place', async () => {
  const semaphore = createSemaphore(2)
  const begun: number[] = []
  const ends: ((fails: boolean) => void)[] = []
  const works = [0, 1, 2, 3].map((n) =>
    semaphore
      .run(() => {
        begun.push(n)
        return new Promise<number>((resolve, reject) => (ends[n] = (fails) => (fails ? reject(new Error('no')) : resolve(n))))
      })
      .catch(() => -1),
  )
  await expect.poll(() => begun).toEqual([0, 1])
  ends[1]?.(true)
  await expect.poll(() => begun).toEqual([0, 1, 2])
  ends[0]?.(false)
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  for (const end of ends.slice(2)) end(false)
  expect(await Promise.all(works)).toEqual([0, -1, 2, 3])
})

test('a caller whose patience is over comes in all the same, and no other caller with it', async () => {
  vi.useFakeTimers()
  const semaphore = createSemaphore(1)
  const first = await semaphore.enter()
  const inside: string[] = []
  const second = semaphore.enter(1000).then((leave) => (inside.push('second'), leave))
  void semaphore.enter().then(() => inside.push('third'))
  await vi.advanceTimersByTimeAsync(999)
  expect(inside).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(inside).toEqual(['second'])
  first()
  first()
  await vi.advanceTimersByTimeAsync(0)
  expect(inside).toEqual(['second'])
  ;(await second)()
  await vi.advanceTimersByTimeAsync(0)
  expect(inside).toEqual(['second', 'third'])
})
