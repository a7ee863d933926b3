/** A new tag in the place of a broken one, and what a scanned code means: the work in the aisle. */
import type { SwapQuestion } from '@endcap/contract/tags'
import { modelOf, sizeName } from '@endcap/label/models'
import { sql } from 'kysely'
import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { done } from '../../platform/http/done.ts'
import { ApiError, conflict } from '../../platform/base/errors.ts'
import { familiesMeant, lockToShow } from '../../catalogue/families/families.service.ts'
import { findProduct } from '../../catalogue/products/products.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { codeOfSite, getSetting } from '../../settings/settings.service.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import { ofSecondCode } from './codes.ts'
import { holdSides, newestSwap, productOfCode, readGiven, type SwapSide } from './swap.queries.ts'
import { recordProducts, refuseRetired } from './tags.service.ts'
import { findTag, moveHere, registerTags, searchTags, setProducts, storesOfTags } from './tags.queries.ts'
import type { Started } from './tags.service.ts'

/** Tags of a product that one answer carries. */
const tagsOfProduct = 100

/**
 * `to` takes over what `from` carries, and `from` is blanked: one transaction, one task. Asked again because its answer was lost, a swap
 * that is done answers its task. Refuses as `swap-unsure` what a person must be asked first, unless `replace` says that they were.
 */
export async function swapTags(
  { db, clock, signals }: Context,
  session: Session,
  { storeCode, from, to, replace }: { storeCode: string; from: string; to: string; replace: boolean },
): Promise<Started> {
  if (from === to) throw new ApiError(400, { code: 'swap-same', message: 'Both are the same tag.', field: 'to' })
  const at = clock.now()
  const { task, left } = await inTransaction(db, async (tx) => {
    // The family that one carries and the other takes over must not change in between.
    await lockToShow(tx)
    await registerTags(tx, storeCode, [to], at)
    const left = await moveHere(tx, storeCode, [to])
    const places = await storesOfTags(tx, [from, to])
    for (const tagMac of [from, to]) {
      const place = places.get(tagMac)
      if (place === storeCode) continue
      if (place === undefined) throw conflict(`Tag ${tagMac} is not a tag of this store.`, 'foreign-tag')
      throw conflict(`Tag ${tagMac} belongs to ${session.allows(place) ? `store ${place}` : 'another store'}.`, 'foreign-tag')
    }
    await refuseRetired(tx, storeCode, [to])
    const sides = await holdSides(tx, storeCode, [from, to])
    const [old, fresh] = [sides.get(from), sides.get(to)]
    if (old === undefined || fresh === undefined) throw conflict('One of the tags has just gone to another store.', 'foreign-tag')
    if (old.prCodeList.length === 0) {
      const before = await newestSwap(tx, storeCode, from)
      if (before?.to === to && fresh.prCodeList.length > 0) return { task: { taskId: before.taskId, tagCount: 2 }, left }
      throw conflict(`Tag ${from} carries no product: there is nothing to take over.`, 'swap-nothing')
    }
    if (!replace) ask(old, fresh)
    const next = [
      { ...old, tagMac: to },
      { tagMac: from, prCodeList: [], fmPrCode: null, layoutId: null, nfc: null },
    ]
    await recordProducts(tx, storeCode, next)
    await setProducts(tx, storeCode, next)
    const task = await startTask(tx, {
      storeCode,
      at,
      createdBy: session.email,
      taskType: 'SWAP',
      priority: 3,
      kind: 'SHOW',
      tagMacs: [to],
      also: { kind: 'BLANK', tagMacs: [from] },
    })
    await tx
      .insertInto('tag_swaps')
      .values({ store_code: storeCode, task_id: task.taskId, from_mac: from, to_mac: to, swapped_by: session.email, swapped_at: at })
      .execute()
    return { task, left }
  })
  signals.notify('operations', { storeCode })
  signals.notify('changed', { storeCode, changes: ['tags', 'tasks', 'products'] })
  for (const one of left) signals.notify('changed', { storeCode: one.from, changes: ['tags'] })
  return { ...task, ...done }
}

function ask(old: SwapSide, fresh: SwapSide): void {
  const asked: [SwapQuestion, string][] = []
  if (fresh.prCodeList.length > 0) asked.push(['carries-product', `Tag ${fresh.tagMac} already carries ${fresh.prCodeList.join(', ')}.`])
  if (placeFor(old.tagType) !== placeFor(fresh.tagType))
    asked.push(['other-size', `Tag ${old.tagMac} is ${placeFor(old.tagType)}, tag ${fresh.tagMac} is ${placeFor(fresh.tagType)}.`])
  if (asked.length > 0)
    throw new ApiError(409, {
      code: 'swap-unsure',
      message: asked.map(([, sentence]) => sentence).join(' '),
      field: 'replace',
      error: asked.map(([question]) => question),
    })
}

/** `R290`; where the specification has no size with its pixels, these: panels of the same inches may have others. */
function placeFor(tagType: string): string {
  const model = tagType.length === 2 ? undefined : modelOf(tagType)
  if (model === undefined) return sizeName(tagType)
  const { drawingSize, width, height } = model
  return drawingSize.startsWith('tag-') ? `${width}x${height}` : `R${drawingSize.replace('.', '')}`
}

/** What a scanned code means in a store. `tagMac` is the code as a tag id, if it has the form of one. */
export async function findScanned(
  { db, clock }: Context,
  session: Session,
  { storeCode, code, tagMac }: { storeCode: string; code: string; tagMac: string | undefined },
) {
  const aliases = await listAliases(db)
  const name = nameSlot(aliases)
  const nothing = { tag: null, otherStore: null, product: null, familyList: [], tagList: [] }
  const tag = tagMac === undefined ? undefined : await findTag(db, storeCode, tagMac, name)
  if (tag !== undefined) return { ...nothing, tag: { ...tag, ...(await readGiven(db, storeCode, tag.tagMac)) } }
  const barcodes = aliases.filter((alias) => alias.type === 'barcode').map((alias) => alias.index)
  const ofSite = codeOfSite((await getSetting(db, 'system')).site, code)
  const prCode =
    (await productOfCode(db, storeCode, code, barcodes)) ??
    (ofSite === code ? undefined : await productOfCode(db, storeCode, ofSite, [])) ??
    (await ofSecondCode(db, storeCode, code, clock.now()))
  if (prCode === undefined) {
    const place = tagMac === undefined ? undefined : (await storesOfTags(db, [tagMac])).get(tagMac)
    const familyList = await familiesMeant(db, storeCode, [code])
    return { ...nothing, familyList, otherStore: place === undefined ? null : session.allows(place) ? place : '' }
  }
  const [row, familyList, { data }] = [
    await findProduct(db, storeCode, prCode),
    await familiesMeant(db, storeCode, [prCode, code]),
    await searchTags(db, storeCode, name, firstTroubled, {
      where: sql<boolean>`t.tag_mac in (select tag_mac from tag_products where store_code = ${storeCode} and pr_code = ${prCode})`,
      total: async () => 0,
    }),
  ]
  if (row === undefined) return nothing
  return {
    ...nothing,
    product: { prCode, prName: name === undefined ? null : (row.prInfo[name] ?? null), tagCount: row.tagCount },
    familyList,
    tagList: data.toSorted((a, b) => Number(a.status === 'OK') - Number(b.status === 'OK')),
  }
}
const firstTroubled = {
  draw: 0,
  start: 0,
  length: tagsOfProduct,
  filters: {},
  search: undefined,
  startDate: undefined,
  endDate: undefined,
  order: [{ column: 'barcode', dir: 'asc' as const }],
}
