/**
 * Files of families: family code, as many product codes as a family has places, layout, optionally an NFC address. Rows that are too
 * short are passed over (specification 2 §5); a row that is wrong stops the file.
 */
import { isNfcAddress, maxNfc } from '@endcap/contract/nfc'
import type { Context } from '../../platform/context.ts'
import { LinesWrong, receiveFile, type FileToReceive } from '../file-imports/receive.ts'
import { readRows } from '../file-imports/read-rows.ts'
import { RowProblem } from '../../platform/text-files/row-problem.ts'
import { applyFamilies, readFamilyRules, normaliseCodes, type FamilyRules, type Written } from './families.service.ts'
import type { FamilyParts } from './families.queries.ts'
import { controlCharacter } from '../../platform/text-files/control-characters.ts'

const maxCode = 64
const batchSize = 1000

export interface FamilyFile {
  /** A store, or empty for all of them. */
  scope: string
  file: FileToReceive['file']
  source: string
}

export function importFamilyFile(
  context: Context,
  { scope, file, source }: FamilyFile,
): Promise<Written & { historyId: string; dataCount: number }> {
  return receiveFile(context, { storeCode: scope, fileType: 'family', file, source }, async ({ content, text, keepHold, finish }) => {
    const { db } = context
    const rules = await readFamilyRules(db)
    const layouts = new Set((await context.ports.layoutNames(db, [scope])).map((layout) => layout.layoutId))
    const seen = new Map<string, number>()
    const families: FamilyParts[] = []
    const read = await readRows<FamilyParts>({
      content: content(),
      text,
      open: () => ({ hasHeader: false, read: (record, line) => readFamily(record, line, { ...rules, layouts, seen }) }),
      batchSize,
      onRows: async (rows) => {
        await keepHold()
        families.push(...rows)
      },
    })
    if (read.errorCount > 0) throw new LinesWrong(read)
    const { dataCount } = read
    const written = await applyFamilies(context, {
      scope,
      families,
      changedBy: source,
      // Of the shared scope there may be a task in each store.
      finish: (tx, result) => finish(tx, { ...result, dataCount, taskId: scope === '' ? null : result.taskId }),
    })
    return { ...written, dataCount }
  })
}

export interface FamilyRowRules extends FamilyRules {
  layouts: ReadonlySet<string>
  /** Family codes of earlier lines, with their line. */
  seen: Map<string, number>
}
/** The family of a row; what is wrong with it; or nothing for a row that is too short. */
export function readFamily(record: readonly string[], line: number, rules: FamilyRowRules): FamilyParts | RowProblem | undefined {
  const { places } = rules
  if (record.length < places + 2) return undefined
  const values = record.map((value) => value.trim())
  const [fmPrCode = '', layoutId = '', nfc = ''] = [values[0], values[places + 1], values[places + 2]]
  const bad = values.slice(0, places + 3).findIndex((value) => controlCharacter.test(value))
  if (bad >= 0) return new RowProblem('row-control', { column: bad + 1 })
  return checkFamily({ fmPrCode, prCodeList: values.slice(1, places + 1), layoutId, nfc }, line, rules)
}

/** The family of values that are trimmed and hold no control characters, or what is wrong with it. */
export function checkFamily(
  { fmPrCode, prCodeList: given, layoutId, nfc }: Record<'fmPrCode' | 'layoutId' | 'nfc', string> & { prCodeList: readonly string[] },
  line: number,
  rules: FamilyRowRules,
): FamilyParts | RowProblem {
  const { layouts, seen } = rules
  if (fmPrCode === '') return new RowProblem('row-no-family')
  const prCodeList = normaliseCodes(given, rules)
  if (prCodeList.length === 0) return new RowProblem('row-no-product')
  if ([fmPrCode, ...prCodeList].some((code) => code.length > maxCode)) return new RowProblem('row-long-code', { most: maxCode })
  if (layoutId === '') return new RowProblem('row-no-layout')
  if (!layouts.has(layoutId)) return new RowProblem('row-layout', { layout: layoutId.slice(0, 60) })
  if (nfc.length > maxNfc) return new RowProblem('row-long-nfc', { most: maxNfc })
  if (!isNfcAddress(nfc)) return new RowProblem('row-nfc')
  const first = seen.get(fmPrCode)
  if (first !== undefined) return new RowProblem('row-same-family', { code: fmPrCode, first })
  seen.set(fmPrCode, line)
  return { fmPrCode, prCodeList, layoutId, nfc: nfc || null }
}
