/** What a promotion would do, before it is saved: whom it hits, which prices it makes, and where it would begin at once. */
import type { RequestOf } from '@endcap/contract/endpoint'
import { reportedPrices, type PriceChange, type PriceReview } from '@endcap/contract/price-review'
import { reportedOfPromotion, type LeftOutReason, type PromotionCheck, type promotions as endpoints } from '@endcap/contract/promotions'
import { readStored } from '@endcap/label/numbers'
import { listAliases, meantAliases, type StoredAlias } from '../../catalogue/aliases/aliases.service.ts'
import { createPriceWords, priceSlip } from '../../catalogue/products/products.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Session } from '../../platform/http/session.ts'
import { codeOfSite, getSetting, type Settings } from '../../settings/settings.service.ts'
import { findHits, reachedStores, toStarted, type Hit, type ReachedStore } from './hits.queries.ts'
import { promoteProduct } from './promote.ts'

type Body = RequestOf<(typeof endpoints)['check']>['body']

/** `given` is checked already. Only the account's stores are looked at. */
export async function lookAhead(context: Context, session: Session, storeType: string, given: Body): Promise<PromotionCheck> {
  const { db, clock } = context
  const { storeList, starts, ends, rule } = given
  const { site } = await getSetting(db, 'system')
  const prCodeList = [...new Set(given.prCodeList.map((code) => codeOfSite(site, code)))]
  const stores = await reachedStores(db, { stores: session.stores, storeType, storeList, starts, ends, at: clock.now() })
  const { hits, partial } = await findHits(db, { stores, prCodeList, rule })
  const found = new Set(hits.map(({ prCode }) => prCode))
  const unknown = partial ? [] : prCodeList.filter((code) => !found.has(code))
  const labels = new Map<string, number>()
  for (const hit of hits) labels.set(hit.storeCode, (labels.get(hit.storeCode) ?? 0) + hit.labels)
  const started = stores.filter(({ isStarted, isOver }) => isStarted === true && isOver !== true)
  const aliases = await listAliases(db)
  const looked = promoteHits(hits, { stores, given, aliases })
  return {
    reach: stores.length,
    productCount: found.size,
    labelCount: sumOf(labels.values()),
    storeCount: labels.size,
    partial,
    unknownCount: unknown.length,
    unknownCodes: unknown.slice(0, reportedOfPromotion),
    startedCount: started.length,
    started: toStarted(started.slice(0, reportedOfPromotion), labels),
    overCount: stores.filter(({ isOver }) => isOver === true).length,
    leftOutCount: looked.leftOut.length,
    leftOut: looked.leftOut.slice(0, reportedOfPromotion).map(({ hit: { storeCode, prCode, prInfo }, store, reason }) => {
      const words = createPriceWords({ ...store, aliases })({ prCode, prInfo })
      return { storeCode, prCode, reason, productName: words.name, priceWords: words.price(meantAliases(aliases).price?.name ?? '') }
    }),
    sample: sampleOf(looked.promoted, given),
    review: review(looked.promoted, aliases, await getSetting(db, 'prices')),
  }
}

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0)

interface Promoted {
  hit: Hit
  store: ReachedStore
  /** Its slots meanwhile. */
  shown: string[]
}
interface LeftOut {
  hit: Hit
  store: ReachedStore
  reason: LeftOutReason
}
interface Basis {
  stores: readonly ReachedStore[]
  given: Body
  aliases: readonly StoredAlias[]
}
/** As the labels would show them. */
function promoteHits(hits: readonly Hit[], { stores, given, aliases }: Basis): { promoted: Promoted[]; leftOut: LeftOut[] } {
  const storeOf = new Map(stores.map((store) => [store.storeCode, store]))
  const [promoted, leftOut]: [Promoted[], LeftOut[]] = [[], []]
  for (const hit of hits) {
    const store = storeOf.get(hit.storeCode)
    if (store === undefined) continue
    const made = promoteProduct(hit.prInfo, { ...given, locale: store.locale, currency: store.currency }, aliases)
    if (made.leftOut === undefined) promoted.push({ hit, store, shown: made.prInfo })
    else leftOut.push({ hit, store, reason: made.leftOut })
  }
  return { promoted, leftOut }
}

/** One with a label first. */
function sampleOf(promoted: readonly Promoted[], { layoutId }: Body): PromotionCheck['sample'] {
  const one = promoted.find(({ hit }) => hit.labels > 0) ?? promoted[0]
  if (one === undefined) return null
  const { storeCode, prCode, prInfo, layoutId: own } = one.hit
  return { storeCode, prCode, before: { prInfo, layoutId: own }, after: { prInfo: one.shown, layoutId: layoutId || own } }
}

type Change = Omit<PriceChange, 'line' | 'productName' | 'beforeWords' | 'afterWords'> & Promoted

/** The prices of products as customers pay them; the same price of a product in several stores of one currency is one line. */
function review(promoted: readonly Promoted[], aliases: readonly StoredAlias[], rules: Settings['prices']): PriceReview {
  const { price } = meantAliases(aliases)
  const changes = new Map<string, Change>()
  for (const one of promoted) {
    const { hit, store, shown } = one
    const [before, next] = price === undefined ? ['', ''] : [hit.prInfo[price.index] ?? '', shown[price.index] ?? '']
    if (price === undefined || before === next) continue
    const key = JSON.stringify([hit.prCode, store.currency, store.locale, before, next])
    const known = changes.get(key)
    if (known === undefined)
      changes.set(key, {
        ...one,
        prCode: hit.prCode,
        name: price.name,
        before: before || null,
        after: next,
        labels: hit.labels,
        ...compare(before, next, store, rules),
      })
    else changes.set(key, { ...known, labels: known.labels + hit.labels })
  }
  const sorted = [...changes.values()].toSorted((one, other) => sizeOf(other) - sizeOf(one)).map((change, line) => ({ ...change, line }))
  const lines = (list: typeof sorted) => list.slice(0, reportedPrices).map((change) => toLine(change, aliases))
  const odd = sorted.filter(({ kind }) => kind !== null)
  const others = sorted.filter(({ kind }) => kind === null)
  return {
    priceCount: odd.length,
    prices: lines(odd),
    otherPriceCount: others.length,
    otherPrices: lines(others),
    cheaper: sorted.filter(({ percent }) => percent !== null && percent < 0).length,
    dearer: sorted.filter(({ percent }) => percent !== null && percent > 0).length,
    misfitCount: 0,
    misfits: [],
  }
}

const sizeOf = ({ percent }: Change) => (percent === null ? Number.POSITIVE_INFINITY : Math.abs(percent))

/** By how much a price changes, for people to look at, and what is odd about it. No price is made of these numbers. */
function compare(
  before: string,
  after: string,
  { locale, currency }: ReachedStore,
  rules: Settings['prices'],
): Pick<Change, 'percent' | 'kind'> {
  const [old, made] = [readStored(before, { locale, currency }), readStored(after, { locale, currency })]
  const will = 'plain' in made ? Number(made.plain) : Number.NaN
  const was = 'plain' in old ? Number(old.plain) : Number.NaN
  const share = was > 0 ? ((will - was) * 100) / was : Number.NaN
  const percent = Number.isNaN(share) ? null : Math.round(share * 10) / 10
  return { percent, kind: kindOf(was, will, share, rules) }
}

function kindOf(was: number, will: number, share: number, { risePercent, fallPercent }: Settings['prices']): PriceChange['kind'] {
  if (will === 0) return 'zero'
  if (will < 0) return 'negative'
  if (was > 0 && will >= was * priceSlip) return 'tenfold'
  if (will * priceSlip <= was) return 'tenth'
  if (share > risePercent) return 'rise'
  return share < -fallPercent ? 'fall' : null
}

function toLine({ hit, store, shown, ...change }: Change & { line: number }, aliases: readonly StoredAlias[]): PriceChange {
  const wordsOf = createPriceWords({ ...store, aliases })
  const { prCode, name } = change
  const words = wordsOf({ prCode, prInfo: shown })
  return {
    ...change,
    productName: words.name,
    beforeWords: wordsOf({ prCode, prInfo: hit.prInfo }).price(name),
    afterWords: words.price(name),
  }
}
