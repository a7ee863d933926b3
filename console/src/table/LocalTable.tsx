/** A table of rows that are all here: ordered in place, drawn like every list. */
import { useMemo, useState, type ReactNode } from 'react'
import { Grid } from './Grid.tsx'
import type { RowRoom } from './row-width.ts'
import { isOfField, type Column } from './spec.ts'
import tableStyles from './table.module.css'

interface Props<Row> extends RowRoom {
  label: string
  rows: Row[] | undefined
  rowId: (row: Row) => string
  columns: Column<Row>[]
  /** Column headings by their field. */
  headingOf: (field: string) => string
  order?: { column: keyof Row & string; dir: 'asc' | 'desc' }
  empty: string
  /** What fills it, offered where there are no rows. */
  fill?: ReactNode
  rowActions?: ((row: Row) => React.ReactNode) | undefined
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'boolean' ? String(value) : '')
  return text(a).localeCompare(text(b), undefined, { numeric: true })
}

export function LocalTable<Row>({
  label,
  rows,
  rowId,
  columns,
  headingOf,
  order,
  empty,
  fill,
  rowActions,
  rowButtons,
  actionsWidth,
}: Props<Row>) {
  const [sort, setSort] = useState<{ column: (keyof Row & string) | undefined; dir: 'asc' | 'desc' }>(
    order ?? { column: undefined, dir: 'asc' },
  )
  const shown = useMemo(() => {
    const { column, dir } = sort
    if (rows === undefined || column === undefined) return rows
    return rows.toSorted((a, b) => (dir === 'asc' ? compare(a[column], b[column]) : compare(b[column], a[column])))
  }, [rows, sort])
  return (
    <Grid
      label={label}
      rows={shown}
      total={rows?.length ?? 0}
      rowId={rowId}
      columns={columns}
      headingOf={(column) => headingOf(column.field)}
      sort={sort}
      onSort={(column) =>
        setSort({
          column: columns
            .map(({ field }) => field)
            .filter(isOfField<Row>)
            .find((field) => field === column),
          dir: sort.column === column && sort.dir === 'asc' ? 'desc' : 'asc',
        })
      }
      filterRow={undefined}
      selection={undefined}
      current={undefined}
      rowActions={rowActions}
      rowButtons={rowButtons}
      actionsWidth={actionsWidth}
      below={
        rows?.length === 0 && (
          <div className={tableStyles.empty}>
            <b>{empty}</b>
            {fill !== undefined && <div className={tableStyles.fills}>{fill}</div>}
          </div>
        )
      }
    />
  )
}
