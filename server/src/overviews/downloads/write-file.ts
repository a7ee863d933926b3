/** Lists and logs as files: CSV, Excel workbooks and zip archives, written as they are read. */
import { csvLine, csvStart, isFormula } from '@endcap/contract/csv'
import { Readable } from 'node:stream'
import { ZipFile, type ReadStreamOptions } from 'yazl'
import { conflict } from '../../platform/base/errors.ts'
import type { Cell } from './lists.ts'
import type { LogFile } from './log-sources.ts'

export interface Sheet {
  headings: readonly string[]
  rows: AsyncIterable<Cell[][]>
  timeZone: string
}

/** Rows of one sheet, the heading among them: more does not open. */
const maxSheetRows = 1_048_576
/** Excel counts days since the last day of 1899; this is 1970. */
const epochDay = 25_569

/** yyyy-mm-dd hh:ii:ss (specification 1 §5), as Swedes write it. */
const clockOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (seconds: number) => format.format(seconds * 1000)
}

export async function* csvFile({ headings, rows, timeZone }: Sheet): AsyncGenerator<Uint8Array> {
  const clock = clockOf(timeZone)
  yield Buffer.from(csvStart + csvLine(headings))
  for await (const slice of rows) {
    const lines = slice.map((cells) => csvLine(cells.map((cell) => (typeof cell === 'object' && cell !== null ? clock(cell.time) : cell))))
    yield Buffer.from(lines.join(''))
  }
}

/** Packs what is read, one entry after the other; what fails on the way fails the whole. */
function pack(zip: ZipFile, entries: { name: string; at: Date; open: () => NodeJS.ReadableStream }[]): AsyncIterable<Uint8Array> {
  const output = zip.outputStream
  if (!(output instanceof Readable)) throw new TypeError('yazl gives no stream of Node')
  zip.on('error', (error: Error) => output.destroy(error))
  for (const { name, at, open } of entries) {
    const options: Partial<ReadStreamOptions> = { mtime: at }
    zip.addReadStreamLazy(name, options, (done) => done(null, open()))
  }
  zip.end()
  return output
}

export function zipFile(files: readonly LogFile[], signal: AbortSignal): AsyncIterable<Uint8Array> {
  return pack(
    new ZipFile(),
    files.map(({ name, modifiedAt, open }) => ({
      name,
      at: modifiedAt,
      open: () => {
        const stream = open()
        signal.addEventListener('abort', () => stream.destroy(new Error('stopped')), { once: true })
        return stream
      },
    })),
  )
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** The parts of a workbook with one sheet. Styles: 0 plain, 1 heading, 2 time, 3 text that must never become a formula. */
const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Endcap" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>`,
}

/** Characters that XML cannot carry. */
// oxlint-disable-next-line no-control-regex -- control characters are what is dropped
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const escape = (text: string) =>
  text.toWellFormed().replaceAll(unwritable, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const textCell = (text: string, style = isFormula(text) ? 3 : 0) =>
  `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escape(text)}</t></is></c>`

function sheetCell(cell: Cell, clock: (seconds: number) => string): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'string') return textCell(cell)
  // A sheet knows no time zones: the wall clock is written as if it were UTC.
  const days = Date.parse(`${clock(cell.time).replace(' ', 'T')}Z`) / 86_400_000 + epochDay
  return `<c s="2"><v>${days}</v></c>`
}

async function* sheetXml({ headings, rows, timeZone }: Sheet): AsyncGenerator<string> {
  const clock = clockOf(timeZone)
  yield `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${headings.length}" width="20" customWidth="1"/></cols><sheetData>`
  yield `<row>${headings.map((heading) => textCell(heading, 1)).join('')}</row>`
  let count = 1
  for await (const slice of rows) {
    count += slice.length
    if (count > maxSheetRows) throw conflict('The list is too long for one Excel sheet. Narrow the filter, or choose CSV.', 'too-many-rows')
    yield slice.map((cells) => `<row>${cells.map((cell) => sheetCell(cell, clock)).join('')}</row>`).join('')
  }
  yield '</sheetData></worksheet>'
}

/** SpreadsheetML with one sheet: times and numbers are such, texts stay texts (a code keeps its zeros). */
export function excelFile(sheet: Sheet, at: Date): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xmlHead + xml), name, { mtime: at })
  return pack(zip, [{ name: 'xl/worksheets/sheet1.xml', at, open: () => Readable.from(sheetXml(sheet), { objectMode: false }) }])
}
