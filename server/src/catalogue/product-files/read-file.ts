/** Reads a product file: what its columns mean, and its rows. */
import type { Given, StagedRow } from '../products/products.service.ts'
import { checkRow, type RowRules } from './check-row.ts'
import { readColumns, type Columns } from './columns.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { readRows, type ReadResult } from '../file-imports/read-rows.ts'

interface Options extends Pick<RowRules, 'aliases' | 'layouts' | 'numbers' | 'site'> {
  content: AsyncIterable<Uint8Array>
  text: TextReading
  /** Rows handed over together; not called any more once the file has an error. */
  batchSize: number
  /** Told also what the columns of the file say of a product. */
  onRows: (rows: StagedRow[], given: Given) => Promise<void>
  goodRowsToo?: boolean
}

/** Answers also what the file says of a product: what it leaves out stays as it is. */
export async function readProductFile({
  aliases,
  layouts,
  numbers,
  site,
  onRows,
  ...reading
}: Options): Promise<ReadResult & { given: Given }> {
  const length = Math.max(0, ...aliases.map((alias) => alias.index + 1))
  let given = givenBy([])
  const read = await readRows<StagedRow>({
    ...reading,
    onRows: (rows) => onRows(rows, given),
    open: (first) => {
      const columns = readColumns(first, aliases)
      given = givenBy(columns.places)
      const rules: RowRules = { columns, aliases, layouts, length, numbers, site, seen: new Map() }
      return { hasHeader: columns.hasHeader, read: (record, line) => checkRow(record, line, rules) }
    },
  })
  return { ...read, given }
}

const givenBy = (places: Columns['places']): Given => ({
  slots: places.filter((place) => typeof place === 'number'),
  layout: places.includes('layout'),
  nfc: places.includes('nfc'),
})
