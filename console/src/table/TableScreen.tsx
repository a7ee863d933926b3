/** Renders a declared list screen: heading, tabs, filters, table, selection, pager, and the panel beside it. */
import type { RowOf, TableEndpoint } from '@endcap/contract/table'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../app/services.ts'
import { useTransfers } from '../data/transfers.ts'
import { formatNumber } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { ActionMenu } from './ActionMenu.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { Empty } from './Empty.tsx'
import { exportJob, exportName } from './export.ts'
import { FilterChips, FilterField } from './Filters.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { Footer } from './Footer.tsx'
import { Grid } from './Grid.tsx'
import { isOpen, spanOf } from './Period.tsx'
import { allDates, toFilter } from './request.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { Action, Column, DeclaredTable, DownloadItem, FilterInput, ListNow, Load } from './spec.ts'
import { Toolbar } from './Toolbar.tsx'
import { useColumns } from './use-columns.ts'
import type { ListKeys } from './use-keys.ts'
import { useList } from './use-list.ts'
import { useRanges } from './use-ranges.ts'
import { useSelection } from './use-selection.ts'

interface Props<E extends TableEndpoint> {
  spec: DeclaredTable<E>
  /** Columns that are only known at run time, behind the declared ones. */
  moreColumns?: Column<RowOf<E>>[]
  storeCode?: string
  load: Load<E>
  /** What else the rows depend on, such as a task's id. */
  refreshKey?: readonly string[]
  title: string
  subtitle?: ReactNode
  actions?: Action<RowOf<E>>[]
  /** Further buttons beside the title, such as those that an overview has on its map, too. */
  head?: ReactNode
  /** State tabs and the shelf strip, given the list's filters. */
  tabs?: (filters: Record<string, string>, setFilter: (name: string, text: string) => void) => ReactNode
  rowActions?: (row: RowOf<E>, open: (row: RowOf<E>) => void) => ReactNode
  actionsWidth?: number
  /** Said when there are no rows at all. */
  empty?: string
  /** The panel beside the list for the row that the address names. */
  peek?: (id: string, step: (by: 1 | -1) => void, close: () => void) => ReactNode
  /** Files of this list that the server makes; the list as it is shown is always among the files. */
  downloads?: ((now: ListNow) => DownloadItem[]) | undefined
  /** Told of the ticked rows, for what is done with them beside the list; the same function from one drawing to the next. */
  onSelected?: (rows: readonly RowOf<E>[]) => void
}

/** Below it the table has no headings: filters and order are in a dialog (docs/specification/tables.md). */
const phone = '(max-width: 760px)'

export function TableScreen<E extends TableEndpoint>(props: Props<E>) {
  type Row = RowOf<E>
  const {
    spec,
    moreColumns,
    storeCode = '',
    load,
    refreshKey = [],
    title,
    subtitle,
    actions = [],
    head,
    tabs,
    rowActions,
    actionsWidth = 70,
    peek,
    empty,
    downloads,
    onSelected,
  } = props
  const { t } = useTranslation()
  const can = useCan()
  const list = useList(spec, load, storeCode, refreshKey)
  const { state, change, query, rows } = list
  const allColumns = useMemo(() => [...spec.columns, ...(moreColumns ?? [])], [spec, moreColumns])
  const [columns, hidden, toggleColumn] = useColumns(spec.path, allColumns)
  const [filtersShown, setFiltersShown] = useState(true)
  const [open, setOpen] = useState<{ action: Action<Row>; rows: Row[] }>()
  const onSelection = actions.filter((action) => action.on !== 'table' && can(action.needs))
  const onEither = onSelection.filter((action) => action.on === 'either')
  const onTable = actions.filter((action) => action.on === 'table' && can(action.needs))
  const selection = useSelection<Row>(rows, spec.rowId)
  useEffect(() => onSelected?.(selection.selected), [onSelected, selection.selected])
  const headingOf = useCallback((column: Column<Row>) => column.heading ?? t(`${spec.name}.column.${column.field}`), [spec, t])
  const inputs = spec.filters as Record<string, FilterInput | undefined>
  const [sheet, setSheet] = useState(false)
  const onPhone = useMediaQuery(phone) ?? false
  const transfers = useTransfers()

  const latest = useRef({ state, change })
  latest.current = { state, change }
  const setFilter = useCallback((name: string, text: string) => {
    const { state: now, change: apply } = latest.current
    apply({ filters: { ...now.filters, [name]: text } })
  }, [])
  const setters = useMemo(
    () => new Map(Object.keys(inputs).map((name) => [name, (text: string) => setFilter(name, text)])),
    [inputs, setFilter],
  )
  const showPeek = useCallback((row: Row) => latest.current.change({ peek: spec.rowId(row) }), [spec])
  const actionsOf = useMemo(() => (rowActions === undefined ? undefined : (row: Row) => rowActions(row, showPeek)), [rowActions, showPeek])

  const step = (by: 1 | -1) => {
    const index = (rows ?? []).findIndex((row) => spec.rowId(row) === state.peek)
    const next = rows?.[index + by]
    if (next !== undefined) showPeek(next)
  }
  const keys: ListKeys = {
    opened: (rows ?? []).findIndex((row) => spec.rowId(row) === state.peek),
    onGo: (index) => {
      const row = rows?.[index]
      if (state.peek !== undefined && row !== undefined) showPeek(row)
    },
    onOpen: peek && ((index) => rows?.[index] !== undefined && showPeek(rows[index])),
    onBack: () => (state.peek !== undefined ? change({ peek: undefined }) : selection.clear()),
    onFilters: () => (onPhone ? setSheet(true) : setFiltersShown(true)),
  }
  const filterName = (column: Column<Row>) => column.filter ?? column.field
  const headingOfFilter = (name: string) => {
    const column = allColumns.find((one) => filterName(one) === name)
    return column === undefined ? t(`${spec.name}.column.${name}`, { defaultValue: name }) : headingOf(column)
  }
  const chips = Object.entries(state.filters).map(([name, text]) => {
    const input = inputs[name]
    const labelOf = typeof input === 'object' ? input.label : undefined
    return {
      name,
      heading: headingOfFilter(name),
      text: labelOf === undefined ? text : text.replace(/^==/, '').split(',').map(labelOf).join(', '),
    }
  })
  const ranges = useRanges(spec, state, change)
  const rangeChips = ranges
    .filter((range) => !isOpen(range))
    .map((range) => ({ name: range.name, heading: range.heading, text: spanOf(range) }))
  const close = (changed: boolean) => {
    setOpen(undefined)
    if (!changed) return
    selection.clear()
    void query.refetch()
  }
  const filtered = chips.length + rangeChips.length > 0
  const clearAll = () => change({ filters: {}, ...allDates({}) })
  const now: ListNow = { filter: toFilter(state), fields: columns.map((column) => ({ field: column.field, heading: headingOf(column) })) }
  const startExport = () => {
    const request = { ...now.filter, ...(state.sort !== undefined && { order: { column: state.sort, dir: state.dir } }) }
    const fileName = exportName([title, storeCode].filter(Boolean).join('-'), new Date())
    const pages = (body: Record<string, unknown>, signal: AbortSignal) => load(body as Parameters<typeof load>[0], signal)
    transfers.start(exportJob<Row>({ title, fileName, request, load: pages, rowId: spec.rowId, columns, headingOf, t }))
  }
  return (
    <>
      <div className="ph">
        <h1>{title}</h1>
        <span className="sub">{subtitle ?? formatNumber(list.grandTotal)}</span>
        <span className="grow" />
        {head}
        {onEither.length > 0 && (
          <ActionMenu
            name={spec.name}
            actions={onEither}
            rows={selection.selected}
            onAction={(action) => setOpen({ action, rows: selection.selected })}
          />
        )}
        {onTable.toReversed().map((action, index) => (
          <button
            key={action.name}
            type="button"
            className={`btn ${index === onTable.length - 1 ? 'pri' : ''}`}
            onClick={() => setOpen({ action, rows: selection.selected })}
          >
            <action.icon size={15} stroke={1.7} />
            {t(`${spec.name}.action.${action.name}`)}
          </button>
        ))}
      </div>
      {tabs?.(state.filters, setFilter)}
      <Toolbar
        filtersShown={onPhone ? sheet : filtersShown}
        onToggleFilters={() => (onPhone ? setSheet(true) : setFiltersShown(!filtersShown))}
        chips={
          <>
            <FilterChips chips={chips} onClear={(name) => setFilter(name, '')} />
            <FilterChips
              chips={rangeChips}
              onClear={(name) => ranges.find((range) => range.name === name)?.onChange({ from: undefined, to: undefined })}
            />
          </>
        }
        hasFilters={filtered}
        onClearAll={clearAll}
        ranges={ranges}
        columns={allColumns.map((column) => ({ field: column.field, heading: headingOf(column), shown: !hidden.has(column.field) }))}
        onToggleColumn={toggleColumn}
        downloads={<DownloadMenu items={downloads?.(now) ?? []} onExport={startExport} />}
        savedUntil={list.saved?.until}
        onSave={list.save}
        onForget={list.forget}
      />
      <Problem query={query} />
      <div style={{ display: 'flex', flex: 1, minHeight: 0, position: 'relative' }}>
        {query.isFetching && query.isPlaceholderData && <div className="fetch" />}
        <Grid
          label={title}
          // What failed is not on its way any more.
          rows={query.isError ? (rows ?? []) : rows}
          total={list.total}
          rowId={spec.rowId}
          columns={columns}
          headingOf={headingOf}
          sort={{ column: state.sort, dir: state.dir }}
          onSort={(column) => change({ sort: column, dir: state.sort === column && state.dir === 'asc' ? 'desc' : 'asc' })}
          filterRow={
            filtersShown && Object.keys(inputs).length > 0
              ? (column) => {
                  const name = filterName(column)
                  const input = inputs[name]
                  return input === undefined ? null : (
                    <FilterField
                      name={name}
                      heading={headingOf(column)}
                      input={input}
                      value={state.filters[name] ?? ''}
                      onChange={setters.get(name) ?? nothing}
                    />
                  )
                }
              : undefined
          }
          selection={onSelection.length > 0 ? selection : undefined}
          current={state.peek}
          rowActions={actionsOf}
          actionsWidth={actionsWidth}
          keys={keys}
          below={
            <>
              {rows?.length === 0 && <Empty filtered={filtered} text={empty} onClear={clearAll} />}
              {selection.ids.size > 0 && <div style={{ height: 60 }} />}
            </>
          }
        />
        {state.peek !== undefined && peek?.(state.peek, step, () => change({ peek: undefined }))}
      </div>
      <Footer page={state.page} rows={state.rows} total={list.total} sizes={spec.pageSizes} onChange={change} />
      {selection.ids.size > 0 && (
        <SelectionBar
          name={spec.name}
          count={selection.ids.size}
          rows={selection.selected}
          total={rows?.length ?? 0}
          actions={onSelection}
          onAction={(action) => setOpen({ action, rows: selection.selected })}
          onAll={selection.selectAll}
          onClear={selection.clear}
        />
      )}
      {sheet && (
        <FilterSheet
          filters={Object.entries(inputs).flatMap(([name, input]) =>
            input === undefined ? [] : [{ name, heading: headingOfFilter(name), input, value: state.filters[name] ?? '' }],
          )}
          onFilter={setFilter}
          ranges={ranges}
          orders={allColumns
            .filter((column) => column.sort !== false)
            .map((column) => ({ field: column.field, heading: headingOf(column) }))}
          sort={{ column: state.sort, dir: state.dir }}
          onSort={(column, dir) => change({ sort: column, dir })}
          onClear={clearAll}
          onClose={() => setSheet(false)}
        />
      )}
      {open !== undefined && <open.action.opens rows={open.rows} close={close} />}
    </>
  )
}
const nothing = () => undefined
