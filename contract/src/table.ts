/** Server-paged tables: one request shape, one page shape, for every list in the console. */
import * as z from 'zod'
import { epochSeconds } from './schemas.ts'
import { endpoint, type Access, type Endpoint, type Params, type Schema, type StorePlace } from './endpoint.ts'

const conditions = ['~', '==', '>=', '<='] as const
/** `~` matches a regular expression, `==` the exact value; a value with commas means "any of these" (specification 1 §5). */
export type Condition = (typeof conditions)[number]
export interface Filter {
  condition: Condition
  values: string[]
}
export interface Order {
  column: string
  dir: 'asc' | 'desc'
}

/** Rows that a request for "all" (length -1) may return; more is refused with the advice to filter or download. */
export const allRowsLimit = 100_000

/** One column of a DataTables server-side request. */
interface DataTablesColumn {
  data?: string | number | null
  name?: string
  searchable?: boolean | string
  orderable?: boolean | string
  search?: { value?: string; regex?: boolean | string }
}

/** What goes over the wire: `filter_barcode`, `condition_barcode`, … next to the paging fields. */
export type TableCall<F extends string> = {
  draw?: number
  /** Index of the first row wanted. */
  start?: number
  /** Rows wanted; -1 asks for all. */
  length?: number
  /** Ours: one column by name. DataTables: a list with column indexes. */
  order?: Order | { column: number | string; dir: 'asc' | 'desc' }[]
  columns?: DataTablesColumn[]
  search?: { value?: string; regex?: boolean | string }
  /** Epoch seconds. */
  filter_startDate?: number
  filter_endDate?: number
  filter_statusStartDate?: number
  filter_statusEndDate?: number
} & { [K in F as `filter_${K}`]?: string } & { [K in F as `condition_${K}`]?: Condition }

/** What a handler gets. */
export interface TableRequest<F extends string = string> {
  draw: number
  start: number
  length: number
  order: Order[]
  filters: { [K in F]?: Filter }
  /** Free text looked for in every filterable column (DataTables' `search.value`). */
  search: string | undefined
  /** Epoch seconds. */
  startDate: number | undefined
  endDate: number | undefined
  /** When the row's status came to be what it is (specification 1 §5: status.updatedAt). */
  statusStartDate?: number | undefined
  statusEndDate?: number | undefined
}
export interface TablePage<Row> {
  draw: number
  recordsTotal: number
  recordsFiltered: number
  data: Row[]
}

/** Rows of a page where the request says nothing (specification 1 §7). */
export const defaultPageRows = 25

/** A whole number, also when a form-encoded request carries it as text. */
const whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'expected a whole number')
    .transform(Number),
])
const flag = z.union([z.boolean(), z.string()])
const search = z.object({ value: z.string().max(200).optional(), regex: flag.optional() })
const dir = z.enum(['asc', 'desc'])
const pageRows = whole.pipe(z.int().min(-1).max(allRowsLimit))
const orderBy = z.object({ column: z.union([z.string(), z.number()]), dir })
const paging = {
  draw: whole.default(0),
  start: whole.pipe(z.int().nonnegative()).default(0),
  length: pageRows.default(defaultPageRows),
  order: z.union([orderBy, z.array(orderBy).max(5)]).optional(),
  columns: z
    .array(
      z.object({
        data: z.union([z.string(), z.number(), z.null()]).optional(),
        name: z.string().optional(),
        searchable: flag.optional(),
        orderable: flag.optional(),
        search: search.optional(),
      }),
    )
    .max(300)
    .optional(),
  search: search.optional(),
  filter_startDate: whole.pipe(epochSeconds).optional(),
  filter_endDate: whole.pipe(epochSeconds).optional(),
  filter_statusStartDate: whole.pipe(epochSeconds).optional(),
  filter_statusEndDate: whole.pipe(epochSeconds).optional(),
}
const condition = z.enum(conditions)
/** Values of one filter: more would be a list to import, not a filter. */
const maxFilterLength = 4000

function splitValues(text: string): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
}

/** A filter of which there are many, told apart by a number: `prInfo#` stands for `prInfo0`, `prInfo1` and so on. */
export type Numbered<F extends string> = F extends `${infer Name}#` ? `${Name}${number}` : F
const isNumbered = (name: string) => name.endsWith('#')
/** The names that a request gives to filters of `filters` that are told apart by a number. */
function numberedNames<const F extends string>(filters: readonly F[], given: readonly string[]): F[] {
  const numbered = filters.filter(isNumbered).map((name) => name.slice(0, -1))
  // By the endpoint's declaration its type has them all (`Numbered`).
  const isOne = (name: string): name is F => numbered.some((one) => name.startsWith(one) && /^\d{1,3}$/.test(name.slice(one.length)))
  return [...new Set(given)].filter(isOne)
}

/** The fields of a list's request: for bodies that carry more than a list. Numbered filters are no fields of their own (`tableObject`). */
export function tableFields(filters: readonly string[]): typeof paging {
  const fields = Object.fromEntries(
    filters
      .filter((name) => !isNumbered(name))
      .flatMap((name) => [
        [`filter_${name}`, z.string().max(maxFilterLength).optional()],
        [`condition_${name}`, condition.optional()],
      ]),
  )
  return { ...paging, ...fields }
}

/** The request of a list as an object: its fields, what else it carries, and its numbered filters; all other fields are refused. */
export function tableObject<More extends z.ZodRawShape>(filters: readonly string[], more: More) {
  const shape = { ...tableFields(filters), ...more }
  if (!filters.some(isNumbered)) return z.strictObject(shape)
  const isField = (key: string) => {
    const [, kind, name = ''] = /^(filter|condition)_(.*)$/s.exec(key) ?? []
    return kind !== undefined && numberedNames(filters, [name]).length > 0
  }
  return z
    .object(shape)
    .catchall(z.string().max(maxFilterLength))
    .superRefine((wire, context) => {
      const keys = Object.keys(wire).filter((key) => !Object.hasOwn(shape, key))
      const unknown = keys.filter((key) => !isField(key))
      if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: wire })
      const raw: Readonly<Record<string, unknown>> = wire
      for (const key of keys.filter((one) => one.startsWith('condition_')))
        if (!conditions.some((one) => one === raw[key])) context.addIssue({ code: 'invalid_value', values: [...conditions], path: [key] })
    })
}

/** Makes the handler's request of those fields. */
export function readTable<const F extends string>(filters: readonly F[]) {
  return (wire: z.output<z.ZodObject<typeof paging>>, context: z.RefinementCtx): TableRequest<F> => {
    // The filter fields were added by name above; zod's type cannot list them.
    const raw: Readonly<Record<string, unknown>> = wire
    const parsed: { [K in F]?: Filter } = {}
    const columns = wire.columns ?? []
    const named = [...Object.keys(raw).map((key) => key.replace(/^filter_/, '')), ...columns.map(({ data }) => String(data))]
    for (const name of [...filters.filter((one) => !isNumbered(one)), ...numberedNames(filters, named)]) {
      const column = columns.find((one) => one.data === name)
      const given = raw[`filter_${name}`]
      const values = splitValues(typeof given === 'string' ? given : (column?.search?.value ?? ''))
      if (values.length > 0) parsed[name] = { condition: conditions.find((one) => one === raw[`condition_${name}`]) ?? '~', values }
    }
    const order: Order[] = []
    for (const [place, requestedOrder] of [wire.order ?? []].flat().entries()) {
      const index =
        typeof requestedOrder.column === 'number'
          ? requestedOrder.column
          : /^\d+$/.test(requestedOrder.column) && columns.length > 0
            ? Number(requestedOrder.column)
            : undefined
      const named = index === undefined ? requestedOrder.column : columns[index]?.data
      if (typeof named === 'string' && named !== '') order.push({ column: named, dir: requestedOrder.dir })
      else context.addIssue({ code: 'custom', path: ['order', place], message: `no column ${requestedOrder.column}` })
    }
    const text = wire.search?.value?.trim()
    return {
      draw: wire.draw,
      start: wire.start,
      length: wire.length,
      order,
      filters: parsed,
      search: text === '' ? undefined : text,
      startDate: wire.filter_startDate,
      endDate: wire.filter_endDate,
      statusStartDate: wire.filter_statusStartDate,
      statusEndDate: wire.filter_statusEndDate,
    }
  }
}

/** `rows`: what `length` is where the request does not say it. */
export function tableRequest<const F extends string>(
  filters: readonly F[],
  rows = defaultPageRows,
): z.ZodType<TableRequest<Numbered<F>>, TableCall<Numbered<F>>> {
  return tableObject(filters, { length: pageRows.default(rows) }).transform(readTable(filters)) as never
}

/** A server-paged table of `row`, filterable by `filters`. */
// oxlint-disable-next-line typescript/no-explicit-any -- the open form, for who takes any table: rows go in and out there, and names of filters are keys, so `unknown` and `string` would let none in
export interface TableEndpoint<P = unknown, Row = any, F extends string = any> extends Endpoint<
  { params: P; body: TableCall<F> },
  { params: P; query: undefined; body: TableRequest<F> },
  TablePage<Row>
> {
  filters: readonly F[]
}
export type ParamsOf<E> = E extends TableEndpoint<infer P> ? P : never
export type RowOf<E> = E extends TableEndpoint<unknown, infer Row> ? Row : never
export type FilterOf<E> = E extends TableEndpoint<unknown, unknown, infer F> ? F : never

/** A list in server-side pages: `POST path` with a `TableCall`, answered with a `TablePage` of `row`. */
export function tableEndpoint<const P extends string, Row extends Schema, const F extends string>(
  path: P,
  spec: { access: Access; store: StorePlace; summary: string; row: Row; filters: readonly F[]; rows?: number },
): TableEndpoint<Params<P>, Row['_zod']['output'], Numbered<F>> {
  const response = z.object({ draw: z.int(), recordsTotal: z.int(), recordsFiltered: z.int(), data: z.array(spec.row) })
  const { access, store, summary } = spec
  return Object.assign(endpoint('POST', path, { access, store, summary, body: tableRequest(spec.filters, spec.rows), response }), {
    filters: spec.filters,
  }) as never
}
