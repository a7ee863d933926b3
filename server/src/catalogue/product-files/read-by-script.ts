/** Reads a product file by the parser script of its store: each record is checked as a row of a file of its kind is. */
import type { FamilyParts } from '../families/families.service.ts'
import type { Given, StagedRow } from '../products/products.service.ts'
import type { Parser } from '../scripts/parsers.ts'
import { readByScript, type ReadByScript } from '../scripts/records.ts'
import { infoOf, isObject, textOf, Unusable } from '../scripts/check-answers.ts'
import type { SecondCodeParts } from '../second-codes/second-codes.service.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { checkRow, type RowRules } from './check-row.ts'
import type { Columns } from './columns.ts'
import { fieldOf, type ReadOptions } from './read-file.ts'
import { createOtherReader, maxOthers, type OtherRules } from './other-records.ts'

/** What a file brings beside products, with the lines that it stands in. */
export interface Others {
  families: (FamilyParts & { line: number })[]
  secondCodes: (SecondCodeParts & { line: number })[]
}
interface Options extends Pick<RowRules, 'aliases' | 'layouts' | 'numbers' | 'site'> {
  parser: Parser
  name: string
  content: AsyncIterable<Uint8Array>
  text: TextReading
  others: OtherRules
  onRows: (rows: StagedRow[]) => Promise<void>
  goodRowsToo?: boolean
  onWrong?: ReadOptions['onWrong']
}
const maxCode = 64
const known = new Set(['type', 'prCode', 'prInfo', 'layoutId', 'nfc'])

type Made = { product: StagedRow } | { family: Others['families'][number] } | { secondCode: Others['secondCodes'][number] }

/** Answers also what the records say of products: what none of them names stays as it is; and the records of other kinds. */
export async function readProductsByScript({
  parser,
  name,
  content,
  text,
  aliases,
  layouts,
  numbers,
  site,
  others: otherRules,
  onRows,
  onWrong,
  ...reading
}: Options): Promise<ReadByScript & { given: Given; others: Others }> {
  const length = Math.max(0, ...aliases.map((alias) => alias.index + 1))
  const key = aliases.find((alias) => alias.key)
  const seen: RowRules['seen'] = new Map()
  const named = new Set<number>()
  const others: Others = { families: [], secondCodes: [] }
  const readOther = createOtherReader({ ...otherRules, layouts })
  let [asLists, layout, nfc, otherCount] = [false, false, false, 0]
  const readProduct = (record: Record<string, unknown>, row: number): Made | RowProblem | string => {
    if (key === undefined) return 'cannot be told its product code: no alias is marked as key'
    const other = Object.keys(record).find((field) => !known.has(field))
    if (other !== undefined) throw new Unusable(`there is no field "${other.slice(0, 40)}"; a product has prCode, prInfo, layoutId and nfc`)
    const { prInfo, slots } = infoOf(record.prInfo ?? {}, aliases)
    asLists ||= Array.isArray(record.prInfo)
    layout ||= 'layoutId' in record
    nfc ||= 'nfc' in record
    for (const slot of slots) named.add(slot)
    const prCode = textOf(record.prCode, 'prCode', maxCode * 2).trim() || (prInfo[key.index] ?? '').trim()
    const values = Array.from({ length: Math.max(length, prInfo.length) }, (_, slot) =>
      slot === key.index ? prCode : (prInfo[slot] ?? ''),
    )
    const columns: Columns = { places: [...values.keys(), 'layout', 'nfc'], key: key.index, keyName: '', hasHeader: false, names: [] }
    const made = checkRow([...values, textOf(record.layoutId, 'layoutId'), textOf(record.nfc, 'nfc')], row, {
      columns,
      aliases,
      layouts,
      length,
      numbers,
      site,
      seen,
    })
    return made instanceof RowProblem ? made : { product: made }
  }
  const read = (record: unknown, row: number): Made | RowProblem | string => {
    if (!isObject(record)) throw new Unusable('the script must give a dict for each product')
    const { type = 'product' } = record
    if (type === 'product') return readProduct(record, row)
    otherCount++
    if (otherCount > maxOthers) return `is one too many: a file has at most ${maxOthers} families and second codes`
    if (type === 'family') return readOther.family(record, row)
    if (type === 'secondCode') return readOther.secondCode(record, row)
    throw new Unusable(`type is ${JSON.stringify(type).slice(0, 40)}; there are "product", "family" and "secondCode"`)
  }
  const result = await readByScript<Made>({
    ...reading,
    ...(onWrong !== undefined && { onWrong: (wrong) => onWrong(wrong.map((one) => ({ ...one, field: fieldOf(one.reason) }))) }),
    parser,
    file: { name, content, text },
    read,
    onRows: async (made) => {
      const products: StagedRow[] = []
      for (const one of made) {
        if ('product' in one) products.push(one.product)
        else if ('family' in one) others.families.push(one.family)
        else others.secondCodes.push(one.secondCode)
      }
      if (products.length > 0) await onRows(products)
    },
  })
  if (key !== undefined) named.add(key.index)
  return { ...result, others, given: { slots: asLists ? undefined : [...named], layout, nfc } }
}
