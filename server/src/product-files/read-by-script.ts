/** Reads a product file by the parser script of its store: each record is a product, checked as a row of a file is. */
import type { Alias } from '@endcap/contract/products'
import type { Given, StagedRow } from '../products/products.service.ts'
import type { Parser } from '../scripts/parsers.ts'
import { readByScript, type ReadByScript } from '../scripts/records.ts'
import { infoOf, isObject, textOf, Unusable } from '../scripts/tidy.ts'
import { checkRow, type RowRules } from './check-row.ts'
import type { Columns } from './columns.ts'

interface Options {
  parser: Parser
  name: string
  content: AsyncIterable<Uint8Array>
  aliases: readonly Alias[]
  layouts: ReadonlySet<string>
  onRows: (rows: StagedRow[]) => Promise<void>
  goodRowsToo?: boolean
}
const maxCode = 64
const known = new Set(['prCode', 'prInfo', 'layoutId', 'nfc'])

/** Answers also what the records say of products: what none of them names stays as it is. */
export async function readProductsByScript({
  parser,
  name,
  content,
  aliases,
  layouts,
  ...reading
}: Options): Promise<ReadByScript & { given: Given }> {
  const length = Math.max(0, ...aliases.map((alias) => alias.index + 1))
  const key = aliases.find((alias) => alias.key)
  const seen: RowRules['seen'] = new Map()
  const named = new Set<number>()
  let [asLists, layout, nfc] = [false, false, false]
  const read = (record: unknown, row: number): StagedRow | string => {
    if (key === undefined) return 'cannot be told its product code: no alias is marked as key'
    if (!isObject(record)) throw new Unusable('the script must give a dict for each product')
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
    const columns: Columns = { places: [...values.keys(), 'layout', 'nfc'], key: key.index, keyName: '', hasHeader: false }
    return checkRow([...values, textOf(record.layoutId, 'layoutId'), textOf(record.nfc, 'nfc')], row, {
      columns,
      aliases,
      layouts,
      length,
      seen,
    })
  }
  const result = await readByScript({ ...reading, parser, file: { name, content }, read })
  if (key !== undefined) named.add(key.index)
  return { ...result, given: { slots: asLists ? undefined : [...named], layout, nfc } }
}
