/** Chosen columns of a list, where what is declared changes when more is known. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import type { Column } from './spec.ts'
import { useColumns } from './use-columns.ts'

type Row = { id: string; more: string }
const declared = (optional: boolean): Column<Row>[] => [
  { field: 'id', width: 1 },
  { field: 'more', width: 1, ...(optional && { optional: true as const }) },
]

function List({ name }: { name: string }) {
  const [known, setKnown] = useState(false)
  const { shown: columns } = useColumns(name, declared(!known))
  return (
    <button type="button" onClick={() => setKnown(true)}>
      {columns.map((column) => column.field).join()}
    </button>
  )
}
const press = async (before: string) => {
  await eventually(() => expect(document.querySelector('button')?.textContent).toBe(before))
  document.querySelector('button')?.click()
}
const shows = (columns: string) => eventually(() => expect(document.querySelector('button')?.textContent).toBe(columns))

test('a column that turns out to be of use is shown', async () => {
  await drawDialog(<List name="fresh" />, { path: '/', services: {} })
  await press('id')
  await shows('id,more')
})
test('columns that were chosen stay', async () => {
  localStorage.setItem('endcap.viewItems.chosen', '["more"]')
  await drawDialog(<List name="chosen" />, { path: '/', services: {} })
  await press('id')
  await shows('id')
})
test('a column that comes later and is hidden unless chosen is drawn at no time', async () => {
  const drawn: string[] = []
  function Growing() {
    const [known, setKnown] = useState(false)
    const { shown: columns } = useColumns('growing', known ? declared(true) : declared(true).slice(0, 1))
    drawn.push(columns.map((column) => column.field).join())
    return (
      <button type="button" onClick={() => setKnown(true)}>
        {known ? 'more is known' : 'id'}
      </button>
    )
  }
  await drawDialog(<Growing />, { path: '/', services: {} })
  await press('id')
  await shows('more is known')
  expect(new Set(drawn)).toEqual(new Set(['id']))
})

test('a choice among the columns that are there leaves those that come later as they wish, also the next time', async () => {
  const all: Column<{ id: string; name: string; more: string }>[] = [
    { field: 'id', width: 1 },
    { field: 'name', width: 1, optional: true },
    { field: 'more', width: 1, optional: true },
  ]
  function Choosing() {
    const [columns, setColumns] = useState(all.slice(0, 2))
    const { shown: found, toggle } = useColumns('choosing', columns)
    const next = () => (columns.length < 3 && found.length === 2 ? setColumns(all) : toggle(found.length === 1 ? 'name' : 'more'))
    return (
      <button type="button" onClick={next}>
        {columns.length}: {found.map((column) => column.field).join()}
      </button>
    )
  }
  await drawDialog(<Choosing />, { path: '/', services: {} })
  await press('2: id')
  await press('2: id,name')
  await shows('3: id,name')
  document.body.innerHTML = ''
  await drawDialog(<Choosing />, { path: '/', services: {} })
  await press('2: id,name')
  await press('3: id,name')
  await shows('3: id,name,more')
})

test('moved columns stand where they were put, also the next time; one that comes later stands behind its neighbour', async () => {
  const three: Column<{ id: string; name: string; price: string; later: string }>[] = [
    { field: 'id', width: 1 },
    { field: 'name', width: 1 },
    { field: 'price', width: 1 },
  ]
  function Moving({ columns }: { columns: typeof three }) {
    const { shown, move } = useColumns('moving', columns)
    return (
      <button type="button" onClick={() => move(2, 0)}>
        {shown.map((column) => column.field).join()}
      </button>
    )
  }
  await drawDialog(<Moving columns={three} />, { path: '/', services: {} })
  await press('id,name,price')
  await shows('price,id,name')
  document.body.replaceChildren()
  await drawDialog(<Moving columns={[...three.slice(0, 1), { field: 'later', width: 1 }, ...three.slice(1)]} />, {
    path: '/',
    services: {},
  })
  await shows('price,id,later,name')
})
