/** Exception statistics of a store, and the tags behind them (specification 1 §2, §3, §7). */
import type { ExceptionStatistics } from '@endcap/contract/exceptions'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import type { Tag } from '@endcap/contract/tags'
import type { ExceptionKind } from '@endcap/contract/vocabulary'
import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Session } from '../../platform/http/session.ts'
import { searchTags } from '../../labels/tags/tags.service.ts'
import { conditionOf, countExceptions, listNgGateways } from './exceptions.queries.ts'

export async function readStatistics({ db, clock }: Context, session: Session, storeCode: string): Promise<ExceptionStatistics> {
  const counts = await countExceptions(db, storeCode)
  const ngGWDetail = session.can('store.read') ? await listNgGateways(db, storeCode) : null
  return {
    storeCode,
    totalTags: counts.total,
    errorTags: counts.error,
    noProductTags: counts.noproduct,
    duplicateTags: counts.duplicate,
    batteryNgTags: counts.lowbattery,
    totalGWs: ngGWDetail === null ? null : counts.gateways,
    ngGWs: ngGWDetail?.length ?? null,
    ngGWDetail,
    updatedAt: toEpoch(clock.now()),
  }
}

interface ExceptionRequest {
  exception: ExceptionKind
  storeCode: string
}

export async function searchExceptions(
  { db }: Context,
  { exception, storeCode }: ExceptionRequest,
  request: TableRequest,
): Promise<TablePage<Tag>> {
  const total = async () => (await countExceptions(db, storeCode))[exception]
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
