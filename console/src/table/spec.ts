/** A list screen, declared: what it shows, filters and does. `Table.tsx` renders every one of them. */
import type { DownloadCall } from '@endcap/contract/downloads'
import type { FilterOf, RowOf, TableCall, TableEndpoint, TablePage } from '@endcap/contract/table'
import type { Privilege } from '@endcap/contract/privileges'
import type { ComponentType, ReactNode } from 'react'
import type { LiveDomain } from '../app/changed.ts'

/** Names a column of several fields of the row, or of one that has a column already: it says its cell and text itself, and has no order. */
type OwnName = `own-${string}`

export interface Column<Row> {
  /** A field of the row: it names the column, its heading (`<name>.column.<field>`) and its default text. */
  field: (keyof Row & string) | OwnName
  cell?: (row: Row) => ReactNode
  /** What a file says where a cell draws rather than writes; a file takes the cell's words otherwise. */
  text?: (row: Row) => string | number
  /** Pixels. */
  width: number
  numeric?: true
  /** The filter below its heading, where it is not called like the field. */
  filter?: string
  /** What its filter is typed or chosen in, where the list knows that at run time only; else the list's `filters` say it. */
  input?: FilterInput
  /** Server-side order; on unless said otherwise. */
  sort?: false
  /** Hidden until the reader picks it. */
  optional?: true
  /** On a phone it has a line of its own, and stands for what would follow there. */
  ownLine?: true
  /** Heading when it is not a word of the console, such as an alias. */
  heading?: string
  /** Its name in files and layouts, small beside the heading where columns are chosen. */
  note?: string
}
/** Whether the column is one of a field, and not of several. */
export const isOfField = <Row>(field: Column<Row>['field']): field is keyof Row & string => !field.startsWith('own-')
/** What the row has in the field of the column. */
export const valueOf = <Row>({ field }: Column<Row>, row: Row): unknown => (isOfField<Row>(field) ? row[field] : undefined)
/** `text` takes the operators ==, >=, <=; a list of options is chosen from by ticking. */
export type FilterInput = 'text' | { options: readonly string[]; label?: (option: string) => string }

export interface ActionProps<Row> {
  rows: Row[]
  close: (changed: boolean) => void
}
export interface Action<Row> {
  /** i18n key `<name>.action.<name>` */
  name: string
  needs: Privilege
  /**
   * On ticked rows (the bar at the bottom), on the whole list (top right; the first one is the main action), or on either: in the bar, and
   * in a menu at the top, where its dialog says when it needs rows. `menu`: on the whole list, in that menu.
   */
  on: 'selection' | 'table' | 'either' | 'menu'
  icon: ComponentType<{ size?: number; stroke?: number }>
  opens: ComponentType<ActionProps<Row>>
  /** Why it is not possible for these rows, as the key of its words: it stands there greyed with that reason. */
  refuse?: (rows: readonly Row[]) => string | undefined
  /** The rows stay ticked when it is done: more is often done with the same ones, such as a page after the light. */
  keepsTicks?: boolean
}

export interface TableSpec<E extends TableEndpoint> {
  /** i18n namespace of its words. */
  name: string
  live: LiveDomain
  rowId: (row: RowOf<E>) => string
  columns: Column<RowOf<E>>[]
  /** Rows have room for two lines and a picture. */
  tall?: true
  /** Rows on a page until the reader chooses. */
  pageLength: number
  /** Page sizes offered, where the specification gives the screen its own. */
  pageSizes?: readonly number[]
  filters: { [K in FilterOf<E>]?: FilterInput }
  defaultOrder?: { column: string; dir: 'asc' | 'desc' }
  /** Whether it can be narrowed to when its rows changed, and to when their status did (specification 1 §5). */
  dateRange?: true
  statusDateRange?: true
}

/** A declaration with the address of its list, under which chosen columns and the saved filter are kept. */
export type DeclaredTable<E extends TableEndpoint> = TableSpec<E> & { path: string }

/** Checks a declaration against its endpoint: unknown fields and filters do not compile. */
export function tableSpec<E extends TableEndpoint>({ path }: E, spec: TableSpec<E>): DeclaredTable<E> {
  return { ...spec, path }
}

export type Load<E extends TableEndpoint> = (body: TableCall<FilterOf<E>>, signal: AbortSignal) => Promise<TablePage<RowOf<E>>>
/** A file of a list that the server makes. */
export interface DownloadItem {
  label: string
  hint?: string
  needs: Privilege
  body: DownloadCall
}
/** What a list shows at this moment. */
export interface ListNow {
  /** The filter as the list's endpoint takes it, without paging and order. */
  filter: Record<string, string | number>
  fields: { field: string; heading: string }[]
}

/** Page sizes of the specification (2 §2, task list); -1 is all. */
export const pageSizes = [10, 25, 50, 100, 500, 1000, -1] as const
