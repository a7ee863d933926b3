/** Labels that show a wrong price, and those whose battery is low, in the words of their stores. */
import type { WalkLabel } from '@endcap/contract/today'
import { listAliases, meantAliases } from '../../catalogue/aliases/aliases.service.ts'
import { createWordsOfStores } from '../../catalogue/products/products.service.ts'
import { promoteLabels } from '../../labels/promotions/promotions.service.ts'
import { toEpochOrNull } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { readFailed, readLowBatteries, type FailedLabel, type StoredLabel } from './labels.queries.ts'

type Stores = Session['stores']
type WordsOf = ReturnType<typeof createWordsOfStores>

export interface WrongPrices {
  /** The largest difference first, those whose difference is no number last. */
  labels: WalkLabel[]
  /** More labels have failed than were compared. */
  orMore: boolean
}

/** Failed labels whose glass says another price than is due by what is stored and the promotions that run; `limit`: labels that are compared. */
export async function readWrongPrices(db: Db, stores: Stores, limit: number): Promise<WrongPrices> {
  const aliases = await listAliases(db)
  const slot = meantAliases(aliases).price?.index
  if (slot === undefined) return { labels: [], orMore: false }
  const { failed, labels } = await readFailed(db, { stores, slot, limit })
  const due = await promoteLabels(
    db,
    labels.map((label) => ({ ...label, layoutId: null, products: [{ prCode: label.prCode, prInfo: label.prInfo }] })),
  )
  const wordsOf = createWordsOfStores(aliases)
  const wrong = due.flatMap(({ products: [product], ...label }) => {
    const prInfo = product?.prInfo ?? label.prInfo
    return (prInfo[slot] ?? '') === (label.onGlass[slot] ?? '') ? [] : [toWrong(label, prInfo, slot, wordsOf)]
  })
  // A price that is written in another way is the same on the label.
  const labelsShown = wrong.filter(({ price, priceOnGlass }) => price !== priceOnGlass)
  return { labels: labelsShown.toSorted(byDifference), orMore: failed > limit }
}

const size = ({ percent }: WalkLabel) => (percent === null ? -1 : Math.abs(percent))
const byDifference = (a: WalkLabel, b: WalkLabel) => size(b) - size(a) || byPlace(a, b)
/** Shop 2 stands before shop 10. */
const natural = new Intl.Collator(undefined, { numeric: true })

/** As a person walks: store by store, in it gateway by gateway. */
export const byPlace = (a: WalkLabel, b: WalkLabel): number =>
  natural.compare(a.storeName, b.storeName) ||
  natural.compare(a.storeCode, b.storeCode) ||
  (a.gwIndex ?? Infinity) - (b.gwIndex ?? Infinity) ||
  (a.gwMac ?? '').localeCompare(b.gwMac ?? '') ||
  a.tagMac.localeCompare(b.tagMac)

const amount = (text: string | undefined) => (text !== undefined && /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : 0)

function toWrong(label: FailedLabel, prInfo: string[], slot: number, wordsOf: WordsOf): WalkLabel {
  const words = wordsOf(label)
  const { prCode } = label
  const [due, shown] = [amount(prInfo[slot]), amount(label.onGlass[slot])]
  return {
    ...toLabel(label, words({ prCode, prInfo }).name),
    priceOnGlass: words({ prCode, prInfo: label.onGlass }).price,
    price: words({ prCode, prInfo }).price,
    percent: due > 0 && shown > 0 ? Math.round(((shown - due) * 1000) / due) / 10 : null,
  }
}

const toLabel = (label: StoredLabel, prName: string): WalkLabel => ({
  storeCode: label.storeCode,
  storeName: label.storeName,
  timeZone: label.timeZone,
  tagMac: label.tagMac,
  prCode: label.prCode,
  prName,
  gwMac: label.gwMac,
  gwIndex: label.gwIndex,
  priceOnGlass: '',
  price: '',
  percent: null,
  since: toEpochOrNull(label.since),
})

/** One more than `limit` where there are more. */
export async function readLowLabels(db: Db, stores: Stores, limit: number): Promise<WalkLabel[]> {
  const wordsOf = createWordsOfStores(await listAliases(db))
  return (await readLowBatteries(db, { stores, limit })).map((label) => {
    const { prCode, prInfo } = label
    return toLabel(label, prCode === null || prInfo === null ? '' : wordsOf(label)({ prCode, prInfo }).name)
  })
}
