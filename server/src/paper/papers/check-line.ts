/** What the columns of a paper file mean, and what a line of it asks for. */
import { keysOf } from '@endcap/contract/typed-object'
import { maxCopies, paperColumns } from '@endcap/contract/papers'
import type { Alias } from '@endcap/contract/products'
import { paperLayoutOf, paperLayouts } from '@endcap/label/paper'
import { normaliseNumbers, type NumberRules } from '../../catalogue/products/products.service.ts'
import { codeOfSite } from '../../settings/settings.service.ts'
import { missingColumns, namedTwice, noKey, unknownColumns } from '../../platform/text-files/header-problem.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { ippPort, readAddress, whyForbidden, type ListedPrinters } from '../../platform/outgoing/printer-address.ts'
import type { NewRow } from './tasks.queries.ts'
import { checkValue } from '../../platform/text-files/check-value.ts'

const maxCode = 64
const maxName = 200

type Own = keyof typeof paperColumns
const own = keysOf(paperColumns)
const plain = (name: string) => name.trim().toUpperCase()

export interface PaperHeader {
  /** The slot of each column, or which of our own it is. */
  places: (number | Own)[]
  /** Slot of the product code. */
  key: number
  /** Slots that the file gives. */
  given: number[]
}

/** Reads the header; throws a `FileProblem` for one that is wrong. */
export function readHeader(first: readonly string[], aliases: readonly Alias[]): PaperHeader {
  const key = aliases.find((alias) => alias.key)
  if (key === undefined) throw noKey()
  const names = first.map(plain)
  const places: PaperHeader['places'] = []
  const unknown: string[] = []
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index) throw namedTwice(name)
    const ours = own.find((one) => paperColumns[one] === name)
    const alias = aliases.find((one) => plain(one.name) === name)
    if (ours !== undefined) places.push(ours)
    else if (alias !== undefined) places.push(alias.index)
    else unknown.push(first[index]?.trim() ?? '')
  }
  const missing = [key.name, paperColumns.printer, paperColumns.layout].filter((name) => !names.includes(plain(name)))
  if (missing.length > 0) throw missingColumns(missing)
  if (unknown.length > 0) throw unknownColumns(unknown)
  return { places, key: key.index, given: places.filter((place) => typeof place === 'number') }
}

export interface LineRules {
  header: PaperHeader
  aliases: readonly Alias[]
  listed: ListedPrinters
  numbers: NumberRules
  /** The site, which may pad product codes. */
  site: string
}

/** The row that a line asks for; or what is wrong with it. */
export function checkLine(
  record: readonly string[],
  line: number,
  { header, aliases, listed, numbers, site }: LineRules,
): NewRow | RowProblem {
  const { places, key } = header
  if (record.length !== places.length) return new RowProblem('row-columns', { count: record.length, wanted: places.length })
  const prInfo = Array.from({ length: Math.max(0, ...aliases.map((alias) => alias.index + 1)) }, () => '')
  const values: Record<Own, string> = { printer: '', name: '', layout: '', copies: '' }
  for (const [index, place] of places.entries()) {
    const value = record[index]?.trim() ?? ''
    const unfit = checkValue(value, index)
    if (unfit !== undefined) return unfit
    if (typeof place === 'number') prInfo[place] = value
    else values[place] = value
  }
  if ((prInfo[key] ?? '') === '') return new RowProblem('row-no-product')
  const prCode = codeOfSite(site, prInfo[key] ?? '')
  if (prCode.length > maxCode) return new RowProblem('row-long-product', { most: maxCode })
  prInfo[key] = prCode
  const wrong = normaliseNumbers(prInfo, aliases, numbers)
  if (wrong !== undefined) return wrong
  const layout = paperLayoutOf(values.layout)
  if (layout === undefined)
    return new RowProblem('row-paper-layout', {
      layout: values.layout.slice(0, 40),
      known: paperLayouts.map(({ name }) => name).join(', '),
    })
  const copies = values.copies === '' ? 1 : /^\d{1,6}$/.test(values.copies) ? Number(values.copies) : 0
  if (copies < 1 || copies > maxCopies) return new RowProblem('row-copies', { text: values.copies.slice(0, 40), most: maxCopies })
  if (values.name.length > maxName) return new RowProblem('row-long-printer', { most: maxName })
  const printer = checkPrinter(values.printer, listed)
  if (printer !== undefined) return printer
  return { line, prCode, prInfo, layout: layout.name, copies, printerIp: values.printer, printerName: values.name }
}

function checkPrinter(text: string, listed: ListedPrinters): RowProblem | undefined {
  if (text === '') return new RowProblem('row-no-printer')
  const address = text.length <= 300 ? readAddress(text) : undefined
  if (address === undefined) return new RowProblem('row-printer', { text: text.slice(0, 60) })
  if (whyForbidden(address, listed) === undefined) return undefined
  const named = { text: text.slice(0, 60) }
  return address.port === ippPort
    ? new RowProblem('row-printer-network', named)
    : new RowProblem('row-printer-port', { ...named, port: address.port, usual: ippPort })
}
