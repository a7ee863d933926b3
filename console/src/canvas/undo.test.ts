/** Changes that are taken back and done again. */
import { expect, test } from 'vitest'
import { changed, groupMs, historyOf, type Change, type History } from './undo.ts'

const after = (changes: readonly Change<{ n: number }>[], from: History<{ n: number }> = historyOf({ n: 0 })) =>
  changes.reduce(changed, from)
const set = (n: number, at = 0, group?: string): Change<{ n: number }> => ({ kind: 'set', next: { n }, at, group })
const undo = { kind: 'undo', at: 0 } as const
const redo = { kind: 'redo', at: 0 } as const

test('changes are taken back one by one and done again', () => {
  const two = after([set(1), set(2)])
  expect(after([undo], two).now).toEqual({ n: 1 })
  expect(after([undo, undo, undo], two).now).toEqual({ n: 0 })
  expect(after([undo, undo, redo, redo, redo], two).now).toEqual({ n: 2 })
})

test('a change after one was taken back leaves nothing to do again', () => {
  expect(after([set(1), set(2), undo, set(3), redo]).now).toEqual({ n: 3 })
})

test('a key that is held down is one change; after a rest, or of another kind, it is the next', () => {
  const one = after([set(1, 0, 'key'), set(2, 100, 'key'), set(3, 200, 'key')])
  expect(after([undo], one).now).toEqual({ n: 0 })
  expect(after([set(4, 200 + groupMs, 'key'), undo], one).now).toEqual({ n: 3 })
  expect(after([set(4, 250, 'other'), undo], one).now).toEqual({ n: 3 })
  expect(after([set(4, 250), set(5, 260), undo], one).now).toEqual({ n: 4 })
})

test('what changes nothing is no change, and a new beginning forgets what was', () => {
  const same = { n: 1 }
  const history = after([{ kind: 'set', next: same, at: 0 }])
  expect(changed(history, { kind: 'set', next: (now) => now, at: 1 })).toBe(history)
  expect(after([{ kind: 'reset', next: { n: 9 }, at: 1 }, undo], history).now).toEqual({ n: 9 })
})
