import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createGathering } from './gathering.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})
function start() {
  const store = vi.fn(() => gathering.stored())
  const gathering = createGathering({ gatherMs: 500, enough: 200, store })
  const came = (waiting = 1, mayWait = true) => gathering.came({ mayWait, waiting })
  return { store, came, gathering }
}

test('after a rest the first one is stored at once; those that follow wait for one another', () => {
  const { store, came } = start()
  came()
  vi.advanceTimersByTime(0)
  expect(store).toHaveBeenCalledTimes(1)
  // Twenty a second, for ten seconds.
  for (let n = 0; n < 200; n++) {
    vi.advanceTimersByTime(50)
    came()
  }
  expect(store.mock.calls.length).toBeGreaterThanOrEqual(18)
  expect(store.mock.calls.length).toBeLessThanOrEqual(21)
  vi.advanceTimersByTime(500)
  const stored = store.mock.calls.length
  vi.advanceTimersByTime(60_000)
  expect(store).toHaveBeenCalledTimes(stored)
})
test('what cannot wait is stored at once, and so are many', () => {
  const { store, came } = start()
  came()
  vi.advanceTimersByTime(0)
  came(1, false)
  expect(store).toHaveBeenCalledTimes(2)
  came(200)
  expect(store).toHaveBeenCalledTimes(3)
})
test('once it has stopped nothing is stored', () => {
  const { store, came, gathering } = start()
  came()
  gathering.stop()
  vi.advanceTimersByTime(1000)
  expect(store).not.toHaveBeenCalled()
})
