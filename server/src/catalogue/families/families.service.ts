/** Families: stored, and the labels that show them follow in the same transaction (specification 2 §3, §5, §7). */
import type { CallOf } from '@endcap/contract/endpoint'
import type { Family, families as endpoints } from '@endcap/contract/families'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { Db } from '../../platform/db/schema.ts'
import { invalid } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { codeOfSite, getSetting } from '../../settings/settings.service.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import {
  deleteFamilies,
  followFamilies,
  lockToShow,
  lockToWrite,
  readParts,
  tagsConcerned,
  writeFamilies,
  type FamilyParts,
  type FamilyRow,
} from './families.queries.ts'

export { familiesMeant, lockToShow, type FamilyParts } from './families.queries.ts'

/** What families are made by: places for products, and how this site writes product codes. */
export interface FamilyRules {
  places: number
  site: string
}
export async function readFamilyRules(db: Db): Promise<FamilyRules> {
  const { familyProductItemCount, site } = await getSetting(db, 'system')
  return { places: familyProductItemCount, site }
}

/** Trimmed, without blanks and repeats, cut to the places of a family (specification 2 §5). */
export function normaliseCodes(codes: readonly string[], { places, site }: FamilyRules): string[] {
  const filled = codes.map((code) => code.trim()).filter(Boolean)
  return [...new Set(filled.map((code) => codeOfSite(site, code)))].slice(0, places)
}

/** With the places that are empty. */
export const toFamily = ({ updatedAt, ...row }: FamilyRow, { places }: FamilyRules): Family => ({
  ...row,
  prCodeList: Array.from({ length: Math.max(places, row.prCodeList.length) }, (_, place) => row.prCodeList[place] ?? ''),
  updatedAt: toEpoch(updatedAt),
})

export interface StoreTask {
  storeCode: string
  taskId: string
  tagCount: number
}
export interface Followed {
  taskId: string | null
  taskList: StoreTask[]
  tagCount: number
  message: string
}
export interface Written extends Followed {
  changed: number
  unchanged: number
}
type Save = CallOf<(typeof endpoints)['save']>['body']

export async function saveFamilies(context: Context, { storeCode, productList }: Save, changedBy: string): Promise<Written> {
  const { db } = context
  const rules = await readFamilyRules(db)
  const seen = new Set<string>()
  const families = productList.map(({ fmPrCode: given, prCodeList, layoutId, nfc }): FamilyParts => {
    const fmPrCode = given.trim()
    if (seen.has(fmPrCode)) throw invalid(`Family ${fmPrCode} stands twice in the list.`, 'productList')
    seen.add(fmPrCode)
    const codes = normaliseCodes(prCodeList, rules)
    if (codes.length === 0) throw invalid('Enter Product Code, Please!', 'prCodeList')
    return { fmPrCode, prCodeList: codes, layoutId: layoutId.trim(), nfc: nfc?.trim() || null }
  })
  const unknown = await context.ports.unknownLayouts(db, storeCode, [...new Set(families.map((family) => family.layoutId))])
  if (unknown.length > 0) throw invalid(`There is no layout ${unknown.join(', ')}.`, 'layoutId')
  return applyFamilies(context, { scope: storeCode, families, changedBy })
}

interface Change {
  /** A store, or empty for all of them. */
  scope: string
  families: readonly FamilyParts[]
  changedBy: string
  /** In the transaction of the change. */
  finish?: (tx: Db, written: Written) => Promise<void>
}
/** Families that are known to be right become what they are; the labels that show one that is different are updated. */
export async function applyFamilies(context: Context, { scope, families, changedBy, finish }: Change): Promise<Written> {
  const at = context.clock.now()
  const written = await inTransaction(context.db, async (tx): Promise<Written> => {
    await lockToWrite(tx)
    const changed = await writeFamilies(tx, scope, families, at)
    const followed = await follow(tx, { scope, codes: changed, changedBy, at })
    const result = { ...followed, changed: changed.length, unchanged: families.length - changed.length }
    await finish?.(tx, result)
    return result
  })
  notifyFamilies(context, scope, written.taskList)
  return written
}

/**
 * Writes families of one store in a transaction that changes more than them: answers how many were new or different, and the tags that
 * follow them, for the task that the transaction begins.
 */
export async function writeWithOthers(
  tx: Db,
  { storeCode, families, at }: { storeCode: string; families: readonly FamilyParts[]; at: Date },
): Promise<{ changed: number; tagMacs: string[] }> {
  await lockToWrite(tx)
  const codes = await writeFamilies(tx, storeCode, families, at)
  const concerned = (await tagsConcerned(tx, storeCode, codes)).get(storeCode) ?? []
  return { changed: codes.length, tagMacs: await followFamilies(tx, storeCode, concerned) }
}

export async function removeFamilies(
  context: Context,
  { scope, codes, changedBy }: { scope: string; codes: readonly string[]; changedBy: string },
): Promise<Followed & { deleted: number }> {
  const at = context.clock.now()
  const removed = await inTransaction(context.db, async (tx) => {
    await lockToWrite(tx)
    const gone = await deleteFamilies(
      tx,
      scope,
      codes.map((code) => code.trim()),
    )
    return { ...(await follow(tx, { scope, codes: gone, changedBy, at })), deleted: gone.length }
  })
  notifyFamilies(context, scope, removed.taskList)
  return removed
}

/** Brings the tags that show one of these families up to what it is now, with a task in each store. */
async function follow(
  tx: Db,
  { scope, codes, changedBy, at }: { scope: string; codes: readonly string[]; changedBy: string; at: Date },
): Promise<Followed> {
  const taskList: StoreTask[] = []
  for (const [storeCode, concerned] of await tagsConcerned(tx, scope, codes)) {
    const tagMacs = await followFamilies(tx, storeCode, concerned)
    if (tagMacs.length === 0) continue
    const task = await startTask(tx, { storeCode, taskType: 'UPDATE', kind: 'SHOW', tagMacs, createdBy: changedBy, at })
    taskList.push({ storeCode, ...task })
  }
  return {
    taskId: taskList[0]?.taskId ?? null,
    taskList,
    tagCount: taskList.reduce((sum, task) => sum + task.tagCount, 0),
    message: taskList.length === 0 ? 'no matching tags' : 'Complete!',
  }
}

function notifyFamilies({ signals }: Context, scope: string, taskList: readonly StoreTask[]) {
  signals.notify('changed', { storeCode: scope, changes: ['products'] })
  for (const { storeCode } of taskList) {
    signals.notify('operations', { storeCode })
    signals.notify('changed', { storeCode, changes: ['products', 'tasks', 'tags'] })
  }
}

/** What is to be put on a tag: a family, or products. */
export interface Given {
  fmPrCode: string | null
  prCodeList: string[]
  layoutId: string | null
  nfc: string | null
}
/**
 * What tags get that are given a family: its products, layout and NFC address as they are now. They cannot change until the transaction
 * has ended, so that no tag is missed by a change of its family.
 */
export async function withFamilies<T extends Given>(tx: Db, storeCode: string, given: readonly T[]): Promise<T[]> {
  const codes = [...new Set(given.flatMap((one) => one.fmPrCode ?? []))]
  if (codes.length === 0) return [...given]
  await lockToShow(tx)
  const families = await readParts(tx, storeCode, codes)
  return given.map((one) => {
    if (one.fmPrCode === null) return one
    const family = families.get(one.fmPrCode)
    if (family === undefined) throw invalid(`There is no family ${one.fmPrCode}.`, 'fmPrCode')
    return { ...one, ...family }
  })
}

/** Whether an account may read the families of a scope: the shared ones hold in its stores too. */
export const mayRead = (session: Session, scope: string): boolean => scope === '' || session.allows(scope)
