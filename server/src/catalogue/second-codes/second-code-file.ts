/** Rows of a file of second codes. Its first line names the columns; case, spaces and signs in the names do not matter. */
import type { RowReader } from '../file-imports/read-rows.ts'
import { missingColumns, namedTwice } from '../../platform/text-files/header-problem.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import type { SecondCodeParts } from './second-codes.queries.ts'
import { controlCharacter } from '../../platform/text-files/control-characters.ts'

const maxCode = 64
const maxValue = 200

export type SecondCodeField = keyof SecondCodeParts
type Field = SecondCodeField
/** Column names beside the fields' own. */
const otherNames: Record<string, Field> = { productcode: 'prCode', trigger: 'dbTrigger' }
const dates = ['insertionDate', 'cessationDate', 'deletionDate', 'acquisitionDate', 'modificationDate'] as const
const texts = ['articleCode', 'saleCode', 'saleTypeCode', 'programName', 'operatorName'] as const
export const secondCodeFields: readonly Field[] = ['prCode', 'secondCode', ...texts, ...dates, 'dbTrigger']

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
const fieldOf = (name: string): Field | undefined => secondCodeFields.find((field) => bare(field) === bare(name)) ?? otherNames[bare(name)]

export function openSecondCodeFile(first: readonly string[]): RowReader<SecondCodeParts> {
  const columns = first.map(fieldOf)
  const twice = columns.find((field, index) => field !== undefined && columns.indexOf(field) !== index)
  if (twice !== undefined) throw namedTwice(twice)
  const missing = (['prCode', 'secondCode'] as const).filter((needed) => !columns.includes(needed))
  if (missing.length > 0) throw missingColumns(missing)
  const seen = new Map<string, number>()
  return { hasHeader: true, read: (record, line) => readRow(record, line, columns, seen) }
}

function readRow(
  record: readonly string[],
  line: number,
  columns: readonly (Field | undefined)[],
  seen: Map<string, number>,
): SecondCodeParts | RowProblem {
  if (record.length !== columns.length) return new RowProblem('row-columns', { count: record.length, wanted: columns.length })
  const bad = record.findIndex((value) => controlCharacter.test(value.trim()))
  if (bad >= 0) return new RowProblem('row-control', { column: bad + 1 })
  const value = (field: Field) => {
    const place = columns.indexOf(field)
    return place < 0 ? '' : (record[place]?.trim() ?? '')
  }
  return checkSecondCode(value, line, seen)
}

/** The second code of values that are trimmed and hold no control characters, or what is wrong with it; `seen`: codes of earlier lines. */
export function checkSecondCode(value: (field: Field) => string, line: number, seen: Map<string, number>): SecondCodeParts | RowProblem {
  const [prCode, secondCode] = [value('prCode'), value('secondCode')]
  if (prCode === '') return new RowProblem('row-no-product')
  if (secondCode === '') return new RowProblem('row-no-second-code')
  if (prCode.length > maxCode || secondCode.length > maxCode) return new RowProblem('row-long-code', { most: maxCode })
  const first = seen.get(secondCode)
  if (first !== undefined) return new RowProblem('row-same-second-code', { code: secondCode, first })
  const row: SecondCodeParts = { ...empty, prCode, secondCode }
  for (const field of texts) {
    const text = value(field)
    if (text.length > maxValue) return new RowProblem('row-long-field', { most: maxValue, field })
    row[field] = text
  }
  for (const field of dates) {
    const date = readDate(value(field))
    if (date === undefined) return new RowProblem('row-date', { text: value(field).slice(0, 40), field })
    row[field] = date
  }
  const flag = readFlag(value('dbTrigger'))
  if (flag === undefined) return new RowProblem('row-flag', { text: value('dbTrigger').slice(0, 40), field: 'dbTrigger' })
  row.dbTrigger = flag
  seen.set(secondCode, line)
  return row
}
const empty = {
  articleCode: '',
  saleCode: '',
  saleTypeCode: '',
  programName: '',
  operatorName: '',
  dbTrigger: false,
  insertionDate: '',
  cessationDate: '',
  deletionDate: '',
  acquisitionDate: '',
  modificationDate: '',
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
