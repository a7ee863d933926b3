/** What parser scripts make of rows, told apart into good ones and faults by line of the file. */
import { parserFailed, reportedErrors, type FileReason } from '@endcap/contract/product-files'
import { reasonOf } from '../../platform/text-files/file-problem.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import type { Parser, Records, ScriptFile } from './parsers.ts'
import { formatFault, type Fault } from '../../platform/script-runner/runner.ts'
import { Unusable } from './check-answers.ts'
import { createWrongLines, type OnWrong } from '../file-imports/wrong-lines.ts'

/** A row that was refused, by the script or because of what it answered. */
export interface RowFault {
  row: number
  message: string
  /** In the script. */
  line: number | null
}
export interface ReadByScript {
  /** Rows, good or bad. */
  dataCount: number
  /** The first of the faults; of the file as a whole, without a row. */
  errors: string[]
  errorCount: number
  /** Those of the errors that can be said in any language. */
  reasons: FileReason[]
  rowFaults: RowFault[]
  fault: Fault | undefined
  log: string
  ms: number
}

interface Reading<Row> {
  parser: Parser
  file: ScriptFile
  /** The row that a record asks for; or what is wrong with it, said behind its number; undefined passes it over. */
  read: (record: unknown, row: number) => Row | RowProblem | string | undefined
  /** Not called any more once the file has an error, unless good rows are wanted all the same. */
  onRows: (rows: Row[]) => Promise<void>
  goodRowsToo?: boolean
  /** Told of all that is wrong, with the record as the script gave it, where it gave one. */
  onWrong?: OnWrong
}

const atLine = (line: number | null) => (line === null ? '' : ` (script line ${line})`)

const none = reasonOf('no-data')

interface Failed {
  rowFault?: RowFault
  reason?: FileReason | undefined
  /** As the script gave it. */
  record?: unknown
}
const longestRecord = 10_000
const textOfRecord = (record: unknown) => (record === undefined ? '' : JSON.stringify(record).slice(0, longestRecord))

/** Reads a whole file by a script; one without a single row is wrong ("No valid data"). */
export async function readByScript<Row extends object>({
  parser,
  file,
  read,
  onRows,
  goodRowsToo = false,
  onWrong,
}: Reading<Row>): Promise<ReadByScript> {
  const reasons: FileReason[] = []
  const result: ReadByScript = { dataCount: 0, errors: [], errorCount: 0, reasons, rowFaults: [], fault: undefined, log: '', ms: 0 }
  const wrong = createWrongLines(onWrong)
  const fail = (text: string, { rowFault, reason, record }: Failed) => {
    result.errorCount++
    wrong.note({ reason: reason ?? text, ...(rowFault !== undefined && { line: rowFault.row, text: textOfRecord(record) }) })
    if (result.errors.length >= reportedErrors) return
    result.errors.push(text)
    if (rowFault !== undefined) result.rowFaults.push(rowFault)
    if (reason !== undefined) reasons.push(reason)
  }
  /** However many rows are wrong, what is wrong with the file as a whole is told. */
  const failWhole = (text: string) => {
    result.errorCount++
    wrong.note({ reason: text })
    result.errors = [...result.errors.slice(0, reportedErrors - 1), text]
  }
  const failRow = (row: number, message: string, line: number | null, of: Omit<Failed, 'rowFault'> = {}) =>
    fail(`line ${row} ${message}${atLine(line)}`, { rowFault: { row, message, line }, ...of })
  let rejected = 0
  const parsed = await parser.parse(file, async (records: Records) => {
    const rows: Row[] = []
    for (const [row, message, line] of records.errors) failRow(row, message, line)
    // Beyond a number the script's faults come without their words.
    const unnamed = records.rejected - rejected - records.errors.length
    result.errorCount += unnamed
    if (unnamed > 0) wrong.note({ reason: `The parser script refused ${unnamed} more rows.` })
    result.dataCount += records.rejected - rejected
    rejected = records.rejected
    for (const [row, record] of records.records) {
      const made = readOne(() => read(record, row))
      if (made === undefined) continue
      result.dataCount++
      if (typeof made === 'string') failRow(row, made, null, { record })
      else if (made instanceof RowProblem) failRow(row, made.text, null, { record, reason: made.at(row) })
      else rows.push(made)
    }
    await wrong.report()
    if (rows.length > 0 && (result.errorCount === 0 || goodRowsToo)) await onRows(rows)
  })
  Object.assign(result, parsed)
  if (parsed.fault !== undefined) failWhole(`${parserFailed}${formatFault(parsed.fault)}`)
  else if (result.dataCount === 0) fail(none.text, { reason: none })
  await wrong.report()
  return result
}

function readOne<Row>(read: () => Row | RowProblem | string | undefined): Row | RowProblem | string | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unusable) return `was not made a record: ${error.message}`
    throw error
  }
}
