/** Labels as they would be: drawn for a look at them, or checked before anything is changed. The engine makes them by the same plan. */
import { decodeBitmap } from '@endcap/label/bitmap'
import type { Context } from '../../platform/context.ts'
import type { CheckedLabel, DrawnLabel, LabelProblem, LabelToCheck, LabelToDraw } from '../../catalogue/ports.ts'
import { decorateLabels, type Decorated } from '../../catalogue/scripts/decorate.ts'
import { storeWords, defaultTagType, type Words } from './labels.queries.ts'
import { planLabel } from './plan.ts'
import { layoutOfLabel } from '../../catalogue/products/layout-of-label.ts'
import type { RenderJob } from './render-job.ts'
import { ruleLabels } from './layout-rules.ts'

export { planLabel } from './plan.ts'
export { createLayoutBook, localMinute, type FoundDrawing, type LayoutBook } from './layouts.ts'
export { refitted } from './refits.ts'
export { begunEverywhere, storeWords } from './labels.queries.ts'
export { drawingOfProduct, ruleLabels, ruleProducts } from './layout-rules.ts'
export type { RenderJob } from './render-job.ts'

type Labels = Pick<Context, 'db' | 'labels' | 'clock' | 'scripts' | 'signals' | 'log'>

/** Labels without a store, of which the language is not known: those that a new store begins with. */
const noWords: Words = { locale: 'en-US', currency: 'USD', timeZone: 'UTC' }
/** The model a label is shown on where none is named and no tag shows the product: the most usual size, in three colours. */
const defaultModel = 'B5'
/** Labels given to the threads at once by a check, so that labels for tags come in between. */
const maxConcurrentChecks = 256

const problemOf = ({ detail, prCode }: NonNullable<Decorated<unknown>['failure']>): LabelProblem => ({
  reason: 'decorator-error',
  detail: `Product ${prCode}: ${detail}`,
  page: 0,
})

/** Draws a label that need not be stored anywhere: what a tag of this type would show for these products. */
export async function drawLabel(context: Labels, request: LabelToDraw): Promise<DrawnLabel> {
  const { db, labels } = context
  const { storeCode, products } = request
  const [book, words] = await Promise.all([labels.book(), storeWords(db, storeCode)])
  const [ruled = request] = request.asItIs === true ? [] : ruleLabels([request], book)
  const layoutId = layoutOfLabel(ruled)
  const tagType = request.tagType ?? (await suitableType())
  const asked = { storeCode, products, layoutId, tagType }
  const [decorated] = request.asItIs === true ? [] : await decorateLabels(context, [asked])
  if (decorated?.failure !== undefined) return { tagType, layoutId, pages: [], problems: [problemOf(decorated.failure)] }
  const label = decorated?.label ?? asked
  const shownLayout = layoutOfLabel(label)
  const plan = planLabel({ ...noWords, ...words, ...label }, book)
  if (plan.failure !== undefined) return { tagType, layoutId: shownLayout, pages: [], problems: [{ ...plan.failure, page: 0 }] }
  const [result] = await labels.render([{ ...plan.job, purpose: 'draft' }], { urgent: true })
  const pages = (result?.images ?? []).map(({ content }) => decodeBitmap(content))
  return { tagType, layoutId: shownLayout, pages, problems: result?.problems ?? [], refittedFrom: plan.refittedFrom }

  async function suitableType() {
    const defaultType = await defaultTagType(db, storeCode, products[0]?.prCode ?? '')
    const isDrawn = (type: string | undefined) => type !== undefined && book.find({ storeCode, layoutId, tagType: type }) !== undefined
    return [defaultType, defaultModel].find(isDrawn) ?? book.typesOf({ storeCode, layoutId })[0] ?? defaultType ?? defaultModel
  }
}

/**
 * Checks labels of one store before anything is changed: whether each of them could be shown, by really drawing it with the store's
 * layouts, language and currency, as the engine would. Nothing is stored. For many labels (thousands): equal ones are drawn once, in the
 * render threads and behind nothing but what is already waiting there; about a millisecond for each different label. Answers in the order of
 * `labels`. `signal` ends it early by throwing its reason.
 */
export async function checkLabels(
  context: Labels,
  { storeCode, labels, signal }: { storeCode: string; labels: readonly LabelToCheck[]; signal?: AbortSignal },
): Promise<CheckedLabel[]> {
  const { db, labels: maker } = context
  const [book, words] = await Promise.all([maker.book(), storeWords(db, storeCode)])
  const asked = labels.map((label) => ({ ...label, storeCode, layoutId: label.layoutId ?? null }))
  const plans = (await decorateLabels(context, ruleLabels(asked, book))).map(({ label, failure }) =>
    failure === undefined ? planLabel({ ...noWords, ...words, ...label }, book) : { failure: problemOf(failure) },
  )
  const jobs = new Map<string, RenderJob>()
  for (const plan of plans) if (plan.failure === undefined) jobs.set(plan.key, { ...plan.job, purpose: 'check' })
  const found = new Map<string, readonly LabelProblem[]>()
  const distinct = [...jobs]
  for (let from = 0; from < distinct.length; from += maxConcurrentChecks) {
    signal?.throwIfAborted()
    const slice = distinct.slice(from, from + maxConcurrentChecks)
    const results = await maker.render(slice.map(([, job]) => job))
    for (const [place, [key]] of slice.entries()) found.set(key, results[place]?.problems ?? [])
  }
  return labels.map(({ tagMac }, place) => {
    const plan = plans[place]
    if (plan === undefined) return { tagMac, problems: [] }
    return { tagMac, problems: plan.failure === undefined ? (found.get(plan.key) ?? []) : [{ ...plan.failure, page: 0 }] }
  })
}
