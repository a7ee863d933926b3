/**
 * Promotions: kept apart from products, which they never change. Labels are drawn with those noted as running (promotions_running); what is
 * noted follows the clock of each store, in one transaction with the task that draws the labels anew. So a server that was down at the start or
 * the end makes up for it, and data that come in meanwhile stand behind the promotion until it is over.
 */
import type { RequestOf } from '@endcap/contract/endpoint'
import type { Promotion, PromotionCheck, promotions as endpoints } from '@endcap/contract/promotions'
import type { LabelToPromote, ProductToPromote } from '../../catalogue/ports.ts'
import { listAliases, type StoredAlias } from '../../catalogue/aliases/aliases.service.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { recorded } from './promotion-record.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { codeOfSite, getSetting } from '../../settings/settings.service.ts'
import { checkContent } from './check-content.ts'
import { lookAhead } from './check-promotion.ts'
import {
  dropUnused,
  insertVersion,
  listStores,
  lockCurrent,
  nextPromotionId,
  reachOf,
  readPromotions,
  retire,
  strangeStores,
} from './promotions.queries.ts'
import { promoteProduct } from './promote.ts'
import { runningFor, type Holding } from './running.queries.ts'

export { createPromoter } from './promoter.ts'

type Save = RequestOf<(typeof endpoints)['save']>['body']

export async function listPromotions({ db, clock }: Context, session: Session, storeType: string): Promise<Promotion[]> {
  await refuseForeign(db, session, storeType, 'read')
  return readPromotions(db, { storeType, at: clock.now() })
}

/** A promotion reaches every store of its type, or those that are chosen: who has some of the type may look. */
async function refuseForeign(db: Db, session: Session, storeType: string, storeList: readonly string[] | null | 'read'): Promise<void> {
  const reach = await reachOf(db, session.stores, storeType)
  if (reach === 'none' && session.stores === 'all') throw notFound(`No store is of the type ${storeType}.`)
  if (reach === 'none') throw forbidden('No store of this type is one of yours.', 'other-store')
  if (storeList === 'read') return
  if (storeList !== null) await refuseStrange(db, session, storeType, storeList)
  else if (reach === 'some')
    throw forbidden(
      `A promotion reaches every store of the type ${storeType}: it needs an account that has them all, or stores chosen of yours.`,
    )
}

async function refuseStrange(db: Db, session: Session, storeType: string, codes: readonly string[]): Promise<void> {
  const [first] = await strangeStores(db, { stores: session.stores, storeType, codes })
  if (first === undefined) return
  if (first.ofType) throw forbidden(`The store ${first.storeCode} is not one of yours.`, 'other-store')
  throw invalid(`No store of the type ${storeType} is ${first.storeCode}.`, 'storeList')
}

/** What stands may be for stores that are not the account's. */
async function refuseOthers(db: Db, session: Session, before: Promotion | undefined): Promise<void> {
  if (before !== undefined && session.stores !== 'all') await refuseForeign(db, session, before.storeType, before.storeList)
}

/** What saving it would do. */
export async function checkPromotion(
  context: Context,
  session: Session,
  storeType: string,
  body: RequestOf<(typeof endpoints)['check']>['body'],
): Promise<PromotionCheck> {
  await refuseForeign(context.db, session, storeType, 'read')
  if (body.storeList !== null) await refuseStrange(context.db, session, storeType, body.storeList)
  return lookAhead(context, session, storeType, await checkContent(context.db, storeType, body))
}

export async function storesOfType({ db }: Context, session: Session, storeType: string) {
  await refuseForeign(db, session, storeType, 'read')
  return listStores(db, session.stores, storeType)
}

export async function savePromotion(context: Context, session: Session, storeType: string, request: Save): Promise<Promotion> {
  const { db, clock, signals } = context
  await refuseForeign(db, session, storeType, request.storeList)
  const given = await checkContent(db, storeType, request)
  if (given.ends <= given.starts) throw invalid('The end must be after the start.', 'ends')
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
    const [before] = await readPromotions(tx, { storeType, promotionId, at })
    await refuseOthers(tx, session, before)
    await retire(tx, promotionId)
    const rule = given.rule && { ...given.rule, contains: given.rule.contains ?? false }
    const storeList = given.storeList && [...new Set(given.storeList)].toSorted()
    const version = (current?.version ?? 0) + 1
    const content = contentOf({ ...given, prCodeList, rule, storeList, layoutId: given.layoutId || null })
    await insertVersion(tx, { ...content, promotionId, version, storeType, updatedBy: session.email, at })
    await dropUnused(tx)
    const was = before === undefined ? null : contentOf(before)
    await recordChange(tx, {
      subject: { kind: 'promotion', id: `${storeType}: ${content.name}` },
      before: recorded(was, content),
      after: recorded(content, was),
    })
    const [after] = await readPromotions(tx, { storeType, promotionId, at })
    if (after === undefined) throw gone()
    return after
  })
  signals.notify('promotions', {})
  return saved
}

const gone = () => notFound('This promotion is there no more.')
/** What a person says of a promotion, and what its changes are recorded by. */
type Content = Omit<Parameters<typeof insertVersion>[1], 'promotionId' | 'version' | 'storeType' | 'updatedBy' | 'at'>
const contentOf = ({ name, prCodeList, rule, storeList, starts, ends, priority, changes, price, oldPrice, layoutId }: Content) => ({
  name,
  prCodeList,
  rule,
  storeList,
  starts,
  ends,
  priority,
  changes,
  price,
  oldPrice,
  layoutId,
})

export async function removePromotion(context: Context, session: Session, storeType: string, promotionId: string): Promise<void> {
  const { db, clock, signals } = context
  await refuseForeign(db, session, storeType, 'read')
  await inTransaction(db, async (tx) => {
    if ((await lockCurrent(tx, storeType, promotionId)) === undefined) throw gone()
    const [before] = await readPromotions(tx, { storeType, promotionId, at: clock.now() })
    if (before === undefined) throw gone()
    await refuseOthers(tx, session, before)
    await retire(tx, promotionId)
    await dropUnused(tx)
    const subject = { kind: 'promotion', id: `${storeType}: ${before.name}` }
    await recordChange(tx, { subject, before: recorded(contentOf(before), null), after: null })
  })
  signals.notify('promotions', {})
}

/**
 * Labels as their stores' running promotions make them; labels of other products stay as they are. Of several promotions for a product the
 * strongest holds alone that can be worked out for it: the price of one must not stand beside the words of another. `promotion`: the names
 * of those that were used.
 */
export async function promoteLabels<P extends ProductToPromote, T extends LabelToPromote<P>>(
  db: Db,
  labels: readonly T[],
): Promise<(T & { promotion?: string })[]> {
  const requested = new Map(
    labels.flatMap(({ storeCode, products }) => products.map(({ prCode }) => [`${storeCode}\n${prCode}`, { storeCode, prCode }] as const)),
  )
  if (requested.size === 0) return [...labels]
  const running = Map.groupBy(await runningFor(db, [...requested.values()]), (one) => `${one.storeCode}\n${one.prCode}`)
  if (running.size === 0) return [...labels]
  const aliases = await listAliases(db)
  return labels.map((label) => {
    const promoted = label.products.map((product) => promote(product, running.get(`${label.storeCode}\n${product.prCode}`) ?? [], aliases))
    const names = [...new Set(promoted.flatMap(({ holding }) => (holding === undefined ? [] : [holding.name])))]
    if (names.length === 0) return label
    const products = promoted.map(({ product }) => product)
    return { ...label, products, layoutId: promoted[0]?.holding?.layoutId ?? label.layoutId, promotion: names.join(', ') }
  })
}

/** With the first of these, the strongest first, that can be worked out. */
function promote<P extends ProductToPromote>(
  product: P,
  holdings: readonly Holding[],
  aliases: readonly StoredAlias[],
): { product: P; holding?: Holding } {
  for (const holding of holdings) {
    if (product.prInfo === null) return { product, holding }
    const made = promoteProduct(product.prInfo, holding, aliases)
    if (made.leftOut === undefined)
      return { product: { ...product, prInfo: made.prInfo, layoutId: holding.layoutId ?? product.layoutId ?? null }, holding }
  }
  return { product }
}
