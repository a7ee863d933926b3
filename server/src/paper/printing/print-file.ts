/** Reads a file of products and quantities. Nothing is kept: its rows go back to the list that is being made. */
import { keysOf } from '@endcap/contract/typed-object'
import { maxPrintQty, maxPrintRows, printColumns, type PrintRow } from '@endcap/contract/printing'
import { reportedErrors } from '@endcap/contract/product-files'
import type { Alias } from '@endcap/contract/products'
import { paperLayoutOf, paperLayouts } from '@endcap/label/paper'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import type { Db } from '../../platform/db/schema.ts'
import { invalid } from '../../platform/base/errors.ts'
import { productsOf } from '../papers/papers.service.ts'
import type { Encoding } from '../../platform/text-files/encodings.ts'
import { FileProblem, reasonOf } from '../../platform/text-files/file-problem.ts'
import { namedTwice, unknownColumns, withoutKey } from '../../platform/text-files/header-problem.ts'
import { storeLanguages } from '../../platform/text-files/languages.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { readRows, type RowReader } from '../../catalogue/file-imports/read-rows.ts'
import { isTextFile } from '../../catalogue/file-imports/receive.ts'
import { numberRulesOf, normaliseNumbers, type NumberRules } from '../../catalogue/products/products.service.ts'
import { codeOfSite, getSetting } from '../../settings/settings.service.ts'
import { checkValue } from '../../platform/text-files/check-value.ts'

type FileRow = PrintRow & { line: number }
type Own = keyof typeof printColumns
/** The slot of a column, or which of our own it is. */
type Place = number | Own

const maxCode = 64
const maxNote = 200
const plain = (name: string) => name.trim().toUpperCase()
const own = keysOf(printColumns)
/** The columns of a file without a header: code, quantity, layout. */
const defaultColumns: readonly Own[] = ['code', 'qty', 'layout']
const shown = (text: string) => text.slice(0, 40)

/** What the columns are; throws a `FileProblem` for some that are wrong. */
function readHeader(first: readonly string[], aliases: readonly Alias[]): { places: Place[]; hasHeader: boolean } {
  const names = first.map(plain)
  const key = aliases.find((alias) => alias.key)
  const known = (name: string): Place | undefined => {
    if (key !== undefined && name === plain(key.name)) return 'code'
    return own.find((one) => printColumns[one] === name) ?? aliases.find((alias) => plain(alias.name) === name)?.index
  }
  if (!names.some((name) => known(name) !== undefined)) {
    if (first.length > defaultColumns.length) throw new FileProblem(reasonOf('header-none', { count: first.length }))
    return { places: defaultColumns.slice(0, first.length), hasHeader: false }
  }
  const places: Place[] = []
  for (const [index, name] of names.entries()) {
    const place = known(name)
    if (place === undefined) throw unknownColumns([first[index]?.trim() ?? ''])
    if (places.includes(place)) throw namedTwice(name)
    places.push(place)
  }
  if (!places.includes('code')) throw withoutKey(key?.name ?? printColumns.code)
  return { places, hasHeader: true }
}

/** The row that a line asks for; or what is wrong with it. */
function readLine(
  record: readonly string[],
  line: number,
  { places, site, aliases, numbers }: { places: readonly Place[]; site: string; aliases: readonly Alias[]; numbers: NumberRules },
): FileRow | RowProblem {
  if (record.length !== places.length) return new RowProblem('row-columns', { count: record.length, wanted: places.length })
  const values: Record<Own, string> = { code: '', qty: '', layout: '', description: '' }
  const prInfo: (string | null)[] = []
  for (const [index, place] of places.entries()) {
    const value = record[index]?.trim() ?? ''
    const unfit = checkValue(value, index)
    if (unfit !== undefined) return unfit
    if (typeof place !== 'number') values[place] = value
    else if (value !== '') {
      while (prInfo.length < place) prInfo.push(null)
      prInfo[place] = value
    }
  }
  if (values.code === '') return new RowProblem('row-no-product')
  if (values.code.length > maxCode) return new RowProblem('row-long-product', { most: maxCode })
  if (values.description.length > maxNote) return new RowProblem('row-long-description', { most: maxNote })
  const qty = values.qty === '' ? 1 : /^\d{1,6}$/.test(values.qty) ? Number(values.qty) : 0
  if (qty < 1 || qty > maxPrintQty) return new RowProblem('row-quantity', { text: shown(values.qty), most: maxPrintQty })
  const layout = values.layout === '' ? null : paperLayoutOf(values.layout)
  if (layout === undefined)
    return new RowProblem('row-template', { layout: shown(values.layout), known: paperLayouts.map(({ name }) => name).join(', ') })
  const wrong = normaliseNumbers(prInfo, aliases, numbers)
  if (wrong !== undefined) return wrong
  return { line, prCode: codeOfSite(site, values.code), prInfo, description: values.description, layoutId: layout?.name ?? null, qty }
}

export async function readPrintFile(
  db: Db,
  storeCode: string,
  file: { name: string; stream: AsyncIterable<Uint8Array>; encoding?: Encoding | undefined },
) {
  if (!isTextFile(file.name)) throw invalid('Invalid file format', 'file')
  const aliases = await listAliases(db)
  const { site } = await getSetting(db, 'system')
  const numbers = await numberRulesOf(db, storeCode)
  const rows: FileRow[] = []
  let count = 0
  const read = await readRows<FileRow>({
    content: file.stream,
    text: { languages: await storeLanguages(db, storeCode), encoding: file.encoding },
    batchSize: maxPrintRows,
    goodRowsToo: true,
    onRows: async (batch) => void rows.push(...batch),
    open: (first): RowReader<FileRow> => {
      const header = readHeader(first, aliases)
      return {
        hasHeader: header.hasHeader,
        read: (record, line) => {
          count++
          if (count > maxPrintRows) return new RowProblem('row-too-many', { most: maxPrintRows })
          return readLine(record, line, { places: header.places, site, aliases, numbers })
        },
      }
    },
  })
  const products = await productsOf(db, storeCode, [...new Set(rows.map((row) => row.prCode))])
  const unknown = rows.filter((row) => !products.has(row.prCode))
  const strangers = unknown.map(({ line, prCode }) => reasonOf('no-such-product', { line, code: prCode }))
  const error = [...read.errors, ...strangers.map(({ text }) => text)]
  const lineOf = (text: string) => Number(/^line (\d+)/.exec(text)?.[1] ?? 0)
  return {
    dataCount: read.dataCount,
    rows: rows.filter((row) => products.has(row.prCode)),
    error: error.toSorted((a, b) => lineOf(a) - lineOf(b)).slice(0, reportedErrors),
    reasons: [...read.reasons, ...strangers.slice(0, reportedErrors)],
    errorCount: read.errorCount + unknown.length,
  }
}
