/** The push channel in the console: when it counts as open, and how it comes back. */
import { tryLaterCode } from '@endcap/contract/push'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startLive, type Connection } from './live.ts'

class Socket extends EventTarget {
  static made: Socket[] = []
  constructor() {
    super()
    Socket.made.push(this)
  }
  send(_text?: string) {}
  close() {}
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  Socket.made = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
function start() {
  const states: Connection['state'][] = []
  const [onRights, onEnded] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const live = startLive({
    queries: new QueryClient(),
    email: '',
    check: async () => undefined,
    onRights,
    onEnded,
    onConnection: ({ state }) => states.push(state),
  })
  return { live, states, onRights, onEnded }
}
const last = () => Socket.made.at(-1)!
/** It opens, and the server closes it without a word. */
const turnAway = (code: number) => {
  last().dispatchEvent(new Event('open'))
  last().dispatchEvent(Object.assign(new Event('close'), { code }))
}

test('a channel for which there is no room is asked for again after a while, the session stands, and changes are asked for meanwhile', async () => {
  const { live, states, onRights, onEnded } = start()
  for (let round = 1; round <= 3; round++) {
    turnAway(tryLaterCode)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(Socket.made).toHaveLength(round)
    await vi.advanceTimersByTimeAsync(2000)
    expect(Socket.made).toHaveLength(round + 1)
  }
  expect([states, onRights.mock.calls, onEnded.mock.calls]).toEqual([['polling'], [], []])
  last().dispatchEvent(new Event('open'))
  expect(states).toEqual(['polling'])
  last().dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 1, msg: [] }) }))
  expect([states, onRights.mock.calls.length]).toEqual([['polling', 'live'], 1])
  live.stop()
})
test('one that opens and is closed each time is asked for less and less often', async () => {
  const { live } = start()
  const pauses: number[] = []
  for (let round = 0; round < 8; round++) {
    turnAway(4401)
    const [made, since] = [Socket.made.length, Date.now()]
    while (Socket.made.length === made) await vi.advanceTimersByTimeAsync(100)
    pauses.push(Date.now() - since)
  }
  expect(pauses).toEqual([700, 1400, 2800, 5600, 10_500, 10_500, 10_500, 10_500])
  live.stop()
})

describe('what is on screen', () => {
  let visibility: DocumentVisibilityState
  beforeEach(() => {
    visibility = 'visible'
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  })
  const see = (state: DocumentVisibilityState) => {
    visibility = state
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const say = (type: number, msg: unknown) => last().dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type, msg }) }))
  const change = (storeCode: string, ...changes: string[]) => say(2, { storeCode, changes })
  /** An open channel, queries on screen, and how often each was fetched since. */
  async function show(...keys: string[][]) {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } })
    const counts = new Map<string, number>()
    const add = (queryKey: string[]) =>
      new QueryObserver(queries, {
        queryKey,
        queryFn: async () => {
          counts.set(queryKey.join(), (counts.get(queryKey.join()) ?? 0) + 1)
          return null
        },
      }).subscribe(() => {})
    const ends = keys.map(add)
    const onRights = vi.fn<() => void>()
    const live = startLive({ queries, email: '', check: async () => undefined, onRights, onEnded: () => {}, onConnection: () => {} })
    last().dispatchEvent(new Event('open'))
    say(1, [])
    await vi.advanceTimersByTimeAsync(5000)
    counts.clear()
    return { add, counts: () => Object.fromEntries(counts), ends, onRights, stop: () => [live.stop(), ...ends.map((end) => end())] }
  }

  test('is fetched again when it changed, at once and then at most once in two seconds; nothing else is', async () => {
    const { counts, ends, stop } = await show(
      ['tags', 'S1', 'page'],
      ['products', 'S1', 'page'],
      ['tags', 'S2', 'page'],
      ['stores', '', 'page'],
    )
    ends[3]?.()
    change('S1', 'tags')
    await vi.advanceTimersByTimeAsync(100)
    expect(counts()).toEqual({ 'tags,S1,page': 1 })
    for (let at = 0; at < 10_000; at += 100) {
      change('S1', 'tags', 'tasks')
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(5000)
    expect(counts()).toEqual({ 'tags,S1,page': 6 })
    for (let beat = 0; beat < 40; beat++) {
      say(1, [])
      await vi.advanceTimersByTimeAsync(15_000)
    }
    expect(counts()).toEqual({ 'tags,S1,page': 6 })
    stop()
  })
  test('and spans all stores rests ten seconds while labels change; a gateway that goes or comes is shown at once', async () => {
    const { counts, stop } = await show(['dashboard', '', 'all'], ['stores', '', 'page'])
    for (let at = 0; at < 20_000; at += 100) {
      change('', 'tags', 'products')
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(counts()).toEqual({ 'dashboard,,all': 2, 'stores,,page': 2 })
    change('', 'tags')
    change('', 'gateways')
    await vi.advanceTimersByTimeAsync(2100)
    expect(counts()).toEqual({ 'dashboard,,all': 3, 'stores,,page': 3 })
    stop()
  })
  test('in a tab behind others is not fetched, and once when it is looked at again, if it changed', async () => {
    const { counts, onRights, stop } = await show(['tags', 'S1', 'page'], ['products', 'S1', 'page'])
    see('hidden')
    for (let at = 0; at < 60_000; at += 500) {
      change('S1', 'tags')
      if (at % 10_000 === 0) say(4, {})
      await vi.advanceTimersByTimeAsync(500)
    }
    expect([counts(), onRights.mock.calls.length]).toEqual([{}, 0])
    see('visible')
    await vi.advanceTimersByTimeAsync(10_000)
    expect([counts(), onRights.mock.calls.length]).toEqual([{ 'tags,S1,page': 1 }, 1])
    stop()
  })
  test('in a tab behind others is not asked for either while there is no channel', async () => {
    const { counts, stop } = await show(['tags', 'S1', 'page'])
    see('hidden')
    turnAway(tryLaterCode)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(counts()).toEqual({})
    see('visible')
    await vi.advanceTimersByTimeAsync(6000)
    expect(counts()['tags,S1,page']).toBeGreaterThan(0)
    stop()
  })
  test('and was there before the channel is fetched again with it', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } })
    let count = 0
    const queryFn = async () => ++count
    const end = new QueryObserver(queries, { queryKey: ['tags', 'S1'], queryFn }).subscribe(() => {})
    const live = startLive({
      queries,
      email: '',
      check: async () => undefined,
      onRights: () => {},
      onEnded: () => {},
      onConnection: () => {},
    })
    await vi.advanceTimersByTimeAsync(50)
    expect(count).toBe(1)
    last().dispatchEvent(new Event('open'))
    say(1, [])
    await vi.advanceTimersByTimeAsync(5000)
    expect(count).toBe(2)
    live.stop()
    end()
  })
  test('is what the server is asked to tell of, also when it becomes something else', async () => {
    const said: unknown[] = []
    vi.spyOn(Socket.prototype, 'send').mockImplementation((text?: string) => void said.push(JSON.parse(text ?? '')))
    const { add, stop } = await show(['tags', 'S1', 'page'], ['storeNames', '', 'find'], ['models'])
    add(['sensors', 'S2'])
    // At once: what changes before the server knows is not told.
    await vi.advanceTimersByTimeAsync(0)
    const shown = [
      { storeCode: '', changes: ['stores'] },
      { storeCode: 'S1', changes: ['tags'] },
    ]
    expect(said.slice(1)).toEqual([{ watch: shown }, { watch: [...shown, { storeCode: 'S2', changes: ['sensors'] }] }])
    for (let store = 0; store < 60; store++) add(['tags', `S${store}`])
    await vi.advanceTimersByTimeAsync(300)
    expect(said.at(-1)).toEqual({ watch: null })
    stop()
  })
})
