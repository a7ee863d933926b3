/** One row of a list: plain cells, drawn again only when the row, its tick or the columns change. */
import { memo, type ReactNode } from 'react'
import { valueOf, type Column } from './spec.ts'
import { Tick } from '../ui/inputs.tsx'
import tableStyles from './table.module.css'
import { clsx } from 'clsx'

interface Props<Row> {
  row: Row
  index: number
  selected: boolean
  current: boolean
  columns: readonly Column<Row>[]
  selectable: boolean
  label: string
  onSelect: (index: number, range: boolean) => void
  rowActions?: ((row: Row) => ReactNode) | undefined
  /** What a number is, where there is no heading over it. */
  headingOf: (column: Column<Row>) => string
}

function plain(value: unknown): ReactNode {
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) && value.length > 0 ? value.join(', ') : '–'
}

function RowOf<Row>({ row, index, selected, current, columns, selectable, label, onSelect, rowActions, headingOf }: Props<Row>) {
  return (
    <tr
      aria-rowindex={index + 3}
      aria-selected={selectable ? selected : undefined}
      aria-current={current || undefined}
      data-row={index}
      tabIndex={-1}
    >
      <td className={tableStyles.pin}>
        {selectable && (
          <Tick checked={selected} aria-label={label} onChange={() => undefined} onClick={(event) => onSelect(index, event.shiftKey)} />
        )}
      </td>
      {columns.map((column, place) => (
        <td
          key={column.field}
          className={clsx(column.numeric && tableStyles.number, place === 0 && [tableStyles.pin, tableStyles.pin2])}
          data-own-line={column.ownLine}
          data-heading={column.numeric ? headingOf(column) : undefined}
        >
          {column.cell ? column.cell(row) : plain(valueOf(column, row))}
        </td>
      ))}
      {rowActions !== undefined && (
        <td className={tableStyles.rowActions} data-part="row-actions" style={{ padding: '0 6px' }}>
          <span style={{ display: 'flex', gap: 2 }}>{rowActions(row)}</span>
        </td>
      )}
    </tr>
  )
}
// memo drops the type parameter; the cast gives it back.
export const TableRow = memo(RowOf) as typeof RowOf
