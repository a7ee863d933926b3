import { afterEach, expect, test, vi } from 'vitest'
import { createFairShare } from './fair-share.ts'

afterEach(() => void vi.useRealTimers())

/** Works that end when they are told to. */
function played(shares: Parameters<typeof createFairShare>[0]) {
  const share = createFairShare(shares)
  const begun: string[] = []
  const ends = new Map<string, (fails?: boolean) => void>()
  const ask = (account: string, name: string) =>
    share
      .run(account, () => {
        begun.push(name)
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (fails) => (fails === true ? reject(new Error('no')) : resolve(name))),
        )
      })
      .catch((error: unknown) => (error instanceof Error && 'status' in error ? error.status : 'failed'))
  return { begun, ask, end: (name: string, fails?: boolean) => ends.get(name)?.(fails) }
}
const shares = { each: 2, all: 3, waiting: 2, patienceMs: 1000 }

test('one account waits for itself, another goes in at once; work that fails frees its place', async () => {
  const { begun, ask, end } = played(shares)
  const first = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('b', 'b2')]
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1'])
  end('b1')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'b2'])
  end('a1', true)
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
  for (const name of ['a2', 'a3', 'b2']) end(name)
  expect(await Promise.all(first)).toEqual(['failed', 'a2', 'a3', 'b1', 'b2'])
})
test('who waits too long, or has too much waiting, is told to come again; others are not', async () => {
  vi.useFakeTimers()
  const { ask, begun } = played(shares)
  void ask('a', 'a1')
  void ask('a', 'a2')
  const waiting = [ask('a', 'a3'), ask('a', 'a4')]
  expect(await ask('a', 'a5')).toBe(429)
  void ask('b', 'b1')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.all(waiting)).toEqual([429, 429])
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})
test('who leaves gives up the place in the queue', async () => {
  const share = createFairShare({ each: 1, all: 1, waiting: 1, patienceMs: 60_000 })
  let end = () => {}
  const first = share.run('a', () => new Promise<void>((resolve) => (end = resolve)))
  const caller = new AbortController()
  const work = vi.fn<() => Promise<void>>()
  const waits = share.run('a', work, caller.signal)
  await expect(share.run('a', work)).rejects.toMatchObject({ status: 429 })
  caller.abort()
  await expect(waits).rejects.toMatchObject({ status: 503 })
  const next = share.run('a', async () => 'mine')
  end()
  await first
  expect(await next).toBe('mine')
  expect(work).not.toHaveBeenCalled()
})
