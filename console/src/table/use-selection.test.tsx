/** Rows ticked on the way: Shift with an arrow begins at the row with the focus, wherever a row was ticked before. */
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { useKeys } from './use-keys.ts'
import { useSelection } from './use-selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f']
const idOf = (row: string) => row

function List() {
  const box = useRef<HTMLDivElement>(null)
  const selection = useSelection(rows, idOf)
  const onKeyDown = useKeys({ box, count: rows.length, reveal: () => undefined, selection, list: {} })
  return (
    <div ref={box} role="grid" tabIndex={0} onKeyDown={onKeyDown}>
      <table>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row} tabIndex={-1} data-row={index} aria-selected={selection.ids.has(row)}>
              <td>{row}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
async function draw() {
  await drawDialog(<List />, { path: '/', services: {} })
  await eventually(() => expect(document.querySelector('[role=grid]')).not.toBeNull())
  document.querySelector<HTMLElement>('[role=grid]')?.focus()
}
/** Presses the key and waits for the row that it leads to. */
async function press(key: string, row: number, shiftKey = false): Promise<void> {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
  await eventually(() => expect(document.activeElement?.getAttribute('data-row')).toBe(String(row)))
}
const ticked = () => [...document.querySelectorAll('tr[aria-selected=true]')].map((row) => row.textContent).join('')

test('the row that is left is ticked with the next one', async () => {
  await draw()
  await press('j', 0)
  await press('j', 1)
  await press('ArrowDown', 2, true)
  await eventually(() => expect(ticked()).toBe('bc'))
})
test('no row between them and an earlier tick is', async () => {
  await draw()
  await press('j', 0)
  await press(' ', 0)
  await press('End', 5)
  await press('ArrowUp', 4, true)
  await eventually(() => expect(ticked()).toBe('aef'))
})
