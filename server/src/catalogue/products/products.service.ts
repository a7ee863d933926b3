/** Product changes: stored with their history, and the labels that show them are updated, in one transaction. */
import type { CallOf, RequestOf, ResultOf } from '@endcap/contract/endpoint'
import type { products as endpoints } from '@endcap/contract/products'
import type { ProductCheck } from '@endcap/contract/price-review'
import type { UpdateKind } from '@endcap/contract/updates'
import { encodeBmp } from '@endcap/label/bitmap'
import { sizeName } from '@endcap/label/models'
import { keySlot, listAliases } from '../aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import { nameUpdate } from '../../platform/audit/audit.service.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { sqlState } from '../../platform/db/sql-state.ts'
import { conflict, forbidden, invalid, unavailable } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { codeOfSite, getSetting } from '../../settings/settings.service.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import { numberRulesOf, normaliseNumbers } from './normalise-numbers.ts'
export { countProducts, findProduct, labelsOf, readProducts, toLabels, toProduct, type LabelStates } from './products.queries.ts'
export { createPriceWords, createWords, createWordsOfStores, storeOfWords, type StoreOfWords } from './words.ts'
export { createFileStage, ProductsChanged } from './file-stage.ts'
export { dropStage, holdStage, nextFileId, releaseStage, stageRows, type Given, type StagedRow } from './stage.queries.ts'
export { priceSlip, reviewedPrices, reviewPrices } from './price-review.queries.ts'
export { productsState } from './stage-changes.queries.ts'
export { checkStaged } from './check-products.ts'
export { countStage, stagedLabels } from './staged-labels.queries.ts'
export { narrowStage } from './stage.queries.ts'
export { numberRulesOf, normaliseNumbers, type NumberRules } from './normalise-numbers.ts'
export { affectedTags, heldByFamily, keepUsed, stageBefore, stageRemoval, stageUnused } from './stage.queries.ts'
import { checkStaged } from './check-products.ts'
import { ProductsChanged, type Staged } from './file-stage.ts'
import { productsState, type ProductsState } from './stage-changes.queries.ts'
import {
  affectedTags,
  countStaged,
  dropStage,
  lockProducts,
  narrowStage,
  nextUpdateId,
  overtakenRows,
  settleStage,
  stageRows,
  wholeProducts,
  withStage,
  type Given,
  type StagedRow,
} from './stage.queries.ts'
import { insertUpdate, switchStage } from './switch-stage.queries.ts'

/** Tag types as the product list names their sizes: R290 for 2.90 (specification 1 §9). */
export const productTagType = (tagType: string): string => sizeName(tagType)

export interface Applied {
  taskId: string | null
  changed: number
  unchanged: number
  tagCount: number
}

export interface Stage extends Staged {
  storeCode: string
  /** The stage's number: the file's, where one brought it. */
  fileId: string
  kind: UpdateKind
  changedBy: string
  /** What the rows carry of a product. */
  given: Given
  /** Looks at the stage once no other transaction can change the store's products: refuses by throwing. */
  guard?: (tx: Context['db']) => Promise<void>
  /** What changes together with the products, written first: how much was new or different, and the tags that are to be drawn for it. */
  others?: (tx: Context['db']) => Promise<{ changed: number; tagMacs: readonly string[] }>
  /** The task that is taken back: the update has a task of its own then, also when no label shows what changes. */
  reverts?: string
  finish?: (tx: Context['db'], applied: Applied) => Promise<void>
}

/**
 * Applies a complete stage: what would change is found first; then one short transaction switches to it and starts the update task.
 * The stage is empty afterwards.
 */
export async function applyStage({ db, clock, signals }: Context, stage: Stage): Promise<Applied> {
  const { storeCode, fileId, staged, compared, given, changedBy, guard, others, reverts, finish } = stage
  const dropped = compared === undefined ? await narrowStage(db, fileId, given) : 0
  const unchanged = dropped + (compared?.unchanged ?? 0)
  const work = async (tx: Context['db']): Promise<Applied> => {
    await refuseLost(tx, fileId, staged - dropped)
    const other = (await others?.(tx)) ?? { changed: 0, tagMacs: [] }
    await lockProducts(tx, storeCode)
    if (compared === undefined) {
      await settleStage(tx, fileId, given)
      // Rows that were compared while they came were made on no known state.
      await refuseOvertaken(tx, fileId)
    } else if (!isSame(compared.state, await productsState(tx, storeCode))) throw new ProductsChanged()
    const change = { ...stage, updateId: await nextUpdateId(tx), at: clock.now() }
    const { at } = change
    await guard?.(tx)
    const tagMacs = [...new Set([...other.tagMacs, ...(await affectedTags(tx, fileId))])]
    const changed = staged === dropped ? 0 : await switchStage(tx, change)
    const task =
      tagMacs.length === 0 && reverts === undefined
        ? undefined
        : await startTask(tx, {
            storeCode,
            kind: 'SHOW',
            tagMacs,
            createdBy: changedBy,
            at,
            ...(reverts === undefined ? { taskType: 'UPDATE' } : { taskType: 'REVERT', priorTaskId: reverts }),
          })
    if (staged > dropped) await dropStage(tx, fileId)
    const result = { taskId: task?.taskId ?? null, changed: changed + other.changed, unchanged, tagCount: task?.tagCount ?? 0 }
    if (changed > 0) nameUpdate(change.updateId)
    if (changed > 0) await insertUpdate(tx, change, { ...result, productCount: changed })
    await finish?.(tx, result)
    return result
  }
  const applied = await inTransaction(db, work).catch((error: unknown) => {
    // A store that is being moved in has brought one of the new products.
    throw compared !== undefined && sqlState(error) === uniqueViolation ? new ProductsChanged() : error
  })
  if (applied.taskId !== null) signals.notify('operations', { storeCode })
  if (applied.changed > 0) {
    signals.notify('changed', { storeCode, changes: ['products', 'tasks', 'tags'] })
    signals.notify('product-texts', {})
  }
  return applied
}

const uniqueViolation = '23505'
const isSame = (one: ProductsState, other: ProductsState) => one.updateId === other.updateId && one.count === other.count

/** A stage is not kept through a crash of the database: what is left of it must not pass for all of it. */
async function refuseLost(tx: Context['db'], fileId: string, rows: number): Promise<void> {
  if ((await countStaged(tx, fileId)) !== rows) throw unavailable('The database broke off while this was taken in.')
}

/** Refuses changes that were made on another state than the one the product has: another account's change would be undone unseen. */
async function refuseOvertaken(tx: Context['db'], fileId: string): Promise<void> {
  const [first] = await overtakenRows(tx, fileId, 1)
  if (first === undefined) return
  const by = first.changedBy === null ? '' : ` by ${first.changedBy}`
  throw conflict(`Product ${first.prCode} was changed${by} in the meantime. Nothing was changed.`, 'changed-since')
}

/** Stages whole products by `fill` and applies; the stage is gone afterwards, whatever happens. */
export async function applyStaged(
  context: Context,
  stage: Pick<Stage, 'storeCode' | 'kind' | 'changedBy' | 'reverts' | 'finish'>,
  fill: (fileId: string) => Promise<number>,
  guard?: (tx: Context['db'], fileId: string) => Promise<void>,
): Promise<Applied> {
  return await withStage(context.db, async (fileId) =>
    applyStage(context, {
      ...stage,
      fileId,
      staged: await fill(fileId),
      given: wholeProducts,
      ...(guard !== undefined && { guard: (tx) => guard(tx, fileId) }),
    }),
  )
}

/** The specification's word for a change that no label shows counts as success. */
export const appliedMessage = ({ taskId }: Pick<Applied, 'taskId'>): string => (taskId === null ? 'no matching tags' : 'Complete!')

type Save = CallOf<(typeof endpoints)['save']>['body']

/** Products as they are saved, checked as far as can be without a look at what stands. */
async function rowsToSave({ db, ports }: Context, { storeCode, productList }: Save): Promise<StagedRow[]> {
  const { site } = await getSetting(db, 'system')
  const listed = productList.map((product) => ({ ...product, prCode: codeOfSite(site, product.prCode) }))
  const seen = new Set<string>()
  for (const { prCode } of listed) {
    if (seen.has(prCode)) throw invalid(`Product ${prCode} stands twice in the list.`, 'productList')
    seen.add(prCode)
  }
  const named = [...new Set(productList.flatMap((product) => product.layoutId ?? []))].filter((id) => id !== '')
  const unknown = await ports.unknownLayouts(db, storeCode, named)
  if (unknown.length > 0) throw invalid(`There is no layout ${unknown.join(', ')}.`, 'layoutId')
  const aliases = await listAliases(db)
  const key = keySlot(aliases)
  const numbers = await numberRulesOf(db, storeCode)
  return listed.map(({ prCode, prInfo: given, layoutId, nfc, updateId }, index): StagedRow => {
    const prInfo = withKey(given, key, prCode)
    const wrong = normaliseNumbers(prInfo, aliases, numbers)
    if (wrong !== undefined) throw invalid(`Product ${prCode} ${wrong.text}.`, `productList.${index}.prInfo`)
    return { line: index, prCode, prInfo, layoutId: layoutId || null, nfc: nfc || null, expected: updateId }
  })
}

export async function saveProducts(context: Context, body: Save, changedBy: string): Promise<Applied & { message: string }> {
  const { storeCode } = body
  const rows = await rowsToSave(context, body)
  const fill = (fileId: string) => stageRows(context.db, storeCode, fileId, rows)
  const applied = await applyStaged(context, { storeCode, kind: 'EDIT', changedBy }, fill)
  return { ...applied, message: appliedMessage(applied) }
}

/** What saving them would change. */
export async function checkProducts(context: Context, body: Save): Promise<ProductCheck> {
  const rows = await rowsToSave(context, body)
  return await checkStaged(context.db, body.storeCode, async (fileId) => {
    await stageRows(context.db, body.storeCode, fileId, rows)
    await refuseOvertaken(context.db, fileId)
  })
}

/** prInfo with the product code in its slot. */
export function withKey(prInfo: readonly string[], key: number | undefined, prCode: string): string[] {
  if (key === undefined) return [...prInfo]
  const length = Math.max(prInfo.length, key + 1)
  return Array.from({ length }, (_, slot) => (slot === key ? prCode : (prInfo[slot] ?? '')))
}

type Preview = (typeof endpoints)['preview']

/** The label of a product as it is typed in, whether it is stored or not. */
export async function previewProduct(context: Context, session: Session, body: RequestOf<Preview>['body']): Promise<ResultOf<Preview>> {
  const { prCode, prInfo, layoutId, tagType } = body
  const storeCode = body.storeCode ?? (session.stores !== 'all' && session.stores.length === 1 ? session.stores[0] : undefined) ?? ''
  if (storeCode !== '' && !session.allows(storeCode)) throw forbidden('This store is not one of yours.', 'other-store')
  const product = { prCode, prInfo: withKey(prInfo, keySlot(await listAliases(context.db)), prCode) }
  const drawn = await context.ports.drawLabel(context, { storeCode, tagType, layoutId: layoutId || null, products: [product] })
  const [main = null, ...subPage] = drawn.pages.map((page) => Buffer.from(encodeBmp(page)).toString('base64'))
  const { layoutId: drawnLayout, tagType: drawnType, problems, refittedFrom = null } = drawn
  return { encodedImage: main, subPage, layoutId: drawnLayout, tagType: drawnType, problems: [...problems], refittedFrom }
}
