/** The push channel in the console: when it counts as open, and how it comes back. */
import { tryLaterCode } from '@endcap/contract/push'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLive, type Connection } from './live.ts'

class Socket extends EventTarget {
  static made: Socket[] = []
  constructor() {
    super()
    Socket.made.push(this)
  }
  send() {}
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
