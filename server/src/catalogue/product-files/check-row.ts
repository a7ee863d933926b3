/** Checks one row of a product file and makes it a product. */
import { isNfcAddress } from '@endcap/contract/nfc'
import type { Alias } from '@endcap/contract/products'
import { normaliseNumbers, type NumberRules, type StagedRow } from '../products/products.service.ts'
import { codeOfSite } from '../../settings/settings.service.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import type { Columns } from './columns.ts'
import { checkValue } from '../../platform/text-files/check-value.ts'

const maxCode = 64

export interface RowRules {
  columns: Columns
  aliases: readonly Alias[]
  /** Layout ids that exist. */
  layouts: ReadonlySet<string>
  /** Slots that prInfo gets. */
  length: number
  numbers: NumberRules
  /** The site, which may pad product codes. */
  site: string
  /** Product codes of earlier lines, with their line. */
  seen: Map<string, number>
}

let empty: string[] = []
/** So many empty values, made once for all rows of a file. */
function emptyOf(length: number): readonly string[] {
  if (empty.length !== length) empty = Array.from({ length }, () => '')
  return empty
}

/** Shorter pieces of a text are copies of their own (V8). */
const cutLength = 13
/** The same text apart from the piece of the file that it was cut from: what is remembered must not hold the whole file in memory. */
export const ownText = (text: string) => (text.length < cutLength ? text : `${text} `.slice(0, -1))

/** Answers the product or what is wrong with the row. */
export function checkRow(
  record: readonly string[],
  line: number,
  { columns, aliases, layouts, length, numbers, site, seen }: RowRules,
): StagedRow | RowProblem {
  const { places, key, keyName, hasHeader } = columns
  if (record.length !== places.length) return new RowProblem('row-columns', { count: record.length, wanted: places.length })
  const given = record[key]?.trim() ?? ''
  if (given === '') return new RowProblem('row-no-product')
  if (hasHeader && given.toUpperCase() === keyName) return new RowProblem('row-header')
  const prCode = codeOfSite(site, given)
  if (prCode.length > maxCode) return new RowProblem('row-long-product', { most: maxCode })
  const first = seen.get(prCode)
  if (first !== undefined) return new RowProblem('row-same-product', { code: prCode, first })
  const prInfo = emptyOf(length).slice()
  let [layoutId, nfc]: [string | null, string | null] = [null, null]
  for (let index = 0; index < places.length; index++) {
    const place = places[index]
    if (place === undefined) continue
    const value = record[index]?.trim() ?? ''
    const unfit = checkValue(value, index)
    if (unfit !== undefined) return unfit
    if (place === 'layout') layoutId = value || null
    else if (place === 'nfc') {
      if (!isNfcAddress(value)) return new RowProblem('row-nfc')
      nfc = value || null
    } else prInfo[place] = value
  }
  const keySlot = places[key]
  if (typeof keySlot === 'number') prInfo[keySlot] = prCode
  const wrong = normaliseNumbers(prInfo, aliases, numbers)
  if (wrong !== undefined) return wrong
  if (layoutId !== null && !layouts.has(layoutId)) return new RowProblem('row-layout', { layout: layoutId.slice(0, 60) })
  seen.set(ownText(prCode), line)
  return { line, prCode, prInfo, layoutId, nfc }
}
