import type { ExceptionStatistics } from '@endcap/contract/exceptions'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startLive } from '../app/live.ts'
import { countOf, listNames } from '../exceptions/kinds.ts'
import { allTabs, firstReadable, searchOf } from '../app/nav.ts'
import { bySize, shareOf, startOfDay } from './figures.ts'

describe('figures', () => {
  test.each([
    [0, 0, '–'],
    [0, 5, '0%'],
    [5, 5, '100%'],
    [934, 1000, '93.4%'],
    // One label of a hundred thousand is neither nothing nor all.
    [1, 100_000, '0.1%'],
    [99_999, 100_000, '99.9%'],
  ])('%i of %i is %s', (part, whole, expected) => expect(shareOf(part, whole)).toBe(expected))
  test('tags are added up by screen size, smallest first, unknown last', () => {
    expect(bySize({ B5: 3, '45': 2, ZZ: 1, '28': 4, '36': 5 }, { B5: 1, ZZ: 1 })).toEqual([
      { size: '1.54″', tags: 5, failed: 0 },
      { size: '2.90″', tags: 5, failed: 1 },
      { size: '7.50″', tags: 4, failed: 0 },
      { size: 'UNKNOWN', tags: 1, failed: 1 },
    ])
  })
  test('a day of the calendar is drawn at its begin on the reader’s clock', () => {
    const begin = new Date(startOfDay('2026-11-21') * 1000)
    expect([begin.getFullYear(), begin.getMonth(), begin.getDate(), begin.getHours()]).toEqual([2026, 10, 21, 0])
  })
})

describe('exceptions', () => {
  const statistics = {
    totalTags: 10,
    errorTags: 1,
    noProductTags: 2,
    duplicateTags: 3,
    batteryNgTags: 4,
    totalGWs: 6,
    ngGWs: 5,
  } as ExceptionStatistics
  test('each kind is counted among what it belongs to', () => {
    expect(listNames.map((name) => countOf(statistics, name))).toEqual(
      [1, 2, 3, 4].map((count) => ({ count, total: 10 })).concat({ count: 5, total: 6 }),
    )
    expect(countOf({ ...statistics, ngGWs: null }, 'gateways')).toBeUndefined()
  })
})

describe('the way to the first screen', () => {
  test('leads to the dashboard, or to what comes next in the menu and may be read', () => {
    expect(firstReadable(() => true)?.name).toBe('dashboard')
    expect(firstReadable((privilege) => privilege === 'product.read')?.name).toBe('products')
    expect(firstReadable(() => false)).toBeUndefined()
  })
  test('carries the chosen store', () => {
    const [dashboard, exceptions, products] = allTabs.map(({ tab }) => tab)
    expect([dashboard, exceptions, products].map((tab) => searchOf(tab!, 'S1'))).toEqual([{ stores: ['S1'] }, { store: 'S1' }, {}])
    expect(searchOf(dashboard!, undefined)).toEqual({})
  })
})

describe('live', () => {
  class Socket extends EventTarget {
    static last: Socket
    constructor() {
      super()
      Socket.last = this
    }
    send() {}
    close() {}
    sendChanges(storeCode: string, changes: string[]) {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 2, msg: { storeCode, changes } }) }))
    }
  }
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', Socket)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  /** Queries under observation, and when each was fetched. */
  async function watch(...keys: string[][]) {
    const queries = new QueryClient()
    const fetched = new Map(keys.map((key) => [key.join(), [] as number[]]))
    const ends = keys.map((queryKey) =>
      new QueryObserver(queries, {
        queryKey,
        queryFn: async () => fetched.get(queryKey.join())?.push(Date.now()),
        staleTime: 5000,
      }).subscribe(() => {}),
    )
    const live = startLive({
      queries,
      email: '',
      check: async () => undefined,
      onRights: () => undefined,
      onEnded: () => {},
      onConnection: () => {},
    })
    Socket.last.dispatchEvent(new Event('open'))
    Socket.last.sendChanges('', [])
    await vi.advanceTimersByTimeAsync(12_000)
    for (const times of fetched.values()) times.splice(0)
    return { fetched, stop: () => [live.stop(), ...ends.map((end) => end())] }
  }

  test('a flood of changes makes the dashboard fetch at most once in ten seconds, and again after the last of them', async () => {
    const { fetched, stop } = await watch(['dashboard', ''], ['tags', 'S1'])
    for (let at = 0; at < 60_000; at += 50) {
      Socket.last.sendChanges('S1', ['tags'])
      await vi.advanceTimersByTimeAsync(50)
    }
    const last = Date.now()
    await vi.advanceTimersByTimeAsync(15_000)
    const times = fetched.get('dashboard,') ?? []
    expect(times.length).toBeGreaterThanOrEqual(5)
    for (const [place, time] of times.entries()) if (place > 0) expect(time - (times[place - 1] ?? 0)).toBeGreaterThanOrEqual(10_000)
    expect(times.at(-1)).toBeGreaterThanOrEqual(last - 50)
    expect((fetched.get('tags,S1') ?? []).length).toBeGreaterThan(times.length)
    stop()
  })
  test('what needs a person is fetched at most once in ten seconds', async () => {
    const { fetched, stop } = await watch(['today', ''])
    for (let at = 0; at < 60_000; at += 50) {
      Socket.last.sendChanges('S1', ['tags', 'products'])
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(15_000)
    const times = fetched.get('today,') ?? []
    expect(times.length).toBeGreaterThanOrEqual(3)
    for (const [place, time] of times.entries()) if (place > 0) expect(time - (times[place - 1] ?? 0)).toBeGreaterThanOrEqual(10_000)
    stop()
  })
  test('changes of many stores at once make what spans all stores fetch once', async () => {
    const { fetched, stop } = await watch(['dashboard', ''], ['stores', ''], ['tags', 'S2'])
    for (let store = 1; store <= 200; store++) Socket.last.sendChanges(`S${store}`, ['tags'])
    await vi.advanceTimersByTimeAsync(5000)
    expect([...fetched.values()].map((times) => times.length)).toEqual([1, 1, 1])
    stop()
  })
})
