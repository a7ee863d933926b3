/** Rows of a file of second codes. Its first line names the columns; case, spaces and signs in the names do not matter. */
import type { RowReader } from '../product-files/read-rows.ts'
import type { SecondCodeParts } from './second-codes.queries.ts'

const maxCode = 64
const maxValue = 200
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001f\u007f]/

export type SecondCodeField = keyof SecondCodeParts
type Field = SecondCodeField
/** Column names beside the fields' own. */
const otherNames: Record<string, Field> = { productcode: 'prCode', trigger: 'dbTrigger' }
const dates = ['insertionDate', 'cessationDate', 'deletionDate', 'acquisitionDate', 'modificationDate'] as const
const texts = ['articleCode', 'saleCode', 'saleTypeCode', 'programName', 'operatorName'] as const
export const secondCodeFields: readonly Field[] = ['prCode', 'secondCode', ...texts, ...dates, 'dbTrigger']

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
const fieldOf = (name: string): Field | undefined => secondCodeFields.find((field) => bare(field) === bare(name)) ?? otherNames[bare(name)]

export function openSecondCodeFile(first: readonly string[]): RowReader<SecondCodeParts> | string {
  const columns = first.map(fieldOf)
  const twice = columns.find((field, index) => field !== undefined && columns.indexOf(field) !== index)
  if (twice !== undefined) return `line 1 names the column ${twice} twice`
  for (const needed of ['prCode', 'secondCode'] as const)
    if (!columns.includes(needed)) return `line 1 names no column ${needed}: the first line must name the columns`
  const seen = new Map<string, number>()
  return { hasHeader: true, read: (record, line) => readRow(record, line, columns, seen) }
}

function readRow(
  record: readonly string[],
  line: number,
  columns: readonly (Field | undefined)[],
  seen: Map<string, number>,
): SecondCodeParts | string {
  if (record.length !== columns.length) return `has ${record.length} columns instead of ${columns.length}`
  const bad = record.findIndex((value) => control.test(value.trim()))
  if (bad >= 0) return `has a control character in column ${bad + 1}`
  const value = (field: Field) => {
    const place = columns.indexOf(field)
    return place < 0 ? '' : (record[place]?.trim() ?? '')
  }
  return checkSecondCode(value, line, seen)
}

/** The second code of values that are trimmed and hold no control characters, or what is wrong with it; `seen`: codes of earlier lines. */
export function checkSecondCode(value: (field: Field) => string, line: number, seen: Map<string, number>): SecondCodeParts | string {
  const [prCode, secondCode] = [value('prCode'), value('secondCode')]
  if (prCode === '') return 'has no product code'
  if (secondCode === '') return 'has no second code'
  if (prCode.length > maxCode || secondCode.length > maxCode) return `has a code of more than ${maxCode} characters`
  const first = seen.get(secondCode)
  if (first !== undefined) return `has second code ${secondCode}, as line ${first} has`
  const row: SecondCodeParts = { ...empty, prCode, secondCode }
  for (const field of texts) {
    const text = value(field)
    if (text.length > maxValue) return `has a value of more than ${maxValue} characters for ${field}`
    row[field] = text
  }
  for (const field of dates) {
    const date = readDate(value(field))
    if (date === undefined) return `has "${value(field).slice(0, 40)}" for ${field}, which must be a date such as 2026-11-30`
    row[field] = date
  }
  const flag = readFlag(value('dbTrigger'))
  if (flag === undefined) return `has "${value('dbTrigger').slice(0, 40)}" for dbTrigger, which must be 1 or 0`
  row.dbTrigger = flag
  seen.set(secondCode, line)
  return row
}
const empty = {
  ...{ articleCode: '', saleCode: '', saleTypeCode: '', programName: '', operatorName: '', dbTrigger: false },
  ...{ insertionDate: '', cessationDate: '', deletionDate: '', acquisitionDate: '', modificationDate: '' },
}

/** 2026-11-30, 2026/11/30 or 20261130, with or without a time behind it. */
function readDate(text: string): string | undefined {
  if (text === '') return ''
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[ T].*)?$/.exec(text) ?? []
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return year !== undefined && time.getUTCDate() === Number(day) ? `${year}-${month}-${day}` : undefined
}
function readFlag(text: string): boolean | undefined {
  if (/^(1|true|y|yes|on)$/i.test(text)) return true
  return /^(0|false|n|no|off|)$/i.test(text) ? false : undefined
}
