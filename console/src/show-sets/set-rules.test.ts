import { expect, test } from 'vitest'
import { draftOf, emptySet, problemOf, screensOf, startsOf, totalOf, withEntries } from './set-rules.ts'

const show = (id: string, duration: number, deviceCount = 1) => ({ id, name: `Show ${id}`, duration, deviceCount })

test('entries begin one after the other, and the whole is their sum', () => {
  const { list } = withEntries(emptySet, [show('7', 20, 2), show('price', 10, 0), show('7', 5)])
  expect(startsOf(list)).toEqual([0, 20, 30])
  expect(totalOf(list)).toBe(35)
  expect(screensOf(list)).toBe(2)
  // A show may stand in it twice.
  expect(new Set(list.map(({ key }) => key)).size).toBe(3)
  expect(withEntries({ name: '', list: list.slice(2) }, [show('8', 1)]).list.map(({ key }) => key)).toEqual([2, 3])
})

test('a set needs a name, something in it, and time for each', () => {
  const draft = withEntries({ name: 'Morning', list: [] }, [show('7', 20)])
  expect(problemOf(draft)).toBeUndefined()
  expect(problemOf({ ...draft, name: '  ' })).toEqual({ kind: 'name', text: 'Enter Name, Please!' })
  expect(problemOf({ ...draft, list: [] })?.text).toBe('No item. Please select one or more show / price).')
  expect(problemOf(withEntries(draft, [show('8', 0)]))?.text).toBe('This value must be greater than 0.')
  expect(problemOf(withEntries(draft, [show('8', Number.NaN)]))?.kind).toBe('duration')
})

test('what is stored is drawn as it is', () => {
  expect(draftOf({ name: 'A', list: [show('3', 9)] })).toEqual({ name: 'A', list: [{ key: 0, ...show('3', 9) }] })
})
