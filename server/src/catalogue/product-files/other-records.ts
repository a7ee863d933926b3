/** Records of parser scripts that are no products: families and second codes, checked as the rows of their own files are. */
import type { FamilyRules, FamilyParts } from '../families/families.service.ts'
import { checkFamily } from '../families/family-file.ts'
import { isObject, textOf, Unusable } from '../scripts/check-answers.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { checkSecondCode, secondCodeFields, type SecondCodeField } from '../second-codes/second-code-file.ts'
import type { SecondCodeParts } from '../second-codes/second-codes.service.ts'
import { controlCharacter } from '../../platform/text-files/control-characters.ts'

/** Families and second codes of one file: they are held in memory until the file is known to be right. */
export const maxOthers = 200_000
const longest = 1000

export interface OtherRules {
  families: FamilyRules
  /** Why this file may bring no second codes, which hold in all stores; said behind the line. */
  noSecondCodes: string | undefined
}

export function createOtherReader({ families, noSecondCodes, layouts }: OtherRules & { layouts: ReadonlySet<string> }) {
  const seenFamilies = new Map<string, number>()
  const seenCodes = new Map<string, number>()
  return {
    family: (record: Record<string, unknown>, line: number): { family: FamilyParts & { line: number } } | RowProblem => {
      onlyFields(record, 'a family', ['fmPrCode', 'prCodeList', 'layoutId', 'nfc'])
      const { prCodeList } = record
      if (!Array.isArray(prCodeList)) throw new Unusable(`prCodeList is ${isObject(prCodeList) ? 'a dict' : 'no list'}; it must be a list`)
      const parts = {
        fmPrCode: clean(record.fmPrCode, 'fmPrCode'),
        prCodeList: prCodeList.map((code: unknown, place) => clean(code, `prCodeList[${place}]`)),
        layoutId: clean(record.layoutId, 'layoutId'),
        nfc: clean(record.nfc, 'nfc'),
      }
      const family = checkFamily(parts, line, { ...families, layouts, seen: seenFamilies })
      return family instanceof RowProblem ? family : { family: { ...family, line } }
    },
    secondCode: (
      record: Record<string, unknown>,
      line: number,
    ): { secondCode: SecondCodeParts & { line: number } } | RowProblem | string => {
      if (noSecondCodes !== undefined) return noSecondCodes
      onlyFields(record, 'a second code', secondCodeFields)
      const value = (field: SecondCodeField) => (field in record ? clean(flagOf(record[field]), field) : '')
      const code = checkSecondCode(value, line, seenCodes)
      return code instanceof RowProblem ? code : { secondCode: { ...code, line } }
    },
  }
}

const flagOf = (value: unknown) => (typeof value === 'boolean' ? (value ? '1' : '0') : value)

function clean(value: unknown, name: string): string {
  const text = textOf(value, name, longest).trim()
  if (controlCharacter.test(text)) throw new Unusable(`${name} has a control character`)
  return text
}

function onlyFields(record: Record<string, unknown>, what: string, fields: readonly string[]): void {
  const other = Object.keys(record).find((field) => field !== 'type' && !fields.includes(field))
  if (other !== undefined) throw new Unusable(`there is no field "${other.slice(0, 40)}"; ${what} has ${fields.join(', ')}`)
}
