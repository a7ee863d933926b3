/** Renders a declared list screen: heading, tabs, filters, table, selection, pager, and the panel beside it. */
import type { RowOf, TableEndpoint } from '@endcap/contract/table'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../app/services.ts'
import { Problem } from '../ui/Problem.tsx'
import { entriesOf } from './column-entries.ts'
import { countText } from './count-text.ts'
import { DownloadMenu } from './DownloadMenu.tsx'
import { Empty, FillButton } from './Empty.tsx'
import { FilterChips, FilterField } from './Filters.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { Footer } from './Footer.tsx'
import { Grid } from './Grid.tsx'
import { ListHead } from './ListHead.tsx'
import type { RowRoom } from './row-width.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { Action, Column, DeclaredTable, DownloadItem, ListNow, Load } from './spec.ts'
import { Toolbar } from './Toolbar.tsx'
import { useColumns } from './use-columns.ts'
import { useExport } from './use-export.ts'
import { useFilters } from './use-filters.ts'
import type { ListKeys } from './use-keys.ts'
import { useList } from './use-list.ts'
import { useOpenAction } from './use-open-action.ts'
import { usePanelRow } from './use-panel-row.ts'
import { useSelection } from './use-selection.ts'
import tableStyles from './table.module.css'

interface Props<E extends TableEndpoint> extends RowRoom {
  spec: DeclaredTable<E>
  /** Columns that are only known at run time, behind the declared ones. */
  moreColumns?: Column<RowOf<E>>[]
  storeCode?: string
  load: Load<E>
  /** What else the rows depend on, such as a task's id. */
  refreshKey?: readonly string[]
  title: string
  /** The name that stands there is on its way: until then none is shown. */
  titleWaits?: boolean
  subtitle?: ReactNode
  actions?: Action<RowOf<E>>[]
  /** Further buttons beside the title, such as those that an overview has on its map, too. */
  head?: ReactNode
  /** State tabs and the shelf strip, given the list's filters. */
  tabs?: (filters: Record<string, string>, setFilter: (name: string, text: string) => void) => ReactNode
  rowActions?: (row: RowOf<E>, open: (row: RowOf<E>) => void) => ReactNode
  /** Said when there are no rows at all, and why there are none. */
  empty?: string
  emptyHint?: string
  /** The name of the action that fills the list, offered where there are no rows; and what stands there beside it. */
  filledBy?: string
  fill?: ReactNode
  /** The panel beside the list for the row that the address names. */
  peek?: (id: string, step: (by: 1 | -1) => void, close: () => void) => ReactNode
  /** Files of this list that the server makes; the list as it is shown is always among the files. */
  downloads?: ((now: ListNow) => DownloadItem[]) | undefined
  /** In the place of the table: rows drawn as cards, filters and order in a dialog. The panel shows parts of them. */
  cards?: {
    draw: (rows: readonly RowOf<E>[] | undefined, look: (id: string) => void) => ReactNode
    idsOf: (row: RowOf<E>) => readonly string[]
  }
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
    actions = [],
    head,
    tabs,
    rowActions,
    rowButtons = 2,
    actionsWidth,
    peek,
    downloads,
    onSelected,
    cards,
  } = props
  const { t } = useTranslation()
  const can = useCan()
  const list = useList(spec, load, storeCode, refreshKey)
  const { state, change, query, rows } = list
  const allColumns = useMemo(() => [...spec.columns, ...(moreColumns ?? [])], [spec, moreColumns])
  const choice = useColumns(spec.path, allColumns)
  const columns = choice.shown
  const [filtersShown, setFiltersShown] = useState(true)
  const opened = useOpenAction(actions)
  const allowed = actions.filter((action) => can(action.needs))
  const onSelection = allowed.filter(({ on }) => on === 'selection' || on === 'either')
  const selection = useSelection<Row>(rows, spec.rowId)
  useEffect(() => onSelected?.(selection.selected), [onSelected, selection.selected])
  const headingOf = useCallback((column: Column<Row>) => column.heading ?? t(`${spec.name}.column.${column.field}`), [spec, t])
  const [sheet, setSheet] = useState(false)
  const onPhone = useMediaQuery(phone) ?? false
  const filters = useFilters({ spec, columns: allColumns, headingOf, state, change })
  const ids = useMemo(() => (rows ?? []).flatMap((row) => cards?.idsOf(row) ?? [spec.rowId(row)]), [rows, cards, spec])
  const panel = usePanelRow({ ids, peek: state.peek, change })
  const { show: look } = panel
  const show = useCallback((row: Row) => look(spec.rowId(row)), [look, spec])
  const inSheet = onPhone || cards !== undefined
  const actionsOf = useMemo(() => (rowActions === undefined ? undefined : (row: Row) => rowActions(row, show)), [rowActions, show])
  const { now, startExport } = useExport<E>({ title, storeCode, state, columns, headingOf, rowId: spec.rowId, load })

  const keys: ListKeys = {
    opened: panel.opened,
    onGo: (index) => {
      const row = rows?.[index]
      if (state.peek !== undefined && row !== undefined) show(row)
    },
    onOpen: peek && ((index) => rows?.[index] !== undefined && show(rows[index])),
    onBack: () => (state.peek !== undefined ? panel.close() : selection.clear()),
    onFilters: () => (inSheet ? setSheet(true) : setFiltersShown(true)),
  }
  // What failed is not on its way any more.
  const rowsNow = query.isError ? (rows ?? []) : rows
  const start = (action: Action<Row>) => opened.start(action, selection.selected)
  const none = rows?.length === 0 ? <NoRows list={props} filters={filters} onStart={start} /> : undefined
  const close = (changed: boolean) => {
    const keepsTicks = opened.open?.action.keepsTicks ?? false
    opened.close()
    if (!changed) return
    if (!keepsTicks) selection.clear()
    void query.refetch()
  }
  return (
    <>
      <ListHead
        name={spec.name}
        title={title}
        titleWaits={props.titleWaits ?? false}
        subtitle={props.subtitle ?? countText(list, filters.filtered, t)}
        head={head}
        inMenu={allowed.filter(({ on }) => on === 'either' || on === 'menu')}
        onTable={allowed.filter(({ on }) => on === 'table')}
        selected={selection.selected}
        onAction={start}
      />
      {tabs?.(state.filters, filters.setFilter)}
      <Toolbar
        filtersShown={inSheet ? sheet : filtersShown}
        onToggleFilters={() => (inSheet ? setSheet(true) : setFiltersShown(!filtersShown))}
        chips={<ListChips filters={filters} />}
        hasFilters={filters.filtered}
        onClearAll={filters.clearAll}
        ranges={filters.ranges}
        columns={cards === undefined ? entriesOf(choice, headingOf) : []}
        onToggleColumn={choice.toggle}
        onMoveColumn={choice.move}
        downloads={<DownloadMenu items={downloads?.(now) ?? []} onExport={startExport} />}
        savedUntil={list.saved?.until}
        onSave={list.save}
        onForget={list.forget}
      />
      <Problem query={query} />
      <div style={{ display: 'flex', flex: 1, minHeight: 0, position: 'relative' }}>
        {query.isFetching && query.isPlaceholderData && <div className={tableStyles.fetch} data-part="fetch" />}
        {cards !== undefined && (
          <section className={tableStyles.cards} aria-label={title} data-part="cards">
            {none ?? cards.draw(rowsNow, look)}
          </section>
        )}
        {cards === undefined && (
          <Grid
            label={title}
            rows={rowsNow}
            total={list.total}
            rowId={spec.rowId}
            columns={columns}
            headingOf={headingOf}
            sort={{ column: state.sort, dir: state.dir }}
            onMove={choice.moveTo}
            onSort={(column) => change({ sort: column, dir: state.sort === column && state.dir === 'asc' ? 'desc' : 'asc' })}
            filterRow={filtersShown && filters.hasFields ? (column) => fieldUnder(filters.fieldOf(column)) : undefined}
            selection={onSelection.length > 0 ? selection : undefined}
            current={state.peek}
            rowActions={actionsOf}
            rowButtons={rowButtons}
            actionsWidth={actionsWidth}
            tall={spec.tall}
            keys={keys}
            below={
              <>
                {none}
                {selection.ids.size > 0 && <div style={{ height: 60 }} />}
              </>
            }
          />
        )}
        {state.peek !== undefined && peek?.(state.peek, panel.step, panel.close)}
      </div>
      <Footer page={state.page} rows={state.rows} total={list.total} sizes={spec.pageSizes} onChange={change} />
      {selection.ids.size > 0 && (
        <SelectionBar
          name={spec.name}
          count={selection.ids.size}
          rows={selection.selected}
          total={rows?.length ?? 0}
          actions={onSelection}
          onAction={start}
          onAll={selection.selectAll}
          onClear={selection.clear}
        />
      )}
      {sheet && <Sheet list={{ headingOf, state, change, filters }} columns={allColumns} close={() => setSheet(false)} />}
      {opened.open !== undefined && <opened.open.action.opens rows={opened.open.rows} close={close} />}
    </>
  )
}

interface SheetProps<Row> {
  list: {
    headingOf: (column: Column<Row>) => string
    state: ReturnType<typeof useList>['state']
    change: ReturnType<typeof useList>['change']
    filters: Pick<ReturnType<typeof useFilters>, 'fields' | 'setFilter' | 'ranges' | 'clearAll'>
  }
  columns: readonly Column<Row>[]
  close: () => void
}
/** Filters and order in a dialog, where there is no heading to hold them. */
function Sheet<Row>({ list: { headingOf, state, change, filters }, columns, close }: SheetProps<Row>) {
  return (
    <FilterSheet
      filters={filters.fields()}
      onFilter={filters.setFilter}
      ranges={filters.ranges}
      orders={columns.filter(({ sort }) => sort !== false).map((column) => ({ field: column.field, heading: headingOf(column) }))}
      sort={{ column: state.sort, dir: state.dir }}
      onSort={(column, dir) => change({ sort: column, dir })}
      onClear={filters.clearAll}
      onClose={close}
    />
  )
}

const fieldUnder = (field: ComponentProps<typeof FilterField> | undefined) => (field === undefined ? null : <FilterField {...field} />)

/** What the list is narrowed to, by columns and by time, each to be taken away. */
function ListChips({ filters: { chips, rangeChips, ranges, setFilter } }: { filters: Chips }) {
  return (
    <>
      <FilterChips chips={chips} onClear={(name) => setFilter(name, '')} />
      <FilterChips
        chips={rangeChips}
        onClear={(name) => ranges.find((range) => range.name === name)?.onChange({ from: undefined, to: undefined })}
      />
    </>
  )
}
type Chips = Pick<ReturnType<typeof useFilters>, 'chips' | 'rangeChips' | 'ranges' | 'setFilter'>

interface NoRowsProps<E extends TableEndpoint> {
  list: Props<E>
  filters: Pick<ReturnType<typeof useFilters>, 'filtered' | 'clearAll'>
  onStart: (action: Action<RowOf<E>>) => void
}
/** What stands in place of rows: why there are none, and what fills the list. */
function NoRows<E extends TableEndpoint>({ list, filters, onStart }: NoRowsProps<E>) {
  const { spec, actions = [], empty, emptyHint, filledBy, fill } = list
  const can = useCan()
  const action = actions.find(({ name, needs }) => name === filledBy && can(needs))
  return (
    <Empty
      filtered={filters.filtered}
      text={empty}
      hint={emptyHint}
      fill={
        <div className={tableStyles.fills}>
          <FillButton name={spec.name} action={action} onStart={onStart} />
          {fill}
        </div>
      }
      onClear={filters.clearAll}
    />
  )
}
