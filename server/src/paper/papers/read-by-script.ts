/** Reads a paper file by the parser script of its store: each record is a label, checked as a line of a file is. */
import { maxPaperRows } from '@endcap/contract/papers'
import type { Parser } from '../../catalogue/scripts/parsers.ts'
import { readByScript, type ReadByScript } from '../../catalogue/scripts/records.ts'
import { infoOf, isObject, textOf, Unusable } from '../../catalogue/scripts/check-answers.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { checkLine, type LineRules, type PaperHeader } from './check-line.ts'
import type { PaperFile } from './read-file.ts'
import type { NewRow } from './tasks.queries.ts'

interface Options extends Omit<LineRules, 'header'> {
  parser: Parser
  /** Records may name this store and no other; any, when it is left out. */
  storeCode?: string | undefined
  name: string
  content: AsyncIterable<Uint8Array>
  text: TextReading
  /** A sign of life now and then. */
  onRows?: () => Promise<void>
}

export async function readPapersByScript(options: Options): Promise<ReadByScript & PaperFile> {
  const { parser, storeCode, name, content, text, aliases, listed, numbers, site, onRows } = options
  const rows: NewRow[] = []
  const key = aliases.find((alias) => alias.key)
  const named = new Set<number>()
  let [count, taskDes]: [number, string | undefined] = [0, undefined]
  const read = (record: unknown, row: number): NewRow | RowProblem | string => {
    if (key === undefined) return 'cannot be told its product code: no alias is marked as key'
    count++
    if (count > maxPaperRows) return new RowProblem('row-too-many', { most: maxPaperRows })
    if (!isObject(record)) throw new Unusable('the script must give a dict for each label')
    const store = textOf(record.storeCode, 'storeCode')
    if (store !== '' && storeCode !== undefined && store !== storeCode)
      return `is for the store ${store.slice(0, 40)}, not for ${storeCode}`
    taskDes ??= textOf(record.taskDes, 'taskDes', 200) || undefined
    const { prInfo, slots } = infoOf(record.prInfo ?? {}, aliases)
    for (const slot of [...slots, key.index]) named.add(slot)
    prInfo[key.index] = textOf(record.prCode, 'prCode').trim() || (prInfo[key.index] ?? '').trim()
    const values = Array.from(prInfo, (value) => value ?? '')
    const header: PaperHeader = { places: [...values.keys(), 'printer', 'name', 'layout', 'copies'], key: key.index, given: [] }
    const own = ['printerIp', 'printerName', 'layout', 'copies'].map((field) => textOf(record[field], field))
    return checkLine([...values, ...own], row, { header, aliases, listed, numbers, site })
  }
  const result = await readByScript<NewRow>({
    parser,
    file: { name, content, text },
    read,
    onRows: async (batch) => {
      rows.push(...batch)
      await onRows?.()
    },
  })
  return { ...result, rows, given: [...named], ...(taskDes !== undefined && { taskDes }) }
}
