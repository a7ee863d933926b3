/** Saving by itself. */
import { CallError } from '@endcap/contract/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { autosaveMs, createAutosave, retryMs, type SaveState } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const merge = <T extends object>(a: T, b: T): T => ({ ...a, ...b })
const quiet = () => undefined

test('half a second after the last change, all that changed is saved together', async () => {
  const save = vi.fn(async () => undefined)
  const saver = createAutosave<{ volume?: number; name?: string }>({ save, onState: quiet, merge })
  saver.change({ volume: 1 })
  await vi.advanceTimersByTimeAsync(autosaveMs - 1)
  saver.change({ name: 'Bread' })
  await vi.advanceTimersByTimeAsync(autosaveMs - 1)
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(save.mock.calls).toEqual([[{ volume: 1, name: 'Bread' }, { keepalive: false }]])
})

test('one at a time: what is changed during a slow save goes with the next, the latest wins', async () => {
  const ends: (() => void)[] = []
  const save = vi.fn<(volume: number) => Promise<void>>(() => new Promise<void>((resolve) => ends.push(resolve)))
  const saver = createAutosave<number>({ save, onState: quiet })
  saver.change(1)
  await vi.advanceTimersByTimeAsync(autosaveMs)
  for (const volume of [2, 3]) {
    saver.change(volume)
    await vi.advanceTimersByTimeAsync(autosaveMs)
  }
  expect(save).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(save.mock.calls.map(([volume]) => volume)).toEqual([1, 3])
})

test('closing saves what waits, and a refusal is told and kept', async () => {
  const states: SaveState[] = []
  const refused = new Error('no')
  const save = vi.fn<(value: object) => Promise<void>>(() => Promise.reject(refused))
  const saver = createAutosave<object>({ save, onState: (state) => states.push(state), merge })
  saver.change({ a: 1, b: 1 })
  await saver.flush()
  expect(states).toEqual([{ state: 'waiting' }, { state: 'saving' }, { state: 'failed', error: refused }])
  await vi.advanceTimersByTimeAsync(retryMs * 3)
  expect(save).toHaveBeenCalledTimes(1)
  expect(saver.dirty()).toBe(true)
  save.mockResolvedValueOnce()
  saver.change({ b: 2 })
  await saver.flush()
  expect(save.mock.calls[1]?.[0]).toEqual({ a: 1, b: 2 })
  expect(saver.dirty()).toBe(false)
})

test('a server out of reach is tried again until it has what was changed last', async () => {
  const save = vi.fn<(value: number) => Promise<void>>(() => Promise.reject(new CallError(0, { code: 'unreachable', message: '' })))
  const saver = createAutosave<number>({ save, onState: quiet })
  saver.change(1)
  await vi.advanceTimersByTimeAsync(autosaveMs + retryMs)
  expect(save).toHaveBeenCalledTimes(2)
  save.mockResolvedValue()
  saver.change(2)
  await vi.advanceTimersByTimeAsync(retryMs)
  expect(save.mock.calls.map(([value]) => value)).toEqual([1, 1, 2])
  expect(saver.dirty()).toBe(false)
})

test('who leaves the page does not wait for the save under way', async () => {
  const save = vi.fn<(value: number) => Promise<void>>(() => new Promise(() => undefined))
  const saver = createAutosave<number>({ save, onState: quiet })
  saver.change(1)
  void saver.flush()
  saver.change(2)
  void saver.flush({ keepalive: true, immediate: true })
  expect(save.mock.calls).toEqual([
    [1, { keepalive: false }],
    [2, { keepalive: true, immediate: true }],
  ])
})

test('what is not wanted any more is not saved', async () => {
  const save = vi.fn(async () => undefined)
  const saver = createAutosave<number>({ save, onState: quiet })
  saver.change(1)
  saver.discard()
  await vi.advanceTimersByTimeAsync(autosaveMs * 2)
  expect(save).not.toHaveBeenCalled()
})

test('a failure that asks for a decision is not tried again by the next change, and nothing of it is lost', async () => {
  const states: string[] = []
  const save = vi.fn<(value: number) => Promise<void>>(() => Promise.reject(new Error('overtaken')))
  const saver = createAutosave<number>({ save, onState: ({ state }) => states.push(state), stops: () => true })
  saver.change(1)
  await vi.advanceTimersByTimeAsync(autosaveMs)
  saver.change(2)
  await vi.advanceTimersByTimeAsync(autosaveMs * 2)
  expect([save.mock.calls.length, states]).toEqual([1, ['waiting', 'saving', 'failed']])
  save.mockResolvedValue()
  await saver.flush()
  expect([save.mock.calls[1]?.[0], states.at(-1)]).toEqual([2, 'saved'])
})
