/** Renders a declared list screen: heading, tabs, filters, table, selection, pager, and the panel beside it. */
import type { FilterOf, RowOf, TableEndpoint } from '@endcap/contract/table'
import { IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useCan } from '../app/services.ts'
import { formatNumber } from '../ui/format.ts'
import { FilterChips, FilterField } from './Filters.tsx'
import { Footer } from './Footer.tsx'
import { Grid } from './Grid.tsx'
import type { Action, Column, DeclaredTable, Load, TableSpec } from './spec.ts'
import { Toolbar } from './Toolbar.tsx'
import { useList } from './use-list.ts'
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
  /** State tabs and the shelf strip, given the list's filters. */
  tabs?: (filters: Record<string, string>, setFilter: (name: string, text: string) => void) => ReactNode
  rowActions?: (row: RowOf<E>, open: (row: RowOf<E>) => void) => ReactNode
  actionsWidth?: number
  /** The panel beside the list for the row that the address names. */
  peek?: (id: string, step: (by: 1 | -1) => void, close: () => void) => ReactNode
}

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
    tabs,
    rowActions,
    actionsWidth = 70,
    peek,
  } = props
  const { t } = useTranslation()
  const can = useCan()
  const list = useList(spec, load, storeCode, refreshKey)
  const { state, change, query, rows } = list
  const allColumns = useMemo(() => [...spec.columns, ...(moreColumns ?? [])], [spec, moreColumns])
  const [columns, hidden, toggleColumn] = useColumns(spec.path, allColumns)
  const [filtersShown, setFiltersShown] = useState(true)
  const [open, setOpen] = useState<{ action: Action<Row>; rows: Row[] }>()
  const onSelection = actions.filter((action) => action.on === 'selection' && can(action.needs))
  const onTable = actions.filter((action) => action.on === 'table' && can(action.needs))
  const selection = useSelection<Row>(rows, spec.rowId)
  const headingOf = useCallback((column: Column<Row>) => column.heading ?? t(`${spec.name}.column.${column.field}`), [spec, t])
  const inputs = spec.filters as Record<string, TableSpec<E>['filters'][FilterOf<E>]>

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
  const onKey = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (typing) return
    if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1)
    if (event.key === 'Escape' && state.peek !== undefined) change({ peek: undefined })
    if (event.key === '/') {
      event.preventDefault()
      setFiltersShown(true)
      event.currentTarget.querySelector<HTMLInputElement>('[data-filter]')?.focus()
    }
    if (
      event.key === 'Enter' &&
      state.peek === undefined &&
      event.target === event.currentTarget &&
      rows?.[0] !== undefined &&
      peek !== undefined
    )
      showPeek(rows[0])
  }
  const chips = Object.entries(state.filters).map(([name, text]) => {
    const input = inputs[name]
    const labelOf = typeof input === 'object' ? input.label : undefined
    const column = allColumns.find((one) => one.field === name)
    return {
      name,
      heading: column === undefined ? name : headingOf(column),
      text: labelOf === undefined ? text : text.replace(/^==/, '').split(',').map(labelOf).join(', '),
    }
  })
  const close = (changed: boolean) => {
    setOpen(undefined)
    if (!changed) return
    selection.clear()
    void query.refetch()
  }
  const filtered = chips.length > 0 || state.from !== undefined || state.to !== undefined
  return (
    <>
      <div className="ph">
        <h1>{title}</h1>
        <span className="sub">{subtitle ?? formatNumber(list.grandTotal)}</span>
        <span className="grow" />
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
        filtersShown={filtersShown}
        onToggleFilters={() => setFiltersShown(!filtersShown)}
        chips={<FilterChips chips={chips} onClear={(name) => setFilter(name, '')} />}
        hasFilters={filtered}
        onClearAll={() => change({ filters: {}, from: undefined, to: undefined })}
        dates={spec.dateRange && { from: state.from, to: state.to, onChange: change }}
        columns={allColumns.map((column) => ({ field: column.field, heading: headingOf(column), shown: !hidden.has(column.field) }))}
        onToggleColumn={toggleColumn}
        savedUntil={list.saved?.until}
        onSave={list.save}
        onForget={list.forget}
      />
      {query.isError && (
        <div className="msg" role="alert">
          <span className="grow">{errorText(query.error, t)}</span>
          <button type="button" className="btn" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </button>
        </div>
      )}
      <div style={{ display: 'flex', flex: 1, minHeight: 0, position: 'relative' }}>
        {query.isFetching && query.isPlaceholderData && <div className="fetch" />}
        <Grid
          label={title}
          rows={rows}
          total={list.total}
          rowId={spec.rowId}
          columns={columns}
          headingOf={headingOf}
          sort={{ column: state.sort, dir: state.dir }}
          onSort={(column) => change({ sort: column, dir: state.sort === column && state.dir === 'asc' ? 'desc' : 'asc' })}
          filterRow={
            filtersShown && Object.keys(inputs).length > 0
              ? (column) => {
                  const input = inputs[column.field]
                  return input === undefined ? null : (
                    <FilterField
                      name={column.field}
                      heading={headingOf(column)}
                      input={input}
                      value={state.filters[column.field] ?? ''}
                      onChange={setters.get(column.field) ?? nothing}
                    />
                  )
                }
              : undefined
          }
          selection={onSelection.length > 0 ? selection : undefined}
          current={state.peek}
          rowActions={actionsOf}
          actionsWidth={actionsWidth}
          onKey={onKey}
          below={
            <>
              {rows?.length === 0 && <Empty filtered={filtered} onClear={() => change({ filters: {}, from: undefined, to: undefined })} />}
              {selection.ids.size > 0 && <div style={{ height: 60 }} />}
            </>
          }
        />
        {state.peek !== undefined && peek?.(state.peek, step, () => change({ peek: undefined }))}
      </div>
      <Footer page={state.page} rows={state.rows} total={list.total} onChange={change} />
      {selection.ids.size > 0 && (
        <div className="sel" role="toolbar" aria-label={t('common.selected', { count: selection.ids.size })}>
          <b>{t('common.selected', { count: selection.ids.size })}</b>
          <i />
          {onSelection.map((action) => (
            <button key={action.name} type="button" className="btn" onClick={() => setOpen({ action, rows: selection.selected })}>
              <action.icon size={15} stroke={1.7} />
              {t(`${spec.name}.action.${action.name}`)}
            </button>
          ))}
          <i />
          <button type="button" className="btn icon" aria-label={t('common.clearSelection')} onClick={selection.clear}>
            <IconX size={15} />
          </button>
        </div>
      )}
      {open !== undefined && <open.action.opens rows={open.rows} close={close} />}
    </>
  )
}
const nothing = () => undefined

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="empty">
      <b>{t(filtered ? 'table.none' : 'table.empty')}</b>
      <p>{t(filtered ? 'table.noneHint' : 'table.emptyHint')}</p>
      {filtered && (
        <button type="button" className="btn" onClick={onClear}>
          {t('table.clearAll')}
        </button>
      )}
    </div>
  )
}

/** Chosen columns are remembered for each screen (the specification's viewItems). */
function useColumns<Row>(name: string, all: Column<Row>[]): [Column<Row>[], ReadonlySet<string>, (field: string) => void] {
  const key = `endcap.viewItems.${name}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const stored = localStorage.getItem(key)
    return new Set(
      stored === null ? all.filter((column) => column.optional).map((column) => column.field) : (JSON.parse(stored) as string[]),
    )
  })
  // Columns that come later, such as aliases, bring their own wish to be hidden.
  const names = all.map((column) => column.field).join()
  useEffect(() => {
    if (localStorage.getItem(key) === null) setHidden(new Set(all.filter((column) => column.optional).map((column) => column.field)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by their names
  }, [names, key])
  const columns = useMemo(() => all.filter((column) => !hidden.has(column.field)), [all, hidden])
  const toggle = (field: string) => {
    const next = new Set(hidden)
    if (!next.delete(field)) next.add(field)
    setHidden(next)
    localStorage.setItem(key, JSON.stringify([...next]))
  }
  return [columns, hidden, toggle]
}
