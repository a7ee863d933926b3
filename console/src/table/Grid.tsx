/** The table itself: a real <table> whose rows are drawn only where they can be seen. */
import { isIdleFocus } from '../ui/key-focus.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { TableRow } from './Row.tsx'
import type { Column } from './spec.ts'
import { useDraggedColumn } from './use-dragged-column.ts'
import { useKeys, type ListKeys } from './use-keys.ts'
import { Tick } from '../ui/inputs.tsx'
import { widthOfActions, type RowRoom } from './row-width.ts'
import tableStyles from './table.module.css'
import helpers from '../ui/helpers.module.css'
import skeletonStyles from '../ui/Skeleton.module.css'
import { clsx } from 'clsx'

interface Props<Row> extends RowRoom {
  label: string
  rows: Row[] | undefined
  total: number
  rowId: (row: Row) => string
  columns: Column<Row>[]
  headingOf: (column: Column<Row>) => string
  sort: { column: string | undefined; dir: 'asc' | 'desc' }
  onSort: (column: string) => void
  /** A heading that is dragged comes to stand where another stood. Left out, columns do not move. */
  onMove?: (field: string, to: string) => void
  filterRow: ((column: Column<Row>) => ReactNode) | undefined
  selection:
    | { ids: ReadonlySet<string>; select: (index: number, range: boolean) => void; selectAll: () => void; toggleAll: () => void }
    | undefined
  current: string | undefined
  rowActions: ((row: Row) => ReactNode) | undefined
  /** Rows have room for two lines and a picture. */
  tall?: boolean | undefined
  keys?: ListKeys
  below: ReactNode
}

const skeletonRows = 12
const noKeys: ListKeys = {}
const heightOf = (name: '--row' | '--row-tall') => () =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue(name), 10) || 32
const [rowHeight, tallHeight] = [heightOf('--row'), heightOf('--row-tall')]
/** What answers a click by itself. */
const answering = 'a, button, input, select, label, summary, [role=button]'

export function Grid<Row>(props: Props<Row>) {
  const { label, rows, total, rowId, columns, headingOf, selection, current, rowActions, tall = false, keys = noKeys, below } = props
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => box.current,
    estimateSize: tall ? tallHeight : rowHeight,
    overscan: 8,
  })
  const onKey = useKeys({ box, count: rows?.length ?? 0, reveal: virtual.scrollToIndex, selection, list: keys })
  const inside = useRetainedFocus(box)
  const onClick = ({ target }: MouseEvent) => {
    const row = target instanceof Element && target.closest(answering) === null ? target.closest<HTMLElement>('tr[data-row]') : null
    // Who marks words in a row wants them, not the row.
    if (row !== null && (getSelection()?.isCollapsed ?? true)) keys.onOpen?.(Number(row.dataset.row))
  }
  const items = virtual.getVirtualItems()
  const [above, under] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)]
  const span = columns.length + (rowActions === undefined ? 1 : 2)
  // What room is left is the last column's, so that the others begin where they begin on every screen; numbers stay together.
  const roomy = columns.at(-1)?.numeric ? 0 : columns.length - 1
  const actionsWidth = widthOfActions(props)
  const ofColumns = `${38 + columns.reduce((sum, column) => sum + column.width, 0)}px`
  const width = rowActions === undefined ? ofColumns : `calc(${ofColumns} + ${actionsWidth})`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys scroll and walk along the rows, Enter opens one as a click does
    <div
      className={tableStyles.grid}
      data-part="grid"
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={label}
      onKeyDown={onKey}
      onClick={keys.onOpen === undefined ? undefined : onClick}
      {...inside}
      data-grid
      data-tall={tall || undefined}
      data-opens={keys.onOpen === undefined ? undefined : ''}
    >
      <table aria-rowcount={total + 2} style={{ width }}>
        <colgroup>
          <col style={{ width: 38 }} />
          {columns.map((column, place) => (
            <col key={column.field} style={place === roomy ? undefined : { width: column.width }} />
          ))}
          {rowActions !== undefined && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <GridHead {...props} />
        <tbody>
          {above > 0 && <Space height={above} span={span} />}
          {items.map(({ index }) => {
            const row = rows?.[index]
            if (row === undefined) return null
            const id = rowId(row)
            return (
              <TableRow
                key={id}
                row={row}
                index={index}
                selected={selection?.ids.has(id) ?? false}
                current={current === id}
                columns={columns}
                selectable={selection !== undefined}
                label={t('common.selectRow', { id })}
                onSelect={selection?.select ?? nothing}
                rowActions={rowActions}
                headingOf={headingOf}
              />
            )
          })}
          {under > 0 && <Space height={under} span={span} />}
          {rows === undefined && <Skeleton columns={columns} withActions={rowActions !== undefined} />}
        </tbody>
      </table>
      {below}
    </div>
  )
}
const nothing = () => undefined

type HeadProps<Row> = Pick<
  Props<Row>,
  'rows' | 'columns' | 'headingOf' | 'sort' | 'onSort' | 'onMove' | 'filterRow' | 'selection' | 'rowActions'
>

/** The headings, by which rows are sorted and ticked all at once, and the filters under them. */
function GridHead<Row>({ rows, columns, headingOf, sort, onSort, onMove, filterRow, selection, rowActions }: HeadProps<Row>) {
  const { t } = useTranslation()
  const dragged = useDraggedColumn(onMove)
  const chosen = selection?.ids.size ?? 0
  return (
    <thead>
      <tr>
        <th className={tableStyles.pin}>
          {selection !== undefined && (
            <Tick
              aria-label={t('common.select')}
              checked={chosen > 0 && chosen === rows?.length}
              ref={(element) => {
                if (element !== null) element.indeterminate = chosen > 0 && chosen !== rows?.length
              }}
              onChange={selection.toggleAll}
            />
          )}
        </th>
        {columns.map((column, place) => {
          const sorted = sort.column === column.field
          const heading = headingOf(column)
          return (
            <th
              key={column.field}
              scope="col"
              title={column.note}
              className={classOf(column, place)}
              {...dragged(column.field)}
              aria-sort={sorted ? (sort.dir === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              {column.sort === false ? (
                heading
              ) : (
                <button type="button" className={tableStyles.sort} data-part="sort" onClick={() => onSort(column.field)}>
                  {heading}
                  {sorted && (sort.dir === 'asc' ? <IconArrowUp size={12} /> : <IconArrowDown size={12} />)}
                </button>
              )}
            </th>
          )
        })}
        {rowActions !== undefined && (
          <th scope="col" className={tableStyles.rowActions} data-part="row-actions">
            <span className={helpers.screenReader}>{t('common.actions')}</span>
          </th>
        )}
      </tr>
      {filterRow !== undefined && (
        <tr className={tableStyles.filter}>
          <th className={tableStyles.pin} aria-label={t('table.filters')} />
          {columns.map((column, place) => (
            <td
              key={column.field}
              className={classOf(column, place)}
              style={{ position: 'sticky', top: 32, zIndex: place === 0 ? 3 : 2, padding: '3px 4px', background: 'var(--surface)' }}
            >
              {filterRow(column)}
            </td>
          ))}
          {rowActions !== undefined && (
            <td className={tableStyles.rowActions} data-part="row-actions" style={{ position: 'sticky', top: 32, zIndex: 3 }} />
          )}
        </tr>
      )}
    </thead>
  )
}
const classOf = (column: { numeric?: true }, place: number) =>
  clsx(column.numeric && tableStyles.number, place === 0 && [tableStyles.pin, tableStyles.pin2])

/** Rows that stand for those that are on their way. */
function Skeleton({ columns, withActions }: { columns: readonly { field: string }[]; withActions: boolean }) {
  return Array.from({ length: skeletonRows }, (_, index) => (
    <tr key={index} aria-hidden="true">
      <td className={tableStyles.pin} />
      {columns.map((column, place) => (
        <td key={column.field}>
          <span className={skeletonStyles.skeleton} data-part="skeleton" style={{ width: `${45 + ((index * 7 + place * 13) % 40)}%` }} />
        </td>
      ))}
      {withActions && <td />}
    </tr>
  ))
}

/** A row that has the focus and leaves the screen hands it to the list, so that the next key goes on from there. */
function useRetainedFocus(box: RefObject<HTMLDivElement | null>) {
  const inside = useRef(false)
  useEffect(() => {
    if (inside.current && isIdleFocus(document.activeElement)) box.current?.focus({ preventScroll: true })
  })
  return {
    onFocus: () => void (inside.current = true),
    onBlur: () => void (inside.current = false),
  }
}

function Space({ height, span }: { height: number; span: number }) {
  return (
    <tr className={tableStyles.space} aria-hidden="true">
      <td colSpan={span} style={{ height }} />
    </tr>
  )
}
