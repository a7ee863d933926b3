/** The state of a list as its address carries it, and the request that follows from it. */
import { allRowsLimit, type Condition, type TableCall } from '@endcap/contract/table'
import { textOf, type Search } from '../app/route.ts'
import type { FilterTexts } from '../ui/saved-filter.ts'

/** The ends of a list's time ranges, in epoch seconds: when its rows changed, and when their status did. */
export const dateKeys = ['from', 'to', 'statusFrom', 'statusTo'] as const
export type Dates = Partial<Record<(typeof dateKeys)[number], number | undefined>>

/** What a list is narrowed to. */
export interface ListFilter extends Dates {
  filters: FilterTexts
}
export interface ListState extends ListFilter {
  /** First page is 0. */
  page: number
  rows: number
  sort: string | undefined
  dir: 'asc' | 'desc'
  peek: string | undefined
}
/** How it stands in the address: short and without the defaults. */
export interface ListSearch extends Dates {
  page?: number
  rows?: number
  sort?: string
  f?: FilterTexts
  peek?: string
}

const listKeys = new Set<string>(['page', 'rows', 'sort', 'f', 'peek', ...dateKeys])
/** What else stands in the address, such as the tab that the list is on. */
export const notOfList = (search: object): object => Object.fromEntries(Object.entries(search).filter(([key]) => !listKeys.has(key)))

export function readState(
  search: Search,
  defaults: { rows: number; order?: { column: string; dir: 'asc' | 'desc' } | undefined },
): ListState {
  const [sort, dir] = typeof search.sort === 'string' ? search.sort.split(' ') : []
  return {
    page: Math.max(0, Math.floor(Number(search.page ?? 0)) || 0),
    rows: rowsOf(Number(search.rows ?? defaults.rows)) ?? defaults.rows,
    sort: sort ?? defaults.order?.column,
    dir: sort === undefined ? (defaults.order?.dir ?? 'asc') : dir === 'desc' ? 'desc' : 'asc',
    filters: readFilters(search.f),
    ...allDates(search),
    peek: textOf(search.peek),
  }
}
/** The filters by column. An address is written by people, too: what looks like a number comes as one. */
export const readFilters = (f: unknown): FilterTexts =>
  typeof f === 'object' && f !== null ? Object.fromEntries(Object.entries(f).map(([name, text]) => [name, String(text)])) : {}

/** Every end by name, undefined where none is set. */
export const allDates = (given: { readonly [key in keyof Dates]?: unknown }): Dates =>
  Object.fromEntries(dateKeys.map((key) => [key, wholeNumber(given[key])]))
const wholeNumber = (value: unknown): number | undefined => (typeof value === 'number' && Number.isInteger(value) ? value : undefined)
/** The ends that are set, and nothing else. */
export const datesOf = (given: Dates): Record<string, number> =>
  Object.fromEntries(Object.entries(allDates(given)).filter((entry): entry is [string, number] => entry[1] !== undefined))

/** Rows on a page as an address may ask for them; -1 is all. */
const rowsOf = (rows: number): number | undefined =>
  Number.isInteger(rows) && (rows === -1 || (rows > 0 && rows <= allRowsLimit)) ? rows : undefined

/** `>=50` → condition and value; plain text is a pattern (specification 1 §5). */
export function parseFilter(text: string): { condition: Condition; value: string } {
  const [, operator, value = ''] = /^\s*(==|>=|<=|~)?\s*(.*)$/s.exec(text) ?? []
  return { condition: conditions.find((one) => one === operator) ?? '~', value: value.trim() }
}
const conditions: readonly Condition[] = ['~', '==', '>=', '<=']

/** The filter alone: what a file of the list is asked for with, too. */
export function toFilter({ filters, from, to, statusFrom, statusTo }: ListFilter): Record<string, string | number> {
  const request: Record<string, string | number> = {}
  for (const [name, text] of Object.entries(filters)) {
    const { condition, value } = parseFilter(text)
    if (value === '') continue
    request[`filter_${name}`] = value
    request[`condition_${name}`] = condition
  }
  if (from !== undefined) request.filter_startDate = from
  if (to !== undefined) request.filter_endDate = to
  if (statusFrom !== undefined) request.filter_statusStartDate = statusFrom
  if (statusTo !== undefined) request.filter_statusEndDate = statusTo
  return request
}

export function toRequest(state: ListState): Record<string, unknown> {
  const { page, rows, sort, dir } = state
  const paging = { start: rows < 0 ? 0 : page * rows, length: rows }
  return { ...paging, ...(sort !== undefined && { order: { column: sort, dir } }), ...toFilter(state) }
}

/** The request as the list's endpoint takes it: its filters are named at run time, and those that it has not are refused by the server. */
export const toCall = <F extends string>(request: Record<string, unknown>) => request as TableCall<F>
