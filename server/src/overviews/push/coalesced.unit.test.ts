/** How often a client is told of changes: at once after a rest, and at most once in two seconds however much happens. */
import { changeRestMs, type PushMessage, type StoreChange } from '@endcap/contract/push'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '../../platform/http/session.ts'
import { gatherChanges, type Changes, type Listener } from './changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sessionOf = (stores: 'all' | string[]) =>
  ({
    factorDue: false,
    changeDue: false,
    can: () => false,
    allows: (code: string) => stores === 'all' || stores.includes(code),
  }) satisfies Pick<Session, 'factorDue' | 'changeDue' | 'can' | 'allows'>
/** Clients that have watches, and what each hears with its time. */
function listen(...watches: { stores: 'all' | string[]; watch?: [string, StoreChange[]][] }[]) {
  const heard = watches.map((): { at: number; text: string }[] => [])
  const begin = performance.now()
  const clients: Listener[] = watches.map(({ stores, watch }, place) => ({
    session: sessionOf(stores),
    watch: watch && new Map(watch.map(([code, changes]) => [code, new Set(changes)])),
    waiting: new Map(),
    nextAt: 0,
    hear: (message: PushMessage) => {
      if (message.type !== 2) return
      heard[place]?.push({ at: performance.now() - begin, text: `${message.msg.storeCode} ${message.msg.changes.join()}` })
    },
  }))
  return { changes: gatherChanges(() => clients), clients, heard }
}
const flood = async (changes: Changes, { stores, ms }: { stores: number; ms: number }) => {
  for (let at = 0; at < ms; at += 100) {
    for (let store = 0; store < stores; store++) changes.note(`S${store}`, ['tags', 'tasks'])
    await vi.advanceTimersByTimeAsync(100)
  }
}

test('a flood of changes in 1,600 stores is one message in two seconds for who shows them all, and one for who shows one of them', async () => {
  const { changes, heard } = listen(
    { stores: 'all', watch: [['', ['tags']]] },
    { stores: 'all', watch: [['S7', ['tags']]] },
    { stores: ['S1'], watch: [['', ['tags', 'products']]] },
    { stores: ['S1'], watch: [['S2', ['tags']]] },
    { stores: 'all', watch: [['', ['products']]] },
  )
  await flood(changes, { stores: 1600, ms: 10_000 })
  await vi.advanceTimersByTimeAsync(3000)
  expect(heard.map((messages) => new Set(messages.map(({ text }) => text)))).toEqual(
    [[' tags'], ['S7 tags'], [' tags'], [], []].map((texts) => new Set(texts)),
  )
  for (const times of heard.slice(0, 3).map((messages) => messages.map(({ at }) => at))) {
    expect(times[0]).toBe(200)
    expect(times).toHaveLength(6)
    for (const [place, at] of times.entries()) if (place > 0) expect(at - times[place - 1]!).toBeGreaterThanOrEqual(changeRestMs)
  }
  changes.stop()
})
test('the last change of a flood is told', async () => {
  const { changes, heard } = listen({ stores: 'all', watch: [['S1', ['tags', 'sensors']]] })
  changes.note('S1', ['tags'])
  await vi.advanceTimersByTimeAsync(300)
  changes.note('S1', ['sensors'])
  await vi.advanceTimersByTimeAsync(1500)
  expect(heard[0]?.map(({ text }) => text)).toEqual(['S1 tags'])
  await vi.advanceTimersByTimeAsync(600)
  expect(heard[0]?.map(({ text }) => text)).toEqual(['S1 tags', 'S1 sensors'])
  changes.stop()
})
test('who begins to show something hears what changed a moment before, and nothing older', async () => {
  const { changes, clients, heard } = listen({ stores: 'all', watch: [] })
  changes.note('S1', ['products'])
  await vi.advanceTimersByTimeAsync(11_000)
  changes.note('S1', ['tags'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(heard[0]).toEqual([])
  changes.watch(clients[0]!, new Map([['S1', new Set<StoreChange>(['tags', 'products'])]]))
  await vi.advanceTimersByTimeAsync(300)
  expect(heard[0]?.map(({ text }) => text)).toEqual(['S1 tags'])
  changes.stop()
})
test('what concerns all is told to all, and who said nothing of what it shows hears of each store', async () => {
  const { changes, heard } = listen({ stores: 'all', watch: [] }, { stores: ['S1', 'S3'] })
  for (const code of ['S1', 'S2', 'S3']) changes.note(code, ['tags'])
  changes.note('', ['settings'])
  await vi.advanceTimersByTimeAsync(300)
  expect(heard.map((messages) => new Set(messages.map(({ text }) => text)))).toEqual([
    new Set([' settings']),
    new Set([' settings', 'S1 tags', 'S3 tags']),
  ])
  changes.stop()
})
test('a store that is no longer its own is not told', async () => {
  const { changes, clients, heard } = listen({ stores: 'all', watch: [['S1', ['tags']]] })
  changes.note('S1', ['tags'])
  await vi.advanceTimersByTimeAsync(300)
  changes.note('S1', ['tags'])
  await vi.advanceTimersByTimeAsync(300)
  clients[0]!.session = sessionOf(['S2'])
  await vi.advanceTimersByTimeAsync(4000)
  expect(heard[0]).toHaveLength(1)
  changes.stop()
})
