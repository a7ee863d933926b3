/**
 * The records of a CSV or TXT file with the numbers of their lines, in bounded memory. Lines are split in bulk; from the first line on
 * that is not plain (a field over several lines, a quote in a wrong place, a very long line), csv-parse reads the rest.
 */
import { parse, type CsvError } from 'csv-parse'
import type { FileReason } from '@endcap/contract/product-files'
import { drained } from '../../platform/http/uploads.ts'
import { decodeText, type TextReading } from '../../platform/text-files/decode.ts'
import { FileProblem, reasonOf } from '../../platform/text-files/file-problem.ts'

/** A longer line is no row: an unclosed quote or another kind of file. */
const maxLineLength = 1_000_000
/** A longer line is left to csv-parse, which has the limit above. */
const longLine = 100_000

export interface CsvRecord {
  record: string[]
  line: number
  /** As it stands in the file, without its end; with quotes only where they are needed. */
  text: string
}

/** Of Windows, Unix and old Macs; a file may have several. */
const lineEnds = /\r\n|\r|\n/

/** The lines that hold something, as many at a time as come in together; the first line tells what separates columns, `#` begins a comment. */
export async function* csvRecords(content: AsyncIterable<Uint8Array>, reading: TextReading): AsyncGenerator<CsvRecord[]> {
  const text = decodeText(content, reading)[Symbol.asyncIterator]()
  const { head, ended, delimiter } = await readHead(text)
  const splitter = createSplitter(delimiter)
  let last = ended
  let piece = head
  for (;;) {
    const { records, rest } = splitter.split(piece, last)
    if (records.length > 0) yield records
    if (rest !== undefined) {
      yield* parsedRecords(rest, { text, ended: last, delimiter, linesBefore: splitter.lines() })
      return
    }
    if (last) return
    const next = await text.next()
    last = next.done === true
    piece = next.done === true ? '' : next.value
  }
}

/** Reads up to the end of the first line with content: it tells the delimiter, and is split with the rest. */
async function readHead(text: AsyncIterator<string>): Promise<{ head: string; ended: boolean; delimiter: string }> {
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
  return { head, ended, delimiter: findDelimiter(firstLine() ?? '') }
}

/** The sign that separates the columns: the one that the first line has most of, outside quotes. */
function findDelimiter(firstLine: string): string {
  const bare = firstLine.replaceAll(/"[^"]*"/g, '')
  const counts = [',', '\t', ';', '|'].map((sign) => ({ sign, n: bare.split(sign).length }))
  return counts.toSorted((a, b) => b.n - a.n)[0]?.sign ?? ','
}

/** Splits pieces of text into records; `rest`: from here on the text is for csv-parse. */
function createSplitter(delimiter: string) {
  let line = 0
  let open = ''
  const recordOf = (text: string): string[] | undefined => (text.includes('"') ? splitQuoted(text, delimiter) : text.split(delimiter))
  const split = (piece: string, last: boolean): { records: CsvRecord[]; rest?: string } => {
    const text = open + piece
    const records: CsvRecord[] = []
    const ends = createLineEnds(text, last)
    let from = 0
    for (let end = ends(from); end !== undefined; end = ends(from)) {
      const content = text.slice(from, end.at)
      if (content !== '' && !content.startsWith('#')) {
        const record = content.length > longLine ? undefined : recordOf(content)
        if (record === undefined) return { records, rest: text.slice(from) }
        if (record.some((value) => value.trim() !== '')) records.push({ record, line: line + 1, text: content })
      }
      line++
      from = end.next
    }
    open = text.slice(from)
    return open.length > longLine ? { records, rest: open } : { records }
  }
  return { split, lines: () => line }
}

/** Finds the end of the line that begins at a place; undefined for one that goes on in the next piece, and behind the last one. */
function createLineEnds(text: string, last: boolean): (from: number) => { at: number; next: number } | undefined {
  const find = (sign: string, from: number) => {
    const place = text.indexOf(sign, from)
    return place < 0 ? text.length : place
  }
  let [newline, carriage] = [-1, -1]
  return (from) => {
    if (newline < from) newline = find('\n', from)
    if (carriage < from) carriage = find('\r', from)
    const at = Math.min(newline, carriage)
    if (at === text.length) return last && from < text.length ? { at, next: at } : undefined
    // The other half of \r\n may come with the next piece.
    if (at === text.length - 1 && at === carriage && !last) return undefined
    return { at, next: at === carriage && newline === at + 1 ? at + 2 : at + 1 }
  }
}

/** The values of a line with quotes; undefined when it is not whole or has a quote where none may be. */
function splitQuoted(text: string, delimiter: string): string[] | undefined {
  const record: string[] = []
  for (let at = 0; ;) {
    let end: number
    if (text[at] === '"') {
      let close = text.indexOf('"', at + 1)
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
      if (close < 0) return undefined
      record.push(text.slice(at + 1, close).replaceAll('""', '"'))
      end = close + 1
      if (end < text.length && text[end] !== delimiter) return undefined
    } else {
      const next = text.indexOf(delimiter, at)
      end = next < 0 ? text.length : next
      const value = text.slice(at, end)
      if (value.includes('"')) return undefined
      record.push(value)
    }
    if (end >= text.length) return record
    at = end + 1
  }
}

interface Rest {
  text: AsyncIterator<string>
  ended: boolean
  delimiter: string
  /** Lines that are read already. */
  linesBefore: number
}
/** Reads `begun` and what follows it with csv-parse. */
async function* parsedRecords(begun: string, { text, ended, delimiter, linesBefore }: Rest): AsyncGenerator<CsvRecord[]> {
  const parser = parse({
    delimiter,
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
    await write(begun)
    for (
      let next = ended ? undefined : await text.next();
      next !== undefined && next.done !== true && !parser.destroyed;
      next = await text.next()
    )
      await write(next.value)
    parser.end()
  })()
  feed.catch((error: Error) => parser.destroy(error))
  // What `info` makes of a line; the library types its stream as any.
  const rows: AsyncIterable<{ record: string[]; info: { lines: number } }> = parser
  try {
    for await (const { record, info } of rows) {
      if (record.some((value) => value.trim() !== '')) yield [{ record, line: linesBefore + info.lines, text: textOf(record, delimiter) }]
    }
  } catch (error) {
    throw isCsvError(error) ? new FileProblem(explain(error, linesBefore)) : error
  } finally {
    parser.destroy()
    await feed.catch(() => undefined)
  }
}

/** A line written anew: as it stood the library would hold it together with all comments before it, however long. */
const textOf = (record: readonly string[], delimiter: string): string =>
  record.map((value) => (/["\r\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value)).join(delimiter)

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && /^(CSV_|INVALID_)/.test(String(error.code))

function explain(error: CsvError, linesBefore: number): FileReason | string {
  const line = linesBefore + Number(error.lines)
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
