/** The columns of a list as its chooser shows them. */
import type { Column } from './spec.ts'
import type { Columns } from './use-columns.ts'

export interface ColumnEntry {
  field: string
  heading: string
  /** Its name in files and layouts. */
  note: string | undefined
  shown: boolean
}

export const entriesOf = <Row>({ all, hidden }: Columns<Row>, headingOf: (column: Column<Row>) => string): ColumnEntry[] =>
  all.map((column) => ({ field: column.field, heading: headingOf(column), note: column.note, shown: !hidden.has(column.field) }))
