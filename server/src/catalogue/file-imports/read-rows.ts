/** Reads CSV and TXT files of any kind row by row, in bounded memory, and says in which lines they are wrong. */
import { reportedErrors, type FileReason } from '@endcap/contract/product-files'
import { parse, type CsvError } from 'csv-parse'
import { drained } from '../../platform/http/uploads.ts'
import { decodeText, type TextReading } from '../../platform/text-files/decode.ts'
import { FileProblem, reasonOf } from '../../platform/text-files/file-problem.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'

/** A longer line is no row: an unclosed quote or another kind of file. */
const maxLineLength = 1_000_000

export interface ReadResult {
  /** Rows in the file, good or bad. */
  dataCount: number
  /** The first of the faults, by line. */
  errors: string[]
  errorCount: number
  /** Those of them that can be said in any language. */
  reasons: FileReason[]
}

/** How the rows of a file are read, told by its first line. */
export interface RowReader<Row> {
  /** The first line names the columns and is no row itself. */
  hasHeader: boolean
  /** The row; or what is wrong with it; or undefined when the line is passed over. */
  read: (record: string[], line: number) => Row | RowProblem | undefined
}

interface Reading<Row> {
  content: AsyncIterable<Uint8Array>
  text: TextReading
  /** Throws a `FileProblem` when the file cannot be read by such a first line. */
  open: (first: string[]) => RowReader<Row>
  /** Rows handed over together; not called any more once the file has an error, unless good rows are wanted all the same. */
  batchSize: number
  onRows: (rows: Row[]) => Promise<void>
  goodRowsToo?: boolean
}

/** Reads a whole file; one without a single row is wrong ("No valid data"). */
export async function readRows<Row extends object>({
  content,
  text,
  open,
  batchSize,
  onRows,
  goodRowsToo = false,
}: Reading<Row>): Promise<ReadResult> {
  const reasons: FileReason[] = []
  const result: ReadResult = { dataCount: 0, errors: [], errorCount: 0, reasons }
  const fail = (what: FileReason | string) => {
    result.errorCount++
    if (result.errors.length >= reportedErrors) return
    result.errors.push(typeof what === 'string' ? what : what.text)
    if (typeof what !== 'string') reasons.push(what)
  }
  let reader: RowReader<Row> | undefined
  let batch: Row[] = []
  const take = async (record: string[], line: number) => {
    if (reader === undefined) {
      reader = open(record)
      if (reader.hasHeader) return
    }
    const row = reader.read(record, line)
    if (row === undefined) return
    result.dataCount++
    if (row instanceof RowProblem) fail(row.at(line))
    else if (result.errorCount === 0 || goodRowsToo) batch.push(row)
    if (batch.length >= batchSize) {
      await onRows(batch)
      batch = []
    }
  }
  try {
    for await (const { record, line } of records(content, text)) await take(record, line)
    if (result.dataCount === 0 && result.errorCount === 0) fail(reasonOf('no-data'))
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    fail(error.reason ?? error.message)
  }
  if ((result.errorCount === 0 || goodRowsToo) && batch.length > 0) await onRows(batch)
  return result
}

/** Of Windows, Unix and old Macs; a file may have several. */
const lineEnds = /\r\n|\r|\n/

/** The lines of a CSV or TXT file that hold something, with their numbers, in bounded memory; its first line tells what separates columns, `#` begins a comment. */
export async function* records(
  content: AsyncIterable<Uint8Array>,
  reading: TextReading,
): AsyncGenerator<{ record: string[]; line: number }> {
  const text = decodeText(content, reading)[Symbol.asyncIterator]()
  // The first line with content tells the delimiter; it is parsed with the rest.
  let head = ''
  let ended = false
  const firstLine = () =>
    head.split(lineEnds).find((line, index, lines) => index < lines.length - (ended ? 0 : 1) && line.trim() !== '' && !line.startsWith('#'))
  while (!ended && firstLine() === undefined && head.length <= maxLineLength) {
    const next = await text.next()
    if (next.done === true) ended = true
    else head += next.value
  }
  if (head.length > maxLineLength && !lineEnds.test(head.slice(0, maxLineLength)))
    throw new FileProblem(reasonOf('long-line', { line: 1, most: maxLineLength }))
  const parser = parse({
    delimiter: findDelimiter(firstLine() ?? ''),
    record_delimiter: ['\r\n', '\n', '\r'],
    comment: '#',
    comment_no_infix: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: maxLineLength,
    info: true,
  })
  const feed = (async () => {
    const write = async (piece: string) => {
      if (piece !== '' && !parser.write(piece)) await drained(parser)
    }
    await write(head)
    for (
      let next = ended ? undefined : await text.next();
      next !== undefined && next.done !== true && !parser.destroyed;
      next = await text.next()
    )
      await write(next.value)
    parser.end()
  })()
  feed.catch((error: Error) => parser.destroy(error))
  // What `info: true` makes of a line; the library types its stream as any.
  const rows: AsyncIterable<{ record: string[]; info: { lines: number } }> = parser
  try {
    for await (const { record, info } of rows) {
      if (record.some((value) => value.trim() !== '')) yield { record, line: info.lines }
    }
  } catch (error) {
    throw isCsvError(error) ? new FileProblem(explain(error)) : error
  } finally {
    parser.destroy()
    await feed.catch(() => undefined)
  }
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && /^(CSV_|INVALID_)/.test(String(error.code))

function explain(error: CsvError): FileReason | string {
  const line = Number(error.lines)
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return reasonOf('open-quote', { line })
    case 'CSV_MAX_RECORD_SIZE':
      return reasonOf('long-record', { line, most: maxLineLength })
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return reasonOf('quote', { line })
    default:
      return `line ${line}: ${error.message}`
  }
}

/** The sign that separates the columns: the one that the first line has most of, outside quotes. */
function findDelimiter(firstLine: string): string {
  const bare = firstLine.replaceAll(/"[^"]*"/g, '')
  const counts = [',', '\t', ';', '|'].map((sign) => ({ sign, n: bare.split(sign).length }))
  return counts.toSorted((a, b) => b.n - a.n)[0]?.sign ?? ','
}
