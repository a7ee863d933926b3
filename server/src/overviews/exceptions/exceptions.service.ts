/** Exception statistics of a store and of the chain, and the tags behind them (specification 1 §2, §3, §7). */
import type { ChainExceptions, ExceptionStatistics, StoreExceptions } from '@endcap/contract/exceptions'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import type { Tag } from '@endcap/contract/tags'
import type { ExceptionKind } from '@endcap/contract/vocabulary'
import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Session } from '../../platform/http/session.ts'
import { searchTags } from '../../labels/tags/tags.service.ts'
import { conditionOf, listNgGateways, searchFigures, sumFigures, type ChainFigures, type Reach } from './exceptions.queries.ts'

/** Gateways are for accounts that may read stores: for others they neither count nor order. */
const reachOf = (session: Session): Reach => ({ stores: session.stores, gateways: session.can('store.read') })
const noGateways = { totalGWs: null, ngGWs: null }

export async function readStatistics({ db, clock }: Context, session: Session, storeCode: string): Promise<ExceptionStatistics> {
  const reach: Reach = { ...reachOf(session), stores: [storeCode] }
  const { stores: _, storesAffected: __, ...sums } = await sumFigures(db, reach)
  const ngGWDetail = reach.gateways ? await listNgGateways(db, storeCode) : null
  return {
    storeCode,
    ...sums,
    ...(ngGWDetail === null ? noGateways : { ngGWs: ngGWDetail.length }),
    ngGWDetail,
    updatedAt: toEpoch(clock.now()),
  }
}

/** Added up over the account's stores. */
export async function readChainStatistics({ db, clock }: Context, session: Session): Promise<ChainExceptions> {
  const reach = reachOf(session)
  const sums = await sumFigures(db, reach)
  return { ...sums, ...(!reach.gateways && noGateways), updatedAt: toEpoch(clock.now()) }
}

/** The account's stores that have exceptions, the worst first. */
export async function searchStoreExceptions({ db }: Context, session: Session, request: TableRequest): Promise<TablePage<StoreExceptions>> {
  const reach = reachOf(session)
  const page = await searchFigures(db, reach, request)
  return reach.gateways ? page : { ...page, data: page.data.map((row) => ({ ...row, ...noGateways })) }
}

/** Where the figures count each kind. */
const figureOf = {
  error: 'errorTags',
  noproduct: 'noProductTags',
  lowbattery: 'batteryNgTags',
  duplicate: 'duplicateTags',
} as const satisfies Record<ExceptionKind, keyof ChainFigures>

interface ExceptionRequest {
  exception: ExceptionKind
  storeCode: string
}

export async function searchExceptions(
  { db }: Context,
  { exception, storeCode }: ExceptionRequest,
  request: TableRequest,
): Promise<TablePage<Tag>> {
  const total = async () => (await sumFigures(db, { stores: [storeCode], gateways: false }))[figureOf[exception]]
  // Tags that share a product stand together unless another order is wanted.
  const order = exception === 'duplicate' && request.order.length === 0 ? [{ column: 'prCode', dir: 'asc' as const }] : request.order
  const slot = nameSlot(await listAliases(db))
  return searchTags(db, storeCode, slot, { ...request, order }, { where: conditionOf(exception, storeCode), total })
}

/** All of them; 400 when they are more than a list may hold. */
export async function listExceptions(context: Context, request: ExceptionRequest): Promise<Tag[]> {
  const everything = { draw: 0, start: 0, length: -1, order: [], filters: {}, search: undefined, startDate: undefined, endDate: undefined }
  return (await searchExceptions(context, request, everything)).data
}
