/** The state of a list as its address carries it, and the request that follows from it. */
import type { FilterTexts } from '../ui/saved-filter.ts'

export interface ListState {
  /** First page is 0. */
  page: number
  rows: number
  sort: string | undefined
  dir: 'asc' | 'desc'
  filters: FilterTexts
  /** Epoch seconds. */
  from: number | undefined
  to: number | undefined
  peek: string | undefined
}
/** How it stands in the address: short and without what is usual. */
export interface ListSearch {
  page?: number
  rows?: number
  sort?: string
  f?: FilterTexts
  from?: number
  to?: number
  peek?: string
}

export function readState(
  search: ListSearch,
  usual: { rows: number; order?: { column: string; dir: 'asc' | 'desc' } | undefined },
): ListState {
  const [sort, dir] = search.sort?.split(' ') ?? []
  return {
    page: Math.max(0, Number(search.page ?? 0) || 0),
    rows: Number(search.rows ?? usual.rows) || usual.rows,
    sort: sort ?? usual.order?.column,
    dir: sort === undefined ? (usual.order?.dir ?? 'asc') : dir === 'desc' ? 'desc' : 'asc',
    filters: typeof search.f === 'object' && search.f !== null ? search.f : {},
    from: search.from,
    to: search.to,
    peek: search.peek,
  }
}

/** `>=50` → condition and value; plain text is a pattern (specification 1 §5). */
export function parseFilter(text: string): { condition: '~' | '==' | '>=' | '<='; value: string } {
  const [, operator, value = ''] = /^\s*(==|>=|<=|~)?\s*(.*)$/s.exec(text) ?? []
  return { condition: (operator as '==' | '>=' | '<=' | '~' | undefined) ?? '~', value: value.trim() }
}

export function toRequest({ page, rows, sort, dir, filters, from, to }: ListState): Record<string, unknown> {
  const request: Record<string, unknown> = { start: rows < 0 ? 0 : page * rows, length: rows }
  if (sort !== undefined) request.order = { column: sort, dir }
  for (const [name, text] of Object.entries(filters)) {
    const { condition, value } = parseFilter(text)
    if (value === '') continue
    request[`filter_${name}`] = value
    request[`condition_${name}`] = condition
  }
  if (from !== undefined) request.filter_startDate = from
  if (to !== undefined) request.filter_endDate = to
  return request
}
