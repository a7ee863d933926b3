/** Reads a file of products and quantities. Nothing is kept: its rows go back to the list that is being made. */
import { maxPrintQty, maxPrintRows, printColumns, type PrintRow } from '@endcap/contract/printing'
import type { Alias } from '@endcap/contract/products'
import { paperLayoutOf, paperLayouts } from '@endcap/label/paper'
import { listAliases } from '../aliases/aliases.service.ts'
import type { Db } from '../db/schema.ts'
import { invalid } from '../http/errors.ts'
import { productsOf } from '../papers/papers.service.ts'
import type { Encoding } from '../text-files/encodings.ts'
import { storeLanguages } from '../text-files/languages.ts'
import { readRows, type RowReader } from '../product-files/read-rows.ts'
import { isTextFile } from '../product-files/receive.ts'
import { numberRulesOf, tidyNumbers, type NumberRules } from '../products/products.service.ts'
import { codeOfSite, getSetting } from '../settings/settings.service.ts'

type FileRow = PrintRow & { line: number }
type Own = keyof typeof printColumns
/** The slot of a column, or which of our own it is. */
type Place = number | Own

const maxCode = 64
const maxValue = 1000
const maxNote = 200
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const plain = (name: string) => name.trim().toUpperCase()
const own = Object.keys(printColumns) as Own[]
/** The columns of a file without a header: code, quantity, layout. */
const usual: readonly Own[] = ['code', 'qty', 'layout']
const shown = (text: string) => `"${text.slice(0, 40)}"`

/** What the columns are; what is wrong with them as text. */
function readHeader(first: readonly string[], aliases: readonly Alias[]): { places: Place[]; hasHeader: boolean } | string {
  const names = first.map(plain)
  const key = aliases.find((alias) => alias.key)
  const known = (name: string): Place | undefined => {
    if (key !== undefined && name === plain(key.name)) return 'code'
    return own.find((one) => printColumns[one] === name) ?? aliases.find((alias) => plain(alias.name) === name)?.index
  }
  if (!names.some((name) => known(name) !== undefined)) {
    if (first.length > usual.length)
      return `A file without a header has the product code, the quantity and the template; this one has ${first.length} columns.`
    return { places: usual.slice(0, first.length), hasHeader: false }
  }
  const places: Place[] = []
  for (const [index, name] of names.entries()) {
    const place = known(name)
    if (place === undefined) return `The header names the column ${shown(first[index] ?? '')}, which does not exist.`
    if (places.includes(place)) return `The column ${name} stands twice in the header.`
    places.push(place)
  }
  return places.includes('code')
    ? { places, hasHeader: true }
    : `The header does not name ${key?.name ?? printColumns.code}, the column of the product code.`
}

/** The row that a line asks for; or what is wrong with it. */
function readLine(
  record: readonly string[],
  line: number,
  { places, site, aliases, numbers }: { places: readonly Place[]; site: string; aliases: readonly Alias[]; numbers: NumberRules },
): FileRow | string {
  if (record.length !== places.length) return `has ${record.length} columns instead of ${places.length}`
  const values: Record<Own, string> = { code: '', qty: '', layout: '', description: '' }
  const prInfo: (string | null)[] = []
  for (const [index, place] of places.entries()) {
    const value = record[index]?.trim() ?? ''
    if (value.length > maxValue) return `has a value of more than ${maxValue} characters in column ${index + 1}`
    if (control.test(value)) return `has a control character in column ${index + 1}`
    if (typeof place !== 'number') values[place] = value
    else if (value !== '') {
      while (prInfo.length < place) prInfo.push(null)
      prInfo[place] = value
    }
  }
  if (values.code === '') return 'has no product code'
  if (values.code.length > maxCode) return `has a product code of more than ${maxCode} characters`
  if (values.description.length > maxNote) return `has a description of more than ${maxNote} characters`
  const qty = values.qty === '' ? 1 : /^\d{1,6}$/.test(values.qty) ? Number(values.qty) : 0
  if (qty < 1 || qty > maxPrintQty) return `wants the quantity ${shown(values.qty)}; 1 to ${maxPrintQty} are possible`
  const layout = values.layout === '' ? null : paperLayoutOf(values.layout)
  if (layout === undefined)
    return `names the template ${shown(values.layout)}, which does not exist; there are ${paperLayouts.map(({ name }) => name).join(', ')}`
  const wrong = tidyNumbers(prInfo, aliases, numbers)
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
    open: (first): RowReader<FileRow> | string => {
      const header = readHeader(first, aliases)
      if (typeof header === 'string') return header
      return {
        hasHeader: header.hasHeader,
        read: (record, line) => {
          count++
          if (count > maxPrintRows) return `is one too many: a list has at most ${maxPrintRows} rows`
          return readLine(record, line, { places: header.places, site, aliases, numbers })
        },
      }
    },
  })
  const products = await productsOf(db, storeCode, [...new Set(rows.map((row) => row.prCode))])
  const unknown = rows.filter((row) => !products.has(row.prCode))
  const error = [...read.errors, ...unknown.map(({ line, prCode }) => `line ${line}: This product does not exist: ${prCode}`)]
  const lineOf = (text: string) => Number(/^line (\d+)/.exec(text)?.[1] ?? 0)
  return {
    dataCount: read.dataCount,
    rows: rows.filter((row) => products.has(row.prCode)),
    error: error.toSorted((a, b) => lineOf(a) - lineOf(b)).slice(0, 100),
    errorCount: read.errorCount + unknown.length,
  }
}
