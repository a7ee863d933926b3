/** Turns a table request into SQL: filters, order and page, through a map of the columns that a client may name. */
import { partsOf } from '@endcap/contract/typed-object'
import { earliestEpoch, latestEpoch } from '@endcap/contract/schemas'
import { allRowsLimit, type Filter, type TablePage, type TableRequest } from '@endcap/contract/table'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { fromEpoch } from '../base/clock.ts'
import { invalid } from '../base/errors.ts'
import { createPatterns } from './filter-patterns.ts'
import { literal } from './like.ts'
import { queryTime, tooSlow } from './list-time.ts'
import type { Db } from './schema.ts'
import { sqlState } from './sql-state.ts'

/** `number` compares as number, `time` as epoch seconds, `list` matches any element, `flag` is `true` or `false`. */
export type ColumnKind = 'text' | 'number' | 'time' | 'list' | 'flag'
export interface Column {
  sql: RawBuilder<unknown>
  kind: ColumnKind
  /** What it is ordered by where that is not the value itself, as where rows are gathered (`group`). */
  order?: RawBuilder<unknown>
  /** Whether the free text of a request is looked for in it, where it is a text; on unless said otherwise. */
  inSearch?: false
  /** Of a list that lies in rows of another table: whether one of them holds, without making the list of every row. */
  some?: (holds: (element: RawBuilder<unknown>) => RawBuilder<boolean>) => RawBuilder<boolean>
}
export const textColumn = (name: string): Column => ({ sql: sql.ref(name), kind: 'text' })
export const numberColumn = (name: string): Column => ({ sql: sql.ref(name), kind: 'number' })
export const flagColumn = (name: string): Column => ({ sql: sql.ref(name), kind: 'flag' })
export const timeColumn = (name: string): Column => ({ sql: sql.ref(name), kind: 'time' })

export interface TableOptions<F extends string> {
  /** What filters and order may name, by the contract's names. */
  columns: { [K in F]: Column } & Record<string, Column>
  /** The column of the date range. */
  dateColumn?: RawBuilder<unknown>
  /** The column of the status's own date range, where a row has a status with a time of its own (specification 1 §5). */
  statusDateColumn?: RawBuilder<unknown>
  /** Order within equal rows, so that pages never overlap: the primary key. */
  tieBreak: RawBuilder<unknown>
  defaultOrder?: RawBuilder<unknown>
  /** All rows without filters, where a summary counter knows. */
  total?: () => Promise<number>
  /** Rows that are alike in it are one row of the list; filters look at each of them. Order then goes by what all of them say. */
  group?: RawBuilder<unknown>
  /** Rows are counted up to this number, and no further: for lists that no filter bounds. */
  countUpTo?: { rows: number; db: Db }
}

export async function tablePage<DB, TB extends keyof DB, Row, F extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  request: TableRequest<F>,
  options: TableOptions<F>,
): Promise<TablePage<Row>> {
  const { tieBreak, defaultOrder, total, columns, group } = options
  const conditions = conditionsOf(request, options)
  const filtered = conditions.reduce((whole, condition) => whole.where(condition), query)
  let ordered = group === undefined ? filtered : filtered.groupBy(sql`${group}`)
  for (const { column: name, dir } of request.order) {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (column === undefined) throw invalid(`Cannot order by ${name}`, 'order')
    ordered = ordered.orderBy(column.order ?? column.sql, (order) => (dir === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast()))
  }
  if (request.order.length === 0 && defaultOrder !== undefined) ordered = ordered.orderBy(defaultOrder)
  ordered = ordered.orderBy(tieBreak)

  return asRefusal(async () => {
    const all = request.length < 0
    const data = await ordered
      .offset(request.start)
      .limit(all ? allRowsLimit + 1 : request.length)
      .execute(queryTime())
    if (data.length > allRowsLimit)
      throw invalid(`More than ${allRowsLimit} rows: narrow the filter, or download the list as a file`, 'length')
    const counted = lastPage(request, data.length)
    const countAll = () => (total === undefined ? count(query, options) : total())
    if (conditions.length === 0) {
      const rows = counted ?? (await countAll())
      return { draw: request.draw, recordsTotal: rows, recordsFiltered: rows, data }
    }
    const recordsTotal = await countAll()
    return { draw: request.draw, recordsTotal, recordsFiltered: counted ?? (await count(filtered, options)), data }
  })
}

/**
 * The rows behind `after` in the order of their key, at most `limit`: a list read in slices from its beginning to its end, without
 * counting and without holding anything between two slices. The key must be unique; `after` is the last one read.
 */
export async function tableSlice<DB, TB extends keyof DB, Row, F extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  request: TableRequest<F>,
  options: Pick<TableOptions<F>, 'columns' | 'dateColumn' | 'statusDateColumn'> & {
    key: RawBuilder<string>
    after: string | undefined
    limit: number
    /** What is behind `after`, where the key is made of several columns. */
    behind?: (after: string) => RawBuilder<boolean>
  },
): Promise<Row[]> {
  const { key, after, limit, behind } = options
  const conditions = conditionsOf(request, options)
  if (after !== undefined) conditions.push(behind?.(after) ?? sql<boolean>`${key} > ${after}`)
  const filtered = conditions.reduce((whole, condition) => whole.where(condition), query)
  return asRefusal(() => filtered.orderBy(key).limit(limit).execute(queryTime()))
}

/** Refuses a request whose patterns are none, before any work is done for it. */
export function checkPatterns({ filters }: TableRequest): void {
  const written = createPatterns()
  for (const [name, filter] of Object.entries(filters)) {
    const [only = '', more] = filter?.values ?? []
    if (filter?.condition === '~' && more === undefined && !Number.isFinite(Number(only))) written(name, only)
  }
}

function conditionsOf<F extends string>(
  request: TableRequest<F>,
  { columns, dateColumn, statusDateColumn }: Pick<TableOptions<F>, 'columns' | 'dateColumn' | 'statusDateColumn'>,
): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  const written = createPatterns()
  for (const [name, filter] of Object.entries<Filter | undefined>(request.filters)) {
    if (filter === undefined) continue
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (column === undefined) throw invalid(`Cannot filter by ${name}`, `filter_${name}`)
    conditions.push(matches(name, column, filter, (text) => written(name, text)))
  }
  if (request.search !== undefined) conditions.push(searches(Object.values(columns), request.search))
  if (dateColumn !== undefined && request.startDate !== undefined)
    conditions.push(sql`${dateColumn} >= ${fromEpoch(request.startDate)}::timestamptz`)
  if (dateColumn !== undefined && request.endDate !== undefined)
    conditions.push(sql`${dateColumn} <= ${fromEpoch(request.endDate)}::timestamptz`)
  const { statusStartDate, statusEndDate } = request
  if (statusDateColumn === undefined && (statusStartDate ?? statusEndDate) !== undefined)
    throw invalid('The rows of this list have no status with a time', 'filter_statusStartDate')
  if (statusStartDate !== undefined) conditions.push(sql`${statusDateColumn} >= ${fromEpoch(statusStartDate)}::timestamptz`)
  if (statusEndDate !== undefined) conditions.push(sql`${statusDateColumn} <= ${fromEpoch(statusEndDate)}::timestamptz`)
  return conditions
}

/** What the database refuses because of a filter is the caller's to mend. */
async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const state = sqlState(error)
    if (state === '2201B') throw invalid('A filter is not a valid pattern', 'filter')
    if (state === '57014') throw tooSlow()
    throw error
  }
}

/** When the page holds the last rows, their number is known without counting. */
function lastPage({ start, length }: TableRequest, rows: number): number | undefined {
  return (length < 0 || rows < length) && (rows > 0 || start === 0) ? start + rows : undefined
}

function searches(columns: readonly Column[], text: string): RawBuilder<boolean> {
  const pattern = `%${literal(text)}%`
  const any = columns
    .filter(({ kind, inSearch = true }) => kind === 'text' && inSearch)
    .map((column) => sql<boolean>`${column.sql}::text ilike ${pattern}`)
  return any.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(any, sql` or `)})`
}

type Written = (pattern: string) => string
function matches(name: string, { sql: column, kind, some }: Column, { condition, values }: Filter, written: Written): RawBuilder<boolean> {
  const [first = ''] = values
  if (kind === 'number' || kind === 'time') return compares(name, column, kind, { condition, values }, written)
  if (kind === 'flag') {
    if (values.some((value) => value !== 'true' && value !== 'false'))
      throw invalid(`${name} is filtered by true or false`, `filter_${name}`)
    return sql<boolean>`${column} = any(${values}::boolean[])`
  }
  if (kind === 'list') {
    const exact = condition === '==' || values.length > 1
    if (exact) return some?.((element) => sql<boolean>`${element} = any(${values}::text[])`) ?? sql<boolean>`${column} && ${values}::text[]`
    const pattern = written(first)
    if (some !== undefined) return some((element) => sql<boolean>`${element} ~* ${pattern}`)
    return sql<boolean>`exists (select 1 from unnest(${column}) as element where element ~* ${pattern})`
  }
  if (values.length > 1) return sql<boolean>`${column}::text = any(${values}::text[])`
  switch (condition) {
    case '==':
      return sql<boolean>`${column}::text = ${first}`
    case '>=':
      return sql<boolean>`${column}::text >= ${first}`
    case '<=':
      return sql<boolean>`${column}::text <= ${first}`
    case '~':
      return sql<boolean>`${column}::text ~* ${written(first)}`
  }
}

function compares(
  name: string,
  column: RawBuilder<unknown>,
  kind: 'number' | 'time',
  { condition, values }: Filter,
  written: Written,
): RawBuilder<boolean> {
  const numbers = values.map(Number)
  if (condition === '~' && values.length === 1 && kind === 'number' && !Number.isFinite(numbers[0]))
    return sql<boolean>`${column}::text ~* ${written(values[0] ?? '')}`
  if (numbers.some((one) => !Number.isFinite(one))) throw invalid(`${name}: ${values.join(', ')} is not a number`, `filter_${name}`)
  if (kind === 'time' && numbers.some((one) => one < earliestEpoch || one > latestEpoch))
    throw invalid(`${name}: ${values.join(', ')} is no time in seconds`, `filter_${name}`)
  const operand = (value: number) => (kind === 'time' ? sql`${fromEpoch(value)}::timestamptz` : sql`${value}::numeric`)
  const [first = 0] = numbers
  const left = kind === 'time' ? sql`date_trunc('second', ${column})` : sql`${column}::numeric`
  if (numbers.length > 1) return sql<boolean>`${left} in (${sql.join(numbers.map(operand))})`
  switch (condition) {
    case '>=':
      return sql<boolean>`${left} >= ${operand(first)}`
    case '<=':
      return sql<boolean>`${left} <= ${operand(first)}`
    case '==':
    case '~':
      return sql<boolean>`${left} = ${operand(first)}`
  }
}

async function count<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { countUpTo: upTo, group }: Pick<TableOptions<string>, 'countUpTo' | 'group'>,
): Promise<number> {
  if (upTo !== undefined) {
    const some = query
      .clearSelect()
      .select(sql`1`.as('one'))
      .limit(upTo.rows)
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${some}) as counted`.execute(upTo.db, queryTime())
    return rows[0]?.total ?? 0
  }
  const row = await query
    .clearSelect()
    .select(sql<number>`${group === undefined ? sql`count(*)` : sql`count(distinct ${group})`}::int`.as('total'))
    .executeTakeFirstOrThrow(queryTime())
  // The selection was replaced above; kysely's type still carries the row's.
  const { total } = partsOf(row)
  if (typeof total !== 'number') throw new Error('The database counted no rows.')
  return total
}
