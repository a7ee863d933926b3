/** What is wrong with a row of a file, or with a product of a call: in English behind a line's number, and by a code that the console says. */
import { nfcProblem } from '@endcap/contract/nfc'
import type { FileReason } from '@endcap/contract/product-files'
import { maxDigits, type NumberProblem } from '@endcap/label/numbers'
import { fillSentence } from './file-problem.ts'

export type RowCode = Extract<FileReason['code'], `row-${string}`>
const sentences: Record<RowCode, string> = {
  'row-columns': 'has {count} columns instead of {wanted}',
  'row-header': 'repeats the header',
  'row-no-product': 'has no product code',
  'row-long-product': 'has a product code of more than {most} characters',
  'row-same-product': 'has product code {code}, as line {first} has',
  'row-beside-wrong': 'has product code {code}, as line {other} has, which is wrong',
  'row-unknown-product': 'names the product {code}, which the store does not have',
  'row-long-value': 'has a value of more than {most} characters in column {column}',
  'row-control': 'has a control character in column {column}',
  'row-nfc': `has an NFC address that ${nfcProblem}`,
  'row-long-nfc': 'has an NFC address of more than {most} characters',
  'row-no-layout': 'names no layout',
  'row-layout': 'names the layout "{layout}", which does not exist',
  'row-no-number': 'has "{text}" for {field}, which must be a number',
  'row-long-number': 'has "{text}" for {field}, which has more than {most} digits',
  'row-other-currency': 'has "{text}" for {field}, which must be an amount in {currency}',
  'row-decimals': 'has "{text}" for {field}, which has decimals that {currency} does not have',
  // With a fourth decimal it can be read in one way only.
  'row-two-readings': 'has "{text}" for {field}, which could be {first} or {second}: write {first} or {second}0',
  'row-no-family': 'has no family code',
  'row-same-family': 'has family code {code}, as line {first} has',
  'row-long-code': 'has a code of more than {most} characters',
  'row-no-second-code': 'has no second code',
  'row-same-second-code': 'has second code {code}, as line {first} has',
  'row-long-field': 'has a value of more than {most} characters for {field}',
  'row-date': 'has "{text}" for {field}, which must be a date such as 2026-11-30',
  'row-flag': 'has "{text}" for {field}, which must be 1 or 0',
  'row-too-many': 'is one too many: such a file has at most {most} rows',
  'row-paper-layout': 'names the paper layout "{layout}", which does not exist; there are {known}',
  'row-copies': 'wants "{text}" copies; 1 to {most} are possible',
  'row-no-printer': 'names no printer',
  'row-printer': 'has "{text}" as printer, which is no address',
  'row-printer-port': 'names the printer {text}, which is at port {port}; only port {usual} and listed printers may be addressed',
  'row-printer-network': 'names the printer {text}, which is in no private network and is not listed',
  'row-long-printer': 'has a printer name of more than {most} characters',
  'row-template': 'names the sheet "{layout}", which does not exist; there are {known}',
  'row-quantity': 'wants the quantity "{text}"; 1 to {most} are possible',
  'row-long-description': 'has a description of more than {most} characters',
}

export class RowProblem {
  readonly code: RowCode
  readonly values: FileReason['values']
  constructor(code: RowCode, values: FileReason['values'] = {}) {
    this.code = code
    this.values = values
  }
  /** In English, to be said behind the number of a line. */
  get text(): string {
    return fillSentence(sentences[this.code], this.values)
  }
  /** As a reason why the file is refused. */
  at(line: number): FileReason {
    return { text: `line ${line} ${this.text}`, code: this.code, values: { ...this.values, line } }
  }
}

/** Why the text of a field is no number, or no price. */
export function numberProblem(text: string, field: string, problem: NumberProblem): RowProblem {
  const about = { text: text.slice(0, 40), field }
  switch (problem.problem) {
    case 'no-number':
      return new RowProblem('row-no-number', about)
    case 'too-long':
      return new RowProblem('row-long-number', { ...about, most: maxDigits })
    case 'other-currency':
    case 'decimals':
      return new RowProblem(`row-${problem.problem}`, { ...about, currency: problem.currency })
    case 'two-readings':
      return new RowProblem('row-two-readings', { ...about, first: problem.readings[0], second: problem.readings[1] })
  }
}
