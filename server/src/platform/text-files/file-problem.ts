/** What is wrong with a file as a whole, or with one of its lines before rows can be read. */
import type { FileReason } from '@endcap/contract/product-files'

type Code = Exclude<FileReason['code'], `row-${string}`>
/** In English; the console says them by their code in the person's language. */
const sentences: Record<Code, string> = {
  bytes: 'line {line} holds bytes that are not {encoding}',
  nul: 'line {line} holds a NUL byte: this is not a text file',
  mixed: 'line {line} is UTF-8 and others are {encoding}: the file mixes encodings',
  unsure:
    'The encoding of the file is not certain: as {first} a line reads "{firstLine}", as {second} "{secondLine}". Choose the encoding when you upload the file, or save it as UTF-8.',
  senseless:
    'The encoding of the file is not known: as {first} a line reads "{firstLine}". Choose the encoding when you upload the file, or save it as UTF-8.',
  archive: 'This is a zip archive or an Excel workbook, not a text file: save it as CSV.',
  'old-workbook': 'This is an old Excel workbook, not a text file: save it as CSV.',
  png: 'This is a PNG picture, not a text file: save it as CSV.',
  jpeg: 'This is a JPEG picture, not a text file: save it as CSV.',
  pdf: 'This is a PDF document, not a text file: save it as CSV.',
  gzip: 'This is a gzip archive, not a text file: save it as CSV.',
  'no-data': 'No valid data',
  'long-line': 'line {line} is longer than {most} characters',
  'long-record': 'line {line} is longer than {most} characters: a quote may not be closed',
  'open-quote': 'A quote that is opened is never closed; look at the lines before line {line}',
  quote: 'line {line} has a quote in the wrong place',
  'no-key': 'No alias is marked as key: the product code cannot be told. Mark one in the alias configuration.',
  'header-key': 'The header does not name {field}, the column of the product code.',
  'header-twice': 'The column {field} stands twice in the header.',
  'header-unknown': 'The header names columns that are no aliases: {fields}',
  'header-unknown-more': 'The header names columns that are no aliases: {fields} and {rest} more',
  'header-missing': 'The first line must name the columns; missing: {fields}',
  'mapped-count': 'The first line has {count} columns; {given} were told what they mean.',
  'no-such-product': 'line {line}: This product does not exist: {code}',
  'header-none': 'A file without a header has the product code, the quantity and the sheet; this one has {count} columns.',
}
/** Puts values into the places of a sentence. */
export const fillSentence = (sentence: string, values: FileReason['values']): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

export function reasonOf(code: Code, values: FileReason['values'] = {}): FileReason {
  return { text: fillSentence(sentences[code], values), code, values }
}

export class FileProblem extends Error {
  /** Undefined: only the sentence tells. */
  readonly reason: FileReason | undefined
  constructor(problem: FileReason | string) {
    super(typeof problem === 'string' ? problem : problem.text)
    this.reason = typeof problem === 'string' ? undefined : problem
  }
}
