import { CallError } from '@endcap/contract/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutbox, type Parcel } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = new CallError(409, { code: 'foreign-tag', message: 'It belongs to another store.' })
const unreachable = new CallError(0, { code: 'unreachable', message: 'The server cannot be reached.' })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('what was scanned', () => {
  test('is sent in its order, one after another, however long each answer takes', async () => {
    const [sent, under]: [number[], { now: number; max: number }] = [[], { now: 0, max: 0 }]
    const outbox = createOutbox<number, string>({
      onRefusal: 'pass',
      send: async (job) => {
        under.max = Math.max(under.max, ++under.now)
        await pause((job * 37) % 90)
        under.now--
        sent.push(job)
        return `answer ${job}`
      },
    })
    for (let job = 0; job < 200; job++) {
      outbox.add(job)
      if (job % 7 === 0) await vi.advanceTimersByTimeAsync(20)
    }
    await vi.runAllTimersAsync()
    expect(sent).toEqual(Array.from({ length: 200 }, (_, job) => job))
    expect(under.max).toBe(1)
    // Of what is done the last few are kept, with their answers.
    expect(outbox.get().parcels.map((one) => one.state === 'done' && one.result)).toEqual(
      Array.from({ length: 8 }, (_, place) => `answer ${192 + place}`),
    )
  })
  test('waits for the server to come back, and is sent by itself, sooner when the network says so', async () => {
    let reachable = false
    const sent: string[] = []
    const outbox = createOutbox<string, void>({
      onRefusal: 'pass',
      insist: true,
      send: async (job) => {
        if (!reachable) throw unreachable
        sent.push(job)
      },
    })
    outbox.add('a')
    outbox.add('b')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(outbox.get()).toMatchObject({ lost: true, parcels: [{ state: 'waiting' }, { state: 'waiting' }] })
    reachable = true
    outbox.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual(['a', 'b'])
    expect(outbox.get().lost).toBe(false)
    reachable = false
    outbox.add('c')
    await vi.advanceTimersByTimeAsync(3000)
    reachable = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toEqual(['a', 'b', 'c'])
  })
  test('is there again after a reload; what was under way then is sent once more', async () => {
    let stored: readonly Parcel<string, string>[] = []
    const storage = {
      read: () => stored,
      write: (parcels: typeof stored) => void (stored = JSON.parse(JSON.stringify(parcels)) as typeof stored),
    }
    const before = createOutbox<string, string>({ onRefusal: 'pass', storage, send: () => new Promise(() => undefined) })
    before.add('a')
    before.add('b')
    await vi.advanceTimersByTimeAsync(0)
    expect(stored.map((one) => one.state)).toEqual(['sending', 'waiting'])
    const sent: string[] = []
    const after = createOutbox<string, string>({
      onRefusal: 'pass',
      storage,
      send: async (job) => {
        sent.push(job)
        return job
      },
    })
    after.add('c')
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual(['a', 'b', 'c'])
    expect(new Set(after.get().parcels.map((one) => one.id)).size).toBe(3)
  })
  test('keeps with a job what was known before its first attempt', async () => {
    let attempts = 0
    const outbox = createOutbox<{ seen?: number }, number | undefined>({
      onRefusal: 'pass',
      insist: true,
      send: async (job, amend) => {
        const known = { seen: job.seen ?? ++attempts }
        amend(known)
        if (attempts++ < 2) throw unreachable
        return known.seen
      },
    })
    outbox.add({})
    await vi.advanceTimersByTimeAsync(5000)
    expect(outbox.get().parcels).toMatchObject([{ state: 'done', result: 1 }])
  })
})

describe('what the server refuses', () => {
  const refusing = (onRefusal: 'halt' | 'pass') => {
    const sent: string[] = []
    const outbox = createOutbox<string, void>({
      onRefusal,
      send: async (job) => {
        if (job.startsWith('bad')) throw refusal
        sent.push(job)
      },
    })
    for (const job of ['a', 'bad', 'b']) outbox.add(job)
    return { outbox, sent }
  }
  test('holds up the others, or lets them pass', async () => {
    const [halting, passing] = [refusing('halt'), refusing('pass')]
    await vi.advanceTimersByTimeAsync(0)
    expect([halting.sent, passing.sent]).toEqual([['a'], ['a', 'b']])
    expect(passing.outbox.get().parcels[1]).toMatchObject({ state: 'refused', problem: { code: 'foreign-tag' } })
  })
  test('is corrected and sent again, or dropped, and the others go on', async () => {
    const [one, two] = [refusing('halt'), refusing('halt')]
    await vi.advanceTimersByTimeAsync(0)
    one.outbox.change(2, 'better')
    expect(one.sent).toEqual(['a'])
    one.outbox.again(2)
    two.outbox.drop(2)
    await vi.advanceTimersByTimeAsync(0)
    expect([one.sent, two.sent]).toEqual([
      ['a', 'better', 'b'],
      ['a', 'b'],
    ])
  })
  test('counts the server out of reach as well, where the outbox does not insist', async () => {
    const outbox = createOutbox<string, void>({ onRefusal: 'halt', send: () => Promise.reject(unreachable) })
    outbox.add('a')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(outbox.get()).toMatchObject({ lost: false, parcels: [{ state: 'refused', problem: { code: 'unreachable' } }] })
  })
})
