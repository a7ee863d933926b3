/** Proof of play until the server has it: what is on the screen is noted, and each batch is delivered. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Batch, PlayerEvent } from './database.ts'
import { createEventBatches } from './event-batches.ts'
import { createPlayLog } from './play-log.ts'
import { Refused, type Answer } from './server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A display's events, three in a batch, and what its server was sent. */
function sending(answer: (batch: Batch) => Promise<void>) {
  const waiting: PlayerEvent[] = []
  const sent: number[] = []
  let held: Batch | undefined
  let seq = 0
  const store = {
    next: async () => {
      if (held === undefined && waiting.length > 0) held = { seq: ++seq, items: waiting.splice(0, 3) }
      return held
    },
    delivered: async () => void (held = undefined),
  }
  const post = async (_name: string, body: object) => {
    const batch = body as Batch
    await answer(batch)
    sent.push(batch.seq)
    return {} as Answer<never>
  }
  const add = (count: number) =>
    waiting.push(...Array.from({ length: count }, (_, from) => ({ k: 'play' as const, content: 'image:1', from, to: from + 1 })))
  return { batches: createEventBatches({ post }, store), add, sent, left: () => waiting.length + (held?.items.length ?? 0) }
}

test('who sends twice at the same time loses no batch that is on its way', async () => {
  let fails = false
  const answer = Promise.withResolvers<void>()
  const { batches, add, sent, left } = sending(async ({ seq }) => {
    await answer.promise
    if (fails && seq > 1) throw new TypeError('Failed to fetch')
  })
  add(5)
  fails = true
  const both = Promise.all([batches.flush(), batches.flush()])
  answer.resolve()
  await both
  expect([sent, left()]).toEqual([[1], 2])
  fails = false
  await batches.flush()
  expect([sent, left()]).toEqual([[1, 2], 0])
})

test('a batch that the server has no time for is sent again, one that it refuses is not', async () => {
  let status = 429
  const { batches, add, left } = sending(async () => {
    if (status > 0) throw new Refused(status, 'no')
  })
  add(3)
  for (status of [429, 408, 401, 500]) await batches.flush()
  expect(left()).toBe(3)
  status = 400
  await batches.flush()
  expect(left()).toBe(0)
})

test('what is on the screen is noted every two seconds, and is as long as the machine’s even clock says', async () => {
  const ended: PlayerEvent[] = []
  let open: readonly PlayerEvent[] = []
  const log = createPlayLog({
    add: async (events, now) => {
      ended.push(...events)
      open = now ?? open
    },
  })
  const [end, other] = [log.begin({ content: 'image:1', from: 50_000 }), log.begin({ content: 'content:2', area: 1, from: 50_500 })]
  await vi.advanceTimersByTimeAsync(2000)
  expect(open).toEqual([
    { k: 'play', content: 'image:1', from: 50_000, to: 52_000 },
    { k: 'play', content: 'content:2', area: 1, from: 50_500, to: 52_500 },
  ])
  await vi.advanceTimersByTimeAsync(1000)
  end()
  end()
  expect(ended).toEqual([{ k: 'play', content: 'image:1', from: 50_000, to: 53_000 }])
  expect(open).toEqual([{ k: 'play', content: 'content:2', area: 1, from: 50_500, to: 53_500 }])
  other()
  expect([ended.length, open]).toEqual([2, []])
  // What could not be seen is no play, and what was there for no time neither.
  log.begin({ content: 'image:3', from: 60_000, isSeen: () => false })()
  log.begin({ content: 'image:4', from: 60_000 })()
  expect(ended).toHaveLength(2)
})
