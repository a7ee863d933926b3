/** What needs a person: causes ranked by harm, of what the account may read in its stores, and the labels that it walks to. */
import {
  causeKinds,
  comparedLabels,
  namedExamples,
  refusedFileDays,
  walkedLabels,
  type Cause,
  type WalkKind,
  type WalkLabel,
} from '@endcap/contract/today'
import { toEpoch } from '../../platform/base/clock.ts'
import { forbidden } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { shareAnswer } from '../../platform/http/shared-answer.ts'
import * as queries from './causes.queries.ts'
import type { OfflineStore } from './causes.queries.ts'
import { byPlace, readLowLabels, readWrongPrices, type WrongPrices } from './labels.ts'
import type { Pace } from '../../platform/base/pace.ts'

type Stores = Session['stores']
const daySeconds = 86_400

const readableBy = (session: Session) => ({
  tags: session.can('tag.read'),
  stores: session.can('store.read'),
  products: session.can('product.read'),
  displays: session.can('plus.read'),
})
type Readable = ReturnType<typeof readableBy>

/** `chosen`: codes of stores, all of the account's when undefined; 403 when one of them is not the account's. */
function storesOf(session: Session, chosen: readonly string[] | undefined): Stores {
  const foreign = chosen?.find((code) => !session.allows(code))
  if (foreign !== undefined) throw forbidden('This store is not one of yours.', 'other-store')
  return chosen === undefined || chosen.length === 0 ? session.stores : chosen
}

export interface Causes {
  at: number
  causeList: Cause[]
}

/** `pace`: of the process, for all who ask about the same stores. */
export async function readCauses(
  { db, clock }: Context,
  session: Session,
  { chosen, pace }: { chosen: readonly string[] | undefined; pace: Pace<Causes> },
): Promise<Causes> {
  const stores = storesOf(session, chosen)
  const may = readableBy(session)
  return pace(JSON.stringify([stores === 'all' ? stores : stores.toSorted(), may]), async () => {
    const at = clock.now()
    // One view of the database: a label is not in one cause and missing from the sum of another.
    const found = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => findCauses(tx, { stores, may, at }))
    const causeList = found.filter((cause) => cause.count > 0)
    return shareAnswer({
      at: toEpoch(at),
      causeList: causeList.toSorted((a, b) => causeKinds.indexOf(a.kind) - causeKinds.indexOf(b.kind)),
    })
  })
}

interface Reading {
  stores: Stores
  may: Readable
  at: Date
}

async function findCauses(tx: Db, { stores, may, at }: Reading): Promise<Cause[]> {
  const down = may.stores ? await queries.readOfflineStores(tx, stores) : []
  const causes: Cause[] = []
  const wrong = may.tags ? await readWrongPrices(tx, stores, comparedLabels) : undefined
  if (wrong !== undefined) {
    const { labels } = reachable(wrong, down)
    causes.push({ kind: 'wrong-price', count: labels.length, stores: storeCount(labels), orMore: wrong.orMore, examples: named(labels) })
    const batteries = await queries.readBatteries(tx, { stores, limit: namedExamples })
    const { count = 0, stores: storesLow = 0 } = batteries[0] ?? {}
    const examples = batteries.map(({ storeCode, storeName, timeZone, labels: low }) => ({ storeCode, storeName, timeZone, labels: low }))
    causes.push({ kind: 'low-battery', count, stores: storesLow, examples })
  }
  if (may.stores) causes.push(offlineStores(down, wrong), ...(await offlineGateways(tx, stores)))
  if (may.products) causes.push(await refusedFiles(tx, stores, at), await emptyPromotions(tx, stores))
  if (may.displays) causes.push(await offlineDisplays(tx, { stores, may }))
  causes.push(await approvals(tx, { stores, may, at }))
  return causes
}

const named = <T>(all: readonly T[]): T[] => all.slice(0, namedExamples)
const storeCount = (all: readonly { storeCode: string }[]): number => new Set(all.map(({ storeCode }) => storeCode)).size

/** Labels of a store that is out of reach belong to its outage: nothing can be sent to them. */
function reachable({ labels, orMore }: WrongPrices, down: readonly OfflineStore[]): WrongPrices {
  const stores = new Set(down.map(({ storeCode }) => storeCode))
  return { labels: labels.filter(({ storeCode }) => !stores.has(storeCode)), orMore }
}

function offlineStores(down: readonly OfflineStore[], wrong: WrongPrices | undefined): Cause {
  const examples = named(down).map(({ since, ...store }) => ({
    ...store,
    since: toEpoch(since),
    wrong: wrong === undefined ? null : wrong.labels.filter(({ storeCode }) => storeCode === store.storeCode).length,
  }))
  return { kind: 'store-offline', count: down.length, stores: down.length, examples }
}

async function offlineGateways(tx: Db, stores: Stores): Promise<Cause[]> {
  const all = (await queries.readOfflineGateways(tx, stores)).map(({ since, ...rest }) => ({ ...rest, since: toEpoch(since) }))
  const points = all.flatMap(({ name, ...rest }) => (name === null ? [] : [{ ...rest, name }]))
  const gateways = all.flatMap(({ name, ...rest }) => (name === null ? [rest] : []))
  return [
    { kind: 'gateway-offline', count: gateways.length, stores: storeCount(gateways), examples: named(gateways) },
    { kind: 'access-points', count: points.length, stores: storeCount(points), examples: named(points) },
  ]
}

async function offlineDisplays(tx: Db, { stores, may }: Pick<Reading, 'stores' | 'may'>): Promise<Cause> {
  const found = await queries.readOfflineDisplays(tx, { stores, outagesReported: may.stores, limit: namedExamples })
  const { count = 0, stores: ofStores = 0 } = found[0] ?? {}
  const examples = found.map(({ count: _, stores: __, since, ...display }) => ({ ...display, since: toEpoch(since) }))
  return { kind: 'displays-offline', count, stores: ofStores, examples }
}

async function refusedFiles(tx: Db, stores: Stores, at: Date): Promise<Cause> {
  const after = new Date(at.getTime() - refusedFileDays * daySeconds * 1000)
  const files = await queries.readRefusedFiles(tx, { stores, after, limit: namedExamples })
  const { count = 0, stores: ofStores = 0 } = files[0] ?? {}
  const examples = files.map(({ count: _, stores: __, since, ...file }) => ({ ...file, since: toEpoch(since) }))
  return { kind: 'files-refused', count, stores: ofStores, examples }
}

async function emptyPromotions(tx: Db, stores: Stores): Promise<Cause> {
  const found = await queries.readEmptyPromotions(tx, { stores, limit: namedExamples })
  const { count = 0, stores: running = 0 } = found[0] ?? {}
  const examples = found.map(({ storeCode, storeName, timeZone, name, storeType, since }) => ({
    storeCode,
    storeName,
    timeZone,
    name,
    storeType,
    since: toEpoch(since),
  }))
  return { kind: 'promotions-empty', count, stores: running, examples }
}

async function approvals(tx: Db, { stores, may, at }: Reading): Promise<Cause> {
  const gateways = may.stores ? await queries.readWaitingGateways(tx, { stores, at, limit: namedExamples }) : []
  const displays = may.displays ? await queries.readWaitingDisplays(tx, { stores, limit: namedExamples }) : []
  const counts = { gateways: gateways[0]?.count ?? 0, displays: displays[0]?.count ?? 0 }
  const examples = named([...gateways, ...displays]).map(({ count: _, since, ...one }) => ({ ...one, since: toEpoch(since) }))
  const known = examples.flatMap(({ storeCode }) => (storeCode === null ? [] : [{ storeCode }]))
  return { kind: 'approvals', count: counts.gateways + counts.displays, stores: storeCount(known), ...counts, examples }
}

/** The labels of a cause in the order in which a person walks to them; those of stores that are out of reach are left to the outage. */
export async function readWalk(
  { db }: Context,
  session: Session,
  { kind, stores: chosen }: { kind: WalkKind; stores?: readonly string[] | undefined },
): Promise<{ labelList: WalkLabel[]; more: boolean; orMore: boolean }> {
  const stores = storesOf(session, chosen)
  if (kind === 'low-battery') {
    const found = await readLowLabels(db, stores, walkedLabels)
    return { labelList: found.slice(0, walkedLabels).toSorted(byPlace), more: found.length > walkedLabels, orMore: false }
  }
  const down = session.can('store.read') ? await queries.readOfflineStores(db, stores) : []
  const { labels, orMore } = reachable(await readWrongPrices(db, stores, comparedLabels), down)
  return { labelList: labels.slice(0, walkedLabels).toSorted(byPlace), more: orMore || labels.length > walkedLabels, orMore }
}
