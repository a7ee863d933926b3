import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { autosaveMs, createAutosave, type SaveState } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('half a second after the last change, all that changed is saved together', async () => {
  const save = vi.fn(async () => undefined)
  const saver = createAutosave<{ volume: number; name: string }>(save, () => undefined)
  saver.change({ volume: 1 })
  await vi.advanceTimersByTimeAsync(autosaveMs - 1)
  saver.change({ volume: 2, name: 'Bread' })
  await vi.advanceTimersByTimeAsync(autosaveMs - 1)
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(save.mock.calls).toEqual([[{ volume: 2, name: 'Bread' }]])
})

test('one at a time: what is changed during a slow save goes with the next, the latest wins', async () => {
  const ends: (() => void)[] = []
  const save = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const saver = createAutosave<{ volume: number }>(save, () => undefined)
  saver.change({ volume: 1 })
  await vi.advanceTimersByTimeAsync(autosaveMs)
  for (const volume of [2, 3]) {
    saver.change({ volume })
    await vi.advanceTimersByTimeAsync(autosaveMs)
  }
  expect(save).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(save.mock.calls).toEqual([[{ volume: 1 }], [{ volume: 3 }]])
})

test('closing saves what waits, and a refusal is told', async () => {
  const states: SaveState[] = []
  const refused = new Error('no')
  const saver = createAutosave<{ volume: number }>(
    () => Promise.reject(refused),
    (state) => states.push(state),
  )
  saver.change({ volume: 1 })
  await saver.flush()
  expect(states).toEqual([{ state: 'waiting' }, { state: 'saving' }, { state: 'failed', error: refused }])
})
