/** The chooser of columns, and headings that are dragged. */
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { useColumns } from './use-columns.ts'
import { entriesOf } from './column-entries.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { Grid } from './Grid.tsx'
import type { Column } from './spec.ts'

type Row = { name: string; price: string; unit: string }
const declared: Column<Row>[] = [
  { field: 'name', width: 100 },
  { field: 'price', width: 100, note: 'PRICE' },
  { field: 'unit', width: 100 },
]
function List() {
  const choice = useColumns('chooser', declared)
  return (
    <>
      <ColumnChooser columns={entriesOf(choice, ({ field }) => field)} onToggle={choice.toggle} onMove={choice.move} />
      <Grid
        label="rows"
        rows={[]}
        total={0}
        rowId={({ name }: Row) => name}
        columns={choice.shown}
        headingOf={({ field }) => field}
        sort={{ column: undefined, dir: 'asc' }}
        onSort={() => undefined}
        onMove={choice.moveTo}
        filterRow={undefined}
        selection={undefined}
        current={undefined}
        rowActions={undefined}
        below={null}
      />
    </>
  )
}
const headings = () => [...document.querySelectorAll('th[scope=col]')].map((one) => one.textContent)
const shows = (...fields: string[]) => eventually(() => expect(headings()).toEqual(fields))
const heading = (field: string) => [...document.querySelectorAll('th')].find((one) => one.textContent === field)

test('a column moves by the arrow keys on its handle, and by dragging its heading; ticks show and hide it', async () => {
  localStorage.clear()
  await drawDialog(<List />, { path: '/', services: {} })
  await shows('name', 'price', 'unit')
  expect(heading('price')?.title).toBe('PRICE')
  const grips = () => [...document.querySelectorAll<HTMLElement>('[data-part=grip]')]
  grips()[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))
  await shows('price', 'name', 'unit')
  const drag = (type: string) =>
    Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer: { setData: () => undefined } })
  heading('unit')?.dispatchEvent(drag('dragstart'))
  await eventually(() => expect(heading('unit')?.dataset).toHaveProperty('held'))
  heading('price')?.dispatchEvent(drag('dragover'))
  heading('price')?.dispatchEvent(drag('drop'))
  await shows('unit', 'price', 'name')
  document.querySelectorAll<HTMLElement>('input[type=checkbox]')[1]?.click()
  await shows('unit', 'name')
  expect(localStorage.getItem('endcap.columnOrder.chooser')).toBe('["unit","price","name"]')
})
