/** What a list shows while something else changes it: a filter that is typed, and ticked rows. */
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilterField } from './Filters.tsx'
import { useSelection } from './use-selection.ts'

let root: Root
let host: HTMLElement
beforeEach(() => {
  // React asks for it.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const draw = (what: ReactNode) => act(() => root.render(what))
const rest = () => act(() => void vi.advanceTimersByTime(1000))

const field = () => host.querySelector('input')!
const type = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })

test('a typed filter is asked for when the typing rests; what comes from elsewhere is shown and never asked for', () => {
  const asked = vi.fn()
  const filter = (value: string) => draw(<FilterField name="name" heading="Name" input="text" value={value} onChange={asked} />)
  filter('')
  type('mi')
  type('milk')
  expect(field().value).toBe('milk')
  rest()
  expect(asked.mock.calls).toEqual([['milk']])
  filter('milk')
  type('milky')
  // All filters are cleared before the typing rests.
  filter('')
  expect(field().value).toBe('')
  rest()
  // What was typed over a value does not come back with that value.
  filter('milk')
  expect(field().value).toBe('milk')
  rest()
  expect(asked).toHaveBeenCalledTimes(1)
})

test('a ticked row that is gone is not ticked any more, also when it comes again', () => {
  const rowId = (row: string) => row
  let selection: ReturnType<typeof useSelection<string>>
  function List({ rows }: { rows: readonly string[] | undefined }) {
    selection = useSelection(rows, rowId)
    return [...selection.ids].join()
  }
  const list = (rows: readonly string[] | undefined) => draw(<List rows={rows} />)
  list(['a', 'b', 'c'])
  act(() => selection.select(0, false))
  act(() => selection.select(1, true))
  expect(host.textContent).toBe('a,b')
  // The next rows are on their way.
  list(undefined)
  expect(host.textContent).toBe('a,b')
  list(['b', 'c'])
  expect(host.textContent).toBe('b')
  list(['a', 'b', 'c'])
  expect(host.textContent).toBe('b')
  expect(selection!.selected).toEqual(['b'])
})
