/** Content of two plans that come one soon after the other: what the second needs stays. */
import type { Manifest } from '@endcap/contract/player'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ContentStore } from './content-store.ts'
import { createCurrentPlan } from './current-plan.ts'
import { cardKey } from './required-content.ts'

/** What is remembered over restarts is not looked at here, and there is no browser's database. */
vi.mock('./database.ts', () => ({ keep: async () => undefined, forget: async () => undefined }))
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const cardAt = (price: string) => `/api/player/v1/card/1/10x10/${price}`
const planOf = (rev: string, ...prices: string[]) =>
  ({
    rev,
    cards: prices.map((price, slot) => ({ slot, url: cardAt(price), width: 10, height: 10, look: 'screen' })),
    plan: { line: 'v0', slides: [] },
    files: {},
  }) as unknown as Manifest

test('what the plan before does not need is not thrown away while the next one, which has found it here, loads the rest', async () => {
  const here = new Set<string>()
  const store = {
    has: async (key: string) => here.has(key),
    put: async (key: string) => void here.add(key),
    drop: async (key: string) => void here.delete(key),
    keys: async () => [...here],
  } as unknown as ContentStore
  const answers = new Map<string, () => void>()
  const get = (url: string) =>
    new Promise<Response>((resolve) => {
      if (url === cardAt('slow')) answers.set(url, () => resolve(new Response('slow')))
      else resolve(new Response(url))
    })
  const applied: string[] = []
  const plan = createCurrentPlan({
    store,
    get,
    player: { restart: () => undefined, hasPlayed: () => true },
    troubles: { note: () => undefined },
    apply: ({ rev }) => applied.push(rev),
  })
  await plan.take(planOf('one', '3.49'), false)
  await plan.take(planOf('two', '2.99'), false)
  // The price of before comes back, and something that takes longer to load than until what is not needed goes.
  const third = plan.take(planOf('three', '3.49', 'slow'), false)
  while (answers.size === 0) await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(1500)
  answers.get(cardAt('slow'))?.()
  await third
  expect(applied).toEqual(['one', 'two', 'three'])
  expect(here).toContain(cardKey(cardAt('3.49')))
  await vi.advanceTimersByTimeAsync(1500)
  expect([...here].toSorted()).toEqual([cardKey(cardAt('3.49')), cardKey(cardAt('slow'))].toSorted())
})
