/** Putting products on tags and taking them off: rows and task in one transaction, the labels follow (specification 1 §5, §7). */
import { prCode as prCodeSchema } from '@endcap/contract/schemas'
import { maxCarriedAnswered } from '@endcap/contract/tags'
import type { Context } from '../../platform/context.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { withFamilies } from '../../catalogue/families/families.service.ts'
import { done } from '../../platform/http/done.ts'
import { conflict, invalid } from '../../platform/base/errors.ts'
import { unknownLayouts } from '../layout-names/layout-names.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { startTask, type TaskStart } from '../../delivery/tasks/tasks.service.ts'
import { productCodes } from './codes.ts'
import {
  assignedTags,
  moveHere,
  registerTags,
  retiredAmong,
  carriedProducts,
  lockGiven,
  setProducts,
  storesOfTags,
  unknownProducts,
  type Assignment,
} from './tags.queries.ts'

export { pictures } from './pictures.ts'
export { carriedProducts, countTags, lifecycleOf, readTags, searchTags } from './tags.queries.ts'

export interface Started {
  taskId: string
  tagCount: number
  message: string
}
interface Command {
  storeCode: string
  priorTaskId?: string | number | undefined
}

export async function assignTags(
  context: Context,
  session: Session,
  { storeCode, priorTaskId, onlyEmpty = false }: Command & { onlyEmpty?: boolean },
  given: readonly Assignment[],
): Promise<Started> {
  const { db, clock, signals } = context
  const products = await productCodes(
    context,
    storeCode,
    given.flatMap((one) => (one.fmPrCode === null ? one.prCodeList : [])),
  )
  for (const code of products.values()) prCodeSchema.parse(code)
  const asked = given.map((one) => ({ ...one, prCodeList: [...new Set(one.prCodeList.map((code) => products.get(code) ?? code))] }))
  const tagMacs = asked.map((one) => one.tagMac)
  const seen = new Set<string>()
  // A set that does not grow had it already.
  const twice = tagMacs.find((mac) => seen.size === seen.add(mac).size)
  if (twice !== undefined) throw invalid(`Tag ${twice} stands twice in the list.`, 'tagList')
  const layouts = await unknownLayouts(db, storeCode, [
    ...new Set(asked.flatMap((one) => (one.fmPrCode === null ? (one.layoutId ?? []) : []))),
  ])
  if (layouts.length > 0) throw invalid(`There is no layout ${layouts.join(', ')}.`, 'layoutId')
  let missing: string[] = []
  let left: { tagMac: string; from: string }[] = []
  const started = await begin(context, async (tx) => {
    const at = clock.now()
    const assignments = await withFamilies(tx, storeCode, asked)
    missing = await unknownProducts(tx, storeCode, [...new Set(assignments.flatMap((one) => one.prCodeList))])
    // First, so that a tag that is found elsewhere at this very moment is seen as standing there.
    await registerTags(tx, storeCode, tagMacs, at)
    const places = await storesOfTags(tx, tagMacs)
    left = await moveHere(
      tx,
      storeCode,
      tagMacs.filter((mac) => places.get(mac) !== storeCode),
    )
    for (const { tagMac } of left) places.set(tagMac, storeCode)
    for (const [tagMac, place] of places)
      if (place !== storeCode)
        throw conflict(`Tag ${tagMac} belongs to ${session.allows(place) ? `store ${place}` : 'another store'}.`, 'foreign-tag')
    await refuseRetired(tx, storeCode, tagMacs)
    if (onlyEmpty) await refuseCarrying(tx, storeCode, tagMacs)
    await recordProducts(tx, storeCode, assignments)
    await setProducts(tx, storeCode, assignments)
    return {
      storeCode,
      taskType: 'ASSIGN',
      kind: 'SHOW',
      tagMacs,
      createdBy: session.email,
      at,
      priority: 3,
      priorTaskId: given.length > 0 ? prior(priorTaskId) : null,
    }
  })
  for (const from of new Set(left.map((one) => one.from))) signals.notify('changed', { storeCode: from, changes: ['tags'] })
  const warning = missing.length === 0 ? 'Complete!' : `Some products don't exist: ${missing.slice(0, 5).join(', ')}`
  return { ...started, message: warning }
}

export async function deassignTags(
  context: Context,
  session: Session,
  { storeCode, priorTaskId }: Command,
  tagMacs: readonly string[],
): Promise<Started & { carried: Assignment[] }> {
  let carried: Assignment[] = []
  const started = await begin(context, async (tx) => {
    await refuseForeign(tx, session, storeCode, tagMacs)
    carried = tagMacs.length > maxCarriedAnswered ? [] : await lockGiven(tx, storeCode, tagMacs)
    await recordProducts(
      tx,
      storeCode,
      tagMacs.map((tagMac) => ({ tagMac, prCodeList: [] })),
    )
    await takeProducts(tx, storeCode, tagMacs)
    return {
      storeCode,
      taskType: 'DEASSIGN',
      kind: 'BLANK',
      tagMacs,
      createdBy: session.email,
      at: context.clock.now(),
      priority: 3,
      priorTaskId: prior(priorTaskId),
    }
  })
  return { ...started, ...done, carried }
}

/** What was given to one of these tags meanwhile is not replaced unseen. */
async function refuseCarrying(tx: Context['db'], storeCode: string, tagMacs: readonly string[]) {
  const [carrying] = await lockGiven(tx, storeCode, tagMacs)
  if (carrying !== undefined) throw conflict(`Tag ${carrying.tagMac} carries ${carrying.prCodeList.join(', ')} already.`, 'tag-carries')
}

/** Takes their products off these tags; who calls starts the task that blanks them. */
export const takeProducts = (tx: Context['db'], storeCode: string, tagMacs: readonly string[]): Promise<void> =>
  setProducts(
    tx,
    storeCode,
    tagMacs.map((tagMac) => ({ tagMac, prCodeList: [], fmPrCode: null, layoutId: null, nfc: null })),
  )

/** Says in the audit log what these tags carried and what they carry from now on; of many tags the first ones. */
export async function recordProducts(tx: Context['db'], storeCode: string, next: readonly Pick<Assignment, 'tagMac' | 'prCodeList'>[]) {
  const before = await carriedProducts(
    tx,
    storeCode,
    next.slice(0, recordedTags).map((one) => one.tagMac),
  )
  const [only, more] = next
  await recordChange(tx, {
    subject: { kind: 'tag', id: only !== undefined && more === undefined ? only.tagMac : '', storeCode },
    before: { tagList: next.map(({ tagMac }) => ({ tagMac, prCodeList: before.get(tagMac) ?? [] })) },
    after: { tagList: next.map(({ tagMac, prCodeList }) => ({ tagMac, prCodeList })) },
  })
}
/** The record shows so many of a list (platform/audit/redact.ts). */
const recordedTags = 20

/** Sends labels again even when they seem right: of these tags, or of all that carry a product. */
export async function reassignTags(context: Context, session: Session, storeCode: string, tagMacs?: readonly string[]): Promise<Started> {
  const started = await begin(context, async (tx) => {
    if (tagMacs !== undefined) await refuseForeign(tx, session, storeCode, tagMacs)
    const carrying = await assignedTags(tx, storeCode, tagMacs)
    if (carrying.length === 0) throw invalid('No tags to update', 'tagList')
    return {
      storeCode,
      taskType: 'UPDATE',
      kind: 'SHOW',
      tagMacs: carrying,
      createdBy: session.email,
      at: context.clock.now(),
      force: true,
      priority: tagMacs === undefined ? 6 : 3,
    }
  })
  return { ...started, ...done }
}

async function begin({ db, signals }: Context, prepare: (tx: Context['db']) => Promise<TaskStart>) {
  const { start, task } = await inTransaction(db, async (tx) => {
    const start = await prepare(tx)
    return { start, task: await startTask(tx, start) }
  })
  signals.notify('operations', { storeCode: start.storeCode })
  signals.notify('changed', { storeCode: start.storeCode, changes: ['tags', 'tasks', 'products'] })
  return task
}

/** Refuses a retired tag, by name: it gets a product after it was put back in stock. */
export async function refuseRetired(tx: Context['db'], storeCode: string, tagMacs: readonly string[]) {
  const retired = await retiredAmong(tx, storeCode, tagMacs)
  if (retired !== undefined) throw conflict(`Tag ${retired} is retired. Put it back in stock first.`, 'retired-tag')
}

/** Refuses tags that are not this store's, by name. */
export async function refuseForeign(tx: Context['db'], session: Session, storeCode: string, tagMacs: readonly string[]) {
  const places = await storesOfTags(tx, tagMacs)
  const foreign = tagMacs.find((mac) => places.get(mac) !== storeCode)
  if (foreign === undefined) return
  const place = places.get(foreign)
  throw place !== undefined && session.allows(place)
    ? conflict(`Tag ${foreign} belongs to store ${place}.`, 'foreign-tag')
    : conflict(`Tag ${foreign} is not a tag of this store.`, 'foreign-tag')
}

const prior = (taskId: string | number | undefined): string | null =>
  taskId === undefined || String(taskId) === '-1' ? null : String(taskId)
