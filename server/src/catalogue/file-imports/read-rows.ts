/** Reads CSV and TXT files of any kind row by row, in bounded memory, and says in which lines they are wrong. */
import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { reportedErrors, type FileReason } from '@endcap/contract/product-files'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { FileProblem, reasonOf } from '../../platform/text-files/file-problem.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { csvRecords, type CsvRecord } from './csv-records.ts'
import { createWrongLines, type OnWrong } from './wrong-lines.ts'

export interface ReadResult {
  /** Rows in the file, good or bad. */
  dataCount: number
  /** The first of the faults, by line. */
  errors: string[]
  errorCount: number
  /** Those of them that can be said in any language. */
  reasons: FileReason[]
  /** It could not be read to its end, or by its first line: that no line can be told from another one's fault. */
  broken?: boolean
}

/** How the rows of a file are read, told by its first line. */
export interface RowReader<Row> {
  /** The first line names the columns and is no row itself. */
  hasHeader: boolean
  /** The row; or what is wrong with it; or undefined when the line is passed over. */
  read: (record: string[], line: number) => Row | RowProblem | undefined
  /** Lines that were read as good and, as the whole file shows, are not. */
  alsoWrong?: () => Iterable<readonly [line: number, problem: RowProblem]>
}

interface Reading<Row> {
  content: AsyncIterable<Uint8Array>
  text: TextReading
  /** Throws a `FileProblem` when the file cannot be read by such a first line; told also some of the lines that follow it. */
  open: (first: string[], following: string[][]) => RowReader<Row>
  /** Rows handed over together; not called any more once the file has an error, unless good rows are wanted all the same. */
  batchSize: number
  onRows: (rows: Row[]) => Promise<void>
  goodRowsToo?: boolean
  onWrong?: OnWrong
}

/** Of the lines behind the first, so many tell what columns hold. */
const linesBehindFirst = 3

/** Reads a whole file; one without a single row is wrong ("No valid data"). */
export async function readRows<Row extends object>({
  content,
  text,
  open,
  batchSize,
  onRows,
  goodRowsToo = false,
  onWrong,
}: Reading<Row>): Promise<ReadResult> {
  const reasons: FileReason[] = []
  const result: ReadResult = { dataCount: 0, errors: [], errorCount: 0, reasons }
  const wrong = createWrongLines(onWrong)
  const fail = (what: FileReason | string, where?: { line: number; text: string }) => {
    result.errorCount++
    wrong.note({ reason: what, ...where })
    if (result.errors.length >= reportedErrors) return
    result.errors.push(typeof what === 'string' ? what : what.text)
    if (typeof what !== 'string') reasons.push(what)
  }
  let reader: RowReader<Row> | undefined
  let batch: Row[] = []
  const { hand, handed } = createHandover(onRows)
  const take = ({ record, line, text }: CsvRecord, following: () => string[][]) => {
    if (reader === undefined) {
      reader = open(record, following())
      if (reader.hasHeader) return
    }
    const row = reader.read(record, line)
    if (row === undefined) return
    result.dataCount++
    if (row instanceof RowProblem) fail(row.at(line), { line, text })
    else if (result.errorCount === 0 || goodRowsToo) batch.push(row)
  }
  const handOver = async () => {
    const rows = batch
    batch = []
    await hand(rows)
  }
  try {
    for await (const records of csvRecords(content, text)) {
      for (const [place, record] of records.entries()) {
        take(record, () => records.slice(place + 1, place + 1 + linesBehindFirst).map((one) => one.record))
        if (batch.length >= batchSize) await handOver()
      }
      await wrong.report()
    }
    for (const [line, problem] of reader?.alsoWrong?.() ?? []) fail(problem.at(line))
    if (result.dataCount === 0 && result.errorCount === 0) fail(reasonOf('no-data'))
  } catch (error) {
    // What was handed over ends before its place is tidied up.
    await handed().catch(() => undefined)
    if (!(error instanceof FileProblem)) throw error
    result.broken = true
    fail(error.reason ?? error.message)
  }
  await wrong.report()
  if ((result.errorCount === 0 || goodRowsToo) && batch.length > 0) await handOver()
  await handed()
  return result
}

/**
 * Rows are taken while the next ones are read: one batch at a time. An error is told with the next batch, or at the end. What takes them
 * has its turn first, so that its statement is under way before the next rows are read: reading leaves no other turn.
 */
function createHandover<Row>(onRows: (rows: Row[]) => Promise<void>) {
  let taking = Promise.resolve()
  return {
    hand: async (rows: Row[]): Promise<void> => {
      await taking
      taking = onRows(rows)
      taking.catch(() => undefined)
      await turnOfOthers()
    },
    handed: () => taking,
  }
}
