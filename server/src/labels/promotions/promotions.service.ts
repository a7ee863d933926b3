/**
 * Promotions: kept apart from products, which they never change. Labels are drawn with those noted as running (promotions_running); what is
 * noted follows the clock of each store, in one transaction with the task that draws the labels anew. So a server that was down at the start or
 * the end makes up for it, and data that come in meanwhile stand behind the promotion until it is over.
 */
import type { RequestOf } from '@endcap/contract/endpoint'
import type { Promotion, promotions as endpoints } from '@endcap/contract/promotions'
import { readNumber } from '@endcap/label/numbers'
import type { LabelToPromote, ProductToPromote } from '../../catalogue/ports.ts'
import { keySlot, listAliases } from '../../catalogue/aliases/aliases.service.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/base/errors.ts'
import { unknownLayouts } from '../layout-names/layout-names.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { codeOfSite, getSetting } from '../../settings/settings.service.ts'
import { numberProblem } from '../../platform/text-files/row-problem.ts'
import { dropUnused, insertVersion, lockCurrent, nextPromotionId, reachOf, readPromotions, retire } from './promotions.queries.ts'
import { runningFor, type Holding } from './running.queries.ts'

export { createPromoter } from './promoter.ts'

type Save = RequestOf<(typeof endpoints)['save']>['body']

export async function listPromotions({ db, clock }: Context, session: Session, storeType: string): Promise<Promotion[]> {
  await refuseForeign(db, session, storeType, 'read')
  return readPromotions(db, { storeType, at: clock.now() })
}

/** A promotion reaches every store of its type: who has some of them may look. */
async function refuseForeign(db: Db, session: Session, storeType: string, access: 'read' | 'write'): Promise<void> {
  const reach = await reachOf(db, session.stores, storeType)
  if (reach === 'none' && session.stores === 'all') throw notFound(`No store is of the type ${storeType}.`)
  if (reach === 'none') throw forbidden('No store of this type is one of yours.', 'other-store')
  if (reach === 'some' && access === 'write')
    throw forbidden(`A promotion reaches every store of the type ${storeType}: it needs an account that has them all.`)
}

/** Refuses what cannot be: nothing to show, no product, values that labels could not show. Answers it with plain numbers. */
async function check(db: Db, given: Save): Promise<Save> {
  const { prCodeList, rule, changes, layoutId, starts, ends } = given
  if (prCodeList.length === 0 && rule === null) throw invalid('Enter Product Code, Please!', 'prCodeList')
  if (changes.length === 0 && !layoutId) throw invalid('Say what shall change: a value or the layout.', 'changes')
  if (ends <= starts) throw invalid('The end must be after the start.', 'ends')
  const aliases = await listAliases(db)
  const key = keySlot(aliases)
  const plain = [...changes]
  for (const index of [...changes.map((one) => one.index), ...(rule === null ? [] : [rule.index])])
    if (!aliases.some((alias) => alias.index === index)) throw invalid(`Slot ${index + 1} of products has no name.`, 'changes')
  for (const [place, { index, value }] of changes.entries()) {
    const { name = '', type = 'text' } = aliases.find((alias) => alias.index === index) ?? {}
    if (index === key) throw invalid(`${name} is the code of products: it cannot change.`, 'changes')
    if (changes.slice(0, place).some((other) => other.index === index)) throw invalid(`${name} stands twice.`, 'changes')
    if ((type !== 'price' && type !== 'number') || value === '') continue
    // It is drawn in stores of several languages: what they would read in different ways is refused.
    const made = readNumber(value, {})
    if ('problem' in made) throw invalid(`The change ${numberProblem(value, name, made).text}.`, 'changes')
    plain[place] = { index, value: made.plain }
  }
  if (layoutId && (await unknownLayouts(db, '', [layoutId])).length > 0) throw invalid(`There is no layout ${layoutId}.`, 'layoutId')
  return { ...given, changes: plain }
}

export async function savePromotion(context: Context, session: Session, storeType: string, request: Save): Promise<Promotion> {
  const { db, clock, signals } = context
  await refuseForeign(db, session, storeType, 'write')
  const given = await check(db, request)
  const { site } = await getSetting(db, 'system')
  const prCodeList = [...new Set(given.prCodeList.map((code) => codeOfSite(site, code)))]
  const at = clock.now()
  const saved = await inTransaction(db, async (tx) => {
    const current = given.promotionId === undefined ? undefined : await lockCurrent(tx, storeType, given.promotionId)
    if (given.promotionId !== undefined && current === undefined) throw gone()
    if (current !== undefined && given.version !== undefined && given.version !== current.version)
      throw conflict(
        `Another account has changed promotion ${current.name} since you opened it. Load it again, and repeat your change.`,
        'promotion-changed-since',
      )
    const promotionId = given.promotionId ?? (await nextPromotionId(tx))
    const [before = null] = await readPromotions(tx, { storeType, promotionId, at })
    await retire(tx, promotionId)
    const { name, rule, starts, ends, priority, changes } = given
    const version = (current?.version ?? 0) + 1
    const content = { name, prCodeList, rule, starts, ends, priority, changes, layoutId: given.layoutId || null }
    await insertVersion(tx, { ...content, promotionId, version, storeType, updatedBy: session.email, at })
    await dropUnused(tx)
    await recordChange(tx, {
      subject: { kind: 'promotion', id: `${storeType}: ${name}` },
      before: before && contentOf(before),
      after: content,
    })
    const [after] = await readPromotions(tx, { storeType, promotionId, at })
    if (after === undefined) throw gone()
    return after
  })
  signals.notify('promotions', {})
  return saved
}

const gone = () => notFound('This promotion is there no more.')
const contentOf = ({ name, prCodeList, rule, starts, ends, priority, changes, layoutId }: Promotion) => ({
  name,
  prCodeList,
  rule,
  starts,
  ends,
  priority,
  changes,
  layoutId,
})

export async function removePromotion(context: Context, session: Session, storeType: string, promotionId: string): Promise<void> {
  const { db, clock, signals } = context
  await refuseForeign(db, session, storeType, 'write')
  await inTransaction(db, async (tx) => {
    if ((await lockCurrent(tx, storeType, promotionId)) === undefined) throw gone()
    const [before] = await readPromotions(tx, { storeType, promotionId, at: clock.now() })
    if (before === undefined) throw gone()
    await retire(tx, promotionId)
    await dropUnused(tx)
    await recordChange(tx, { subject: { kind: 'promotion', id: `${storeType}: ${before.name}` }, before: contentOf(before), after: null })
  })
  signals.notify('promotions', {})
}

/**
 * Labels as their stores' running promotions make them; labels of other products stay as they are. Of several promotions for a product the
 * strongest holds alone: the price of one must not stand beside the words of another. `promotion`: the names of those that were used.
 */
export async function promoteLabels<P extends ProductToPromote, T extends LabelToPromote<P>>(
  db: Db,
  labels: readonly T[],
): Promise<(T & { promotion?: string })[]> {
  const requested = new Map(
    labels.flatMap(({ storeCode, products }) => products.map(({ prCode }) => [`${storeCode}\n${prCode}`, { storeCode, prCode }] as const)),
  )
  if (requested.size === 0) return [...labels]
  const strongest = new Map<string, Holding>()
  for (const one of await runningFor(db, [...requested.values()])) {
    const key = `${one.storeCode}\n${one.prCode}`
    if (!strongest.has(key)) strongest.set(key, one)
  }
  if (strongest.size === 0) return [...labels]
  return labels.map((label) => {
    const holding = label.products.map(({ prCode }) => strongest.get(`${label.storeCode}\n${prCode}`))
    const names = [...new Set(holding.flatMap((one) => (one === undefined ? [] : [one.name])))]
    if (names.length === 0) return label
    const products = label.products.map((product, place) => promote(product, holding[place]))
    return { ...label, products, layoutId: holding[0]?.layoutId ?? label.layoutId, promotion: names.join(', ') }
  })
}

function promote<P extends ProductToPromote>(product: P, holding: Holding | undefined): P {
  if (holding === undefined || product.prInfo === null) return product
  const { prInfo } = product
  const length = Math.max(prInfo.length, ...holding.changes.map(({ index }) => index + 1))
  const values = new Map(holding.changes.map(({ index, value }) => [index, value]))
  const shown = Array.from({ length }, (_, index) => values.get(index) ?? prInfo[index] ?? '')
  return { ...product, prInfo: shown, layoutId: holding.layoutId ?? product.layoutId ?? null }
}
