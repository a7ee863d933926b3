/**
 * Reads a paper file: a header line, then a label a line. This is the built-in parser; a store's own script takes its place by
 * answering the same rows.
 */
import { maxPaperRows } from '@endcap/contract/papers'
import { readRows, type ReadResult } from '../../catalogue/file-imports/read-rows.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { checkLine, readHeader, type LineRules } from './check-line.ts'
import type { NewRow } from './tasks.queries.ts'

export interface PaperFile extends ReadResult {
  rows: NewRow[]
  /** Slots of prInfo that the file gives; what it leaves out comes from the store's products. */
  given: number[]
  /** What a script calls the task. */
  taskDes?: string
}
interface Options extends Omit<LineRules, 'header'> {
  content: AsyncIterable<Uint8Array>
  text: TextReading
  /** A sign of life now and then. */
  onRows?: () => Promise<void>
}

const batchSize = 1000

export async function readPaperFile({ content, text, onRows, ...rules }: Options): Promise<PaperFile> {
  const rows: NewRow[] = []
  let given: number[] = []
  let count = 0
  const read = await readRows<NewRow>({
    content,
    text,
    batchSize,
    onRows: async (batch) => {
      rows.push(...batch)
      await onRows?.()
    },
    open: (first) => {
      const header = readHeader(first, rules.aliases)
      given = header.given
      return {
        hasHeader: true,
        read: (record, line) => {
          count++
          if (count > maxPaperRows) return new RowProblem('row-too-many', { most: maxPaperRows })
          return checkLine(record, line, { ...rules, header })
        },
      }
    },
  })
  return { ...read, rows, given }
}
