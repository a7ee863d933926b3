/** Reads a product file: what its columns mean, and its rows. */
import type { ColumnMapping } from '@endcap/contract/file-columns'
import { layoutColumn, nfcColumn, type FileReason } from '@endcap/contract/product-files'
import { codeOfSite } from '../../settings/settings.service.ts'
import type { Given, StagedRow } from '../products/products.service.ts'
import { checkRow, ownText, type RowRules } from './check-row.ts'
import { mappedColumns, readColumns, type Columns } from './columns.ts'
import type { Seen } from './guess-columns.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { readRows, type ReadResult } from '../file-imports/read-rows.ts'
import type { WrongLine } from '../file-imports/wrong-lines.ts'

/** A wrong line of a product file; `field` is empty where no single one is wrong. */
export interface WrongProduct extends WrongLine {
  field: string
}

export interface ReadOptions {
  /** Rows are wanted also behind an error. */
  goodRowsToo?: boolean
  /**
   * Good rows may be applied without the wrong ones: a row that names the product of a wrong line is wrong as well, for which of the two
   * is meant cannot be told.
   */
  goodAlone?: boolean
  /** Told of all that is wrong; of such rows without their text. */
  onWrong?: (wrong: readonly WrongProduct[]) => Promise<void>
  /** What the columns mean; else the first line tells. */
  mapping?: ColumnMapping | undefined
  /** Told of the first lines, and whether rows can be read by them. */
  onColumns?: (seen: Seen, readable: boolean) => void
  /** Rows, by their lines, that are known from an earlier reading to be such. */
  besideWrong?: ReadonlyMap<number, RowProblem>
}
interface Options extends Pick<RowRules, 'aliases' | 'layouts' | 'numbers' | 'site'>, ReadOptions {
  content: AsyncIterable<Uint8Array>
  text: TextReading
  /** Rows handed over together; not called any more once the file has an error. */
  batchSize: number
  /** Told also what the columns of the file say of a product. */
  onRows: (rows: StagedRow[], given: Given) => Promise<void>
}

export interface ProductsRead extends ReadResult {
  /** What the file says of a product: what it leaves out stays as it is. */
  given: Given
  /** Rows, by their lines, that were handed over and name the product of a wrong line. */
  besideWrong: ReadonlyMap<number, RowProblem>
}

export async function readProductFile({
  aliases,
  layouts,
  numbers,
  site,
  onRows,
  onWrong,
  goodAlone = false,
  besideWrong: known = new Map(),
  mapping,
  onColumns,
  ...reading
}: Options): Promise<ProductsRead> {
  const length = Math.max(0, ...aliases.map((alias) => alias.index + 1))
  let columns: Columns | undefined
  const givenOf = () => givenBy(columns?.places ?? [])
  const seen: RowRules['seen'] = new Map()
  /** Products that wrong lines name, with one of these lines. */
  const named = new Map<string, number>()
  const beside = new Map<number, RowProblem>()
  const read = await readRows<StagedRow>({
    ...reading,
    onRows: (rows) => onRows(rows, givenOf()),
    ...(onWrong !== undefined && {
      onWrong: (wrong) => onWrong(wrong.map((one) => ({ ...one, field: fieldOf(one.reason, columns) }))),
    }),
    open: (first, following) => {
      const found = openBy({ first, following }, { aliases, mapping, onColumns })
      columns = found
      const rules: RowRules = { columns: found, aliases, layouts, length, numbers, site, seen }
      const check = (record: string[], line: number) => {
        const made = checkRow(record, line, rules)
        if (!(made instanceof RowProblem)) return known.get(line) ?? made
        const code = record[found.key]?.trim() ?? ''
        if (goodAlone && code !== '') named.set(ownText(codeOfSite(site, code)), line)
        return made
      }
      return {
        hasHeader: found.hasHeader,
        read: check,
        *alsoWrong() {
          for (const [code, other] of named) {
            const line = seen.get(code)
            if (line === undefined || known.has(line)) continue
            const problem = new RowProblem('row-beside-wrong', { code, other })
            beside.set(line, problem)
            yield [line, problem]
          }
        },
      }
    },
  })
  return { ...read, given: givenOf(), besideWrong: beside }
}

type Opening = Pick<Options, 'aliases' | 'mapping' | 'onColumns'>
function openBy(seen: Seen, { aliases, mapping, onColumns }: Opening): Columns {
  const { first } = seen
  try {
    const columns = mapping === undefined ? readColumns(first, aliases) : mappedColumns(first, mapping, aliases)
    onColumns?.(seen, columns.hasHeader || columns.places.length === first.length)
    return columns
  } catch (error) {
    onColumns?.(seen, false)
    throw error
  }
}

const givenBy = (places: Columns['places']): Given => ({
  slots: places.filter((place) => typeof place === 'number'),
  layout: places.includes('layout'),
  nfc: places.includes('nfc'),
})

/** What a problem tells of the product code. */
const ofKey: readonly FileReason['code'][] = ['row-no-product', 'row-long-product', 'row-same-product', 'row-beside-wrong']

/** The field that is wrong, as the file calls it; records of a script have no columns. */
export function fieldOf(reason: WrongLine['reason'], columns?: Columns): string {
  if (typeof reason === 'string') return ''
  const { code, values } = reason
  if (typeof values.field === 'string') return values.field
  if (columns === undefined) return ''
  if (ofKey.includes(code)) return columns.names[columns.key] ?? ''
  if (code === 'row-layout') return layoutColumn
  if (code === 'row-nfc') return nfcColumn
  return typeof values.column === 'number' ? (columns.names[values.column - 1] ?? '') : ''
}
