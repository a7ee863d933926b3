/**
 * A check draws a draft for every product that has its layout, or would, and looks at the pixels. It is done in steps, each in a transaction
 * that says where the next begins: whatever process is killed, another one goes on.
 */
import { classesFor, type PanelPalette } from '@endcap/contract/colour-classes'
import type { LayoutCheck } from '@endcap/contract/layout-checks'
import { modelOf } from '@endcap/label/models'
import type { Sentence } from '@endcap/label/sentences'
import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import type { CheckPlace } from '../../platform/db/layout-tables.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict } from '../../platform/base/errors.ts'
import { createLayoutBook, refitted, ruleLabels, ruleProducts, type LayoutBook } from '../rendering/labels.service.ts'
import { layoutOfLabel } from '../../catalogue/products/layout-of-label.ts'
import type { Session } from '../../platform/http/session.ts'
import {
  sentenceKey,
  reportedOfLayout,
  countLabels,
  countProducts,
  insertFindings,
  newestCheck,
  noteStep,
  tagTypesIn,
  takeCheck,
  toCheck,
  type CheckRow,
  type NewFinding,
} from './checks.queries.ts'
import { storesOf, type DrawingRow } from './drawings.queries.ts'
import { lockDrawing, refuseOldRev, seeDrawing, notifyLayouts } from './drawings.service.ts'
import { inspectLabels, type LabelToInspect } from './inspect.ts'
import { productsOfStore, type OnlyProducts } from './products-of-store.ts'
import { labelsOf } from './shown.ts'
import { typesOfSize } from '../rendering/sizes.ts'

export { searchFindings } from './checks.queries.ts'

const batchSize = 400
/** How long others leave a step to who has begun it. */
const claimMs = 60_000

export async function startCheck(context: Context, session: Session, drawingId: string, rev: number): Promise<{ checkId: string }> {
  const { db, clock, signals } = context
  const checkId = await inTransaction(db, async (tx) => {
    const row = await lockDrawing(tx, session, drawingId)
    refuseOldRev(row, rev)
    const before = await newestCheck(tx, drawingId)
    if (before?.state === 'RUNNING' && before.rev === rev) return before.check_id
    if (before?.state === 'RUNNING')
      await tx
        .updateTable('layout_checks')
        .set({ state: 'CANCELLED', ended_at: clock.now() })
        .where('check_id', '=', before.check_id)
        .execute()
    // Only the newest is ever asked for.
    await tx.deleteFrom('layout_checks').where('drawing_id', '=', drawingId).where('state', '!=', 'RUNNING').execute()
    const stores = await storesOf(tx, row)
    const total =
      (await countProducts(tx, stores, onlyBy(await createLayoutBook(tx, clock)(), stores, row.layout_id))) +
      (await countLabels(tx, stores))
    const place: CheckPlace = { part: 'products', storeCode: stores[0] ?? '', code: '' }
    const made = await tx
      .insertInto('layout_checks')
      .values({
        drawing_id: drawingId,
        rev,
        definition: JSON.stringify(row.draft),
        total,
        place: JSON.stringify(place),
        by: session.email,
        started_at: clock.now(),
      })
      .returning('check_id')
      .executeTakeFirstOrThrow()
    return made.check_id
  })
  signals.notify('layouts', {})
  return { checkId }
}
/** Without rules it is known which products have a layout; with them each has to be looked at. */
function onlyBy(book: LayoutBook, stores: readonly string[], layoutId: string): OnlyProducts | undefined {
  const hasRules = ['', ...stores].some((storeCode) => {
    const { own, shared } = book.rulesOf(storeCode)
    return own.length + shared.length > 0
  })
  return hasRules ? undefined : { layoutId, orNone: layoutOfLabel({ layoutId: null, products: [{}] }) === layoutId }
}

export async function readCheck({ db }: Context, session: Session, drawingId: string): Promise<{ check: LayoutCheck | null }> {
  await seeDrawing(db, session, drawingId)
  const row = await newestCheck(db, drawingId)
  return { check: row === undefined ? null : toCheck(row) }
}
export async function cancelCheck(context: Context, session: Session, drawingId: string): Promise<void> {
  const { db, clock } = context
  await inTransaction(db, async (tx) => {
    await lockDrawing(tx, session, drawingId)
    const row = await newestCheck(tx, drawingId)
    if (row?.state !== 'RUNNING') throw conflict('No check is running.', 'not-running')
    await tx.updateTable('layout_checks').set({ state: 'CANCELLED', ended_at: clock.now() }).where('check_id', '=', row.check_id).execute()
  })
  notifyLayouts(context)
}

/** One step of a check; true when there may be more to do. */
export async function stepChecks(context: Context): Promise<boolean> {
  const { db, clock } = context
  const at = clock.now()
  const check = await takeCheck(db, { at, until: new Date(at.getTime() + claimMs) })
  if (check === undefined) return false
  const drawing = await db.selectFrom('layout_drawings').selectAll().where('drawing_id', '=', check.drawing_id).executeTakeFirstOrThrow()
  const { labels, ...step } = await nextStep(context, check, drawing)
  const { findings, ...counts } = await inspectAll(context, check, { drawing, labels })
  await inTransaction(db, async (tx) => {
    if (await noteStep(tx, check, { ...step, ...counts, at: clock.now() })) await insertFindings(tx, check.check_id, findings)
  })
  notifyLayouts(context)
  return true
}

interface Step {
  labels: LabelToInspect[]
  /** Products or labels that were looked at. */
  looked: number
  /** Undefined: it was the last. */
  next: CheckPlace | undefined
  /** None had the layout: so many others are looked at instead, from the next step on. */
  others?: number
}
/** Products looked through in one step at most, where few of them have the layout. */
const maxChecked = 10 * batchSize
/** Products that stand for those that are going to have a layout which none has yet. */
const maxOthers = 2000
/** The next labels of a check: products store by store, then labels with several products; others where none has the layout. */
async function nextStep({ db, labels: maker }: Context, check: CheckRow, drawing: DrawingRow): Promise<Step> {
  const book = await maker.book()
  const stores = await storesOf(db, drawing)
  const [firstStore] = stores
  let looked = 0
  for (let { place } = check; ;) {
    const { labels, ...one } = await nextPart(db, { place, book, drawing, left: maxOthers - check.checked - looked })
    looked += one.looked
    const found = place.found === true || labels.length > 0
    const isEnough = place.part === 'others' && check.checked + looked >= maxOthers
    const next = isEnough ? undefined : one.code === undefined ? following(place, stores) : { ...place, code: one.code }
    if (next === undefined && !found && place.part !== 'others' && firstStore !== undefined) {
      const others = Math.min(maxOthers, await countProducts(db, stores, undefined))
      return { labels, looked, ...(others > 0 ? { others, next: { part: 'others', storeCode: firstStore, code: '' } } : { next }) }
    }
    if (next === undefined || labels.length > 0 || looked >= maxChecked) return { labels, looked, next: next && { ...next, found } }
    place = { ...next, found }
  }
}
function following({ part, storeCode }: CheckPlace, stores: readonly string[]): CheckPlace | undefined {
  const later = stores.find((one) => one > storeCode)
  if (later !== undefined) return { part, storeCode: later, code: '' }
  return part === 'products' && stores[0] !== undefined ? { part: 'labels', storeCode: stores[0], code: '' } : undefined
}

interface Part {
  labels: LabelToInspect[]
  looked: number
  /** Behind which the store goes on; undefined at its end. */
  code: string | undefined
}
interface Of {
  place: CheckPlace
  book: LayoutBook
  drawing: DrawingRow
  /** Others that are still to be looked at. */
  left: number
}
const nextPart = (db: Context['db'], of: Of): Promise<Part> =>
  of.place.part === 'products' ? nextProducts(db, of) : of.place.part === 'labels' ? nextLabels(db, of) : nextOthers(db, of)

async function nextOthers(db: Context['db'], { place: { storeCode, code }, left }: Of): Promise<Part> {
  const limit = Math.min(batchSize, left)
  for await (const products of productsOfStore(db, storeCode, { after: code, limit })) {
    const labels = products.map((product) => ({ storeCode, products: [product] }))
    return { labels, looked: products.length, code: products.length < limit ? undefined : products.at(-1)?.prCode }
  }
  return { labels: [], looked: 0, code: undefined }
}
async function nextProducts(db: Context['db'], { place: { storeCode, code }, book, drawing: { layout_id: layoutId } }: Of): Promise<Part> {
  const only = onlyBy(book, [storeCode], layoutId)
  for await (const products of productsOfStore(db, storeCode, { after: code, limit: batchSize, only })) {
    const ruled = ruleProducts(products, book.rulesOf(storeCode), book.aliases)
    const own = products.filter(
      (product, at) => (ruled[at]?.layoutId ?? layoutOfLabel({ layoutId: null, products: [product] })) === layoutId,
    )
    return {
      labels: own.map((product) => ({ storeCode, products: [product] })),
      looked: products.length,
      code: products.length < batchSize ? undefined : products.at(-1)?.prCode,
    }
  }
  return { labels: [], looked: 0, code: undefined }
}
async function nextLabels(db: Context['db'], { place: { storeCode, code }, book, drawing }: Of): Promise<Part> {
  const tagTypes = new Set(typesOfSize(drawing.size))
  for await (const labels of labelsOf(db, storeCode, { after: code, several: true, sizes: [drawing.size] })) {
    const own = ruleLabels(labels, book).filter((label) => {
      if (layoutOfLabel(label) !== drawing.layout_id) return false
      return tagTypes.has(label.tagType) || book.find({ ...label, layoutId: drawing.layout_id })?.drawingId === drawing.drawing_id
    })
    return { labels: own.map(({ products }) => ({ storeCode, products })), looked: labels.length, code: labels.at(-1)?.tagMac }
  }
  return { labels: [], looked: 0, code: undefined }
}

/** What a check says of the layout, whatever stands on a label. */
const layoutSentences = new Set<string>(['price-nowhere', 'name-nowhere'] satisfies Sentence[])

async function inspectAll(context: Context, check: CheckRow, { drawing, labels }: { drawing: DrawingRow; labels: LabelToInspect[] }) {
  const findings: NewFinding[] = []
  if (labels.length === 0) return { findings, errors: 0, warnings: 0 }
  const name = nameSlot(await listAliases(context.db))
  const wrong = new Map<number, 'error' | 'warning'>()
  const reported = await reportedOfLayout(context.db, check.check_id)
  for (const { panel, definition, modelClass } of await viewsOf(context, drawing, { definition: check.definition, labels })) {
    const inspected = await inspectLabels(context, { definition, size: panel ?? drawing.size, modelClass, labels })
    for (const [place, found] of inspected.entries()) {
      const label = labels[place]
      const [first] = label?.products ?? []
      if (label === undefined || first === undefined) continue
      const about = {
        storeCode: label.storeCode,
        prCode: first.prCode,
        modelClass,
        panel,
        prCodes: label.products.length > 1 ? label.products.map(({ prCode }) => prCode) : null,
        name: name === undefined ? '' : (first.prInfo?.[name] ?? ''),
      }
      for (const one of found.findings) {
        // What is said of the layout itself is said once in each store, not of each of its labels.
        if (one.translatable !== null && layoutSentences.has(one.translatable.sentence)) {
          const what = sentenceKey(label.storeCode, one.translatable.sentence)
          if (reported.has(what)) continue
          reported.add(what)
        }
        if (wrong.get(place) !== 'error') wrong.set(place, one.level)
        findings.push({ ...about, ...one })
      }
    }
  }
  const errors = [...wrong.values()].filter((level) => level === 'error').length
  return { findings, errors, warnings: wrong.size - errors }
}

interface View {
  /** The size that it is refitted to; null: its own. */
  panel: string | null
  definition: object
  modelClass: PanelPalette
}
/**
 * What the drawing is looked at on: its own size in the colours that the panels in these stores have, in its own colours where no tag has its
 * size; and panels that have no drawing of their own and that it is refitted to.
 */
async function viewsOf(
  { db, labels: maker }: Context,
  drawing: DrawingRow,
  { definition, labels }: { definition: object; labels: readonly LabelToInspect[] },
): Promise<View[]> {
  const own = new Set(typesOfSize(drawing.size))
  if (own.size === 0) return [{ panel: null, definition, modelClass: drawing.model_class }]
  const stores = [...new Set(labels.map((label) => label.storeCode))]
  const book = await maker.book()
  const views = new Map<string, View>()
  for (const tagType of await tagTypesIn(db, stores, [...own])) {
    const model = modelOf(tagType)
    if (model === undefined || !classesFor[model.palette].includes(drawing.model_class)) continue
    const found = book.find({ storeCode: drawing.store_code, layoutId: drawing.layout_id, tagType })
    if (found !== undefined && found.drawingId !== drawing.drawing_id) continue
    const panel = own.has(tagType) ? null : model.drawingSize
    const fitted = panel === null ? definition : refitted(definition, { layoutId: drawing.layout_id, size: drawing.size }, model)
    if (fitted !== undefined) views.set(`${panel} ${model.palette}`, { panel, definition: fitted, modelClass: model.palette })
  }
  const all = [...views.values()]
  return all.some(({ panel }) => panel === null) ? all : [{ panel: null, definition, modelClass: drawing.model_class }, ...all]
}
