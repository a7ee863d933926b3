/** Stores: made, configured, deleted. */
import { channels } from '@endcap/contract/gateways'
import { defaultScope } from '@endcap/contract/scripts'
import { storeConfig, type StoreChange, type StoreConfig, type StoredConfig } from '@endcap/contract/stores'
import type { Db } from '../../platform/db/schema.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, conflict, invalid, unknownStore } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { versionOf } from '../../settings/server-config.service.ts'
import { gatewayOnOutband, labelledTags, lockStore, readStoreRows, updateStore } from './config.queries.ts'
import { findStore, insertStore } from './stores.queries.ts'

export { findStore, readStores, searchStores } from './stores.queries.ts'
export { clearStores, whatClosingTakes } from './closing.ts'
export { createKnownStores } from './known-stores.ts'
/** Writes a configuration that was checked elsewhere, in the caller's transaction. */
export { updateStore as putStoreConfig } from './config.queries.ts'

type StoreRow = NonNullable<Awaited<ReturnType<typeof findStore>>>

export async function createStore({ db, clock, signals }: Context, config: StoreConfig): Promise<{ storeCode: string }> {
  const { storeCode } = config
  if (storeCode === defaultScope) throw invalid(`“${defaultScope}” stands for all stores in calls. Choose another store code.`, 'storeCode')
  await inTransaction(db, async (tx) => {
    if (!(await insertStore(tx, config, clock.now()))) throw conflict(`There is a store ${storeCode} already.`)
    await recordChange(tx, { subject: { kind: 'store', id: storeCode, storeCode }, before: null, after: config })
  })
  signals.notify('promotions', {})
  signals.notify('changed', { storeCode, changes: ['stores', 'gateways'] })
  return { storeCode }
}

function toConfig(row: StoreRow): StoreConfig {
  const position = row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude }
  const {
    store_code: storeCode,
    store_name: storeName,
    address,
    time_zone: timeZone,
    locale,
    currency,
    store_type: storeType,
    config,
  } = row
  return storeConfig.parse({ ...config, storeCode, storeName, address, position, timeZone, locale, currency, storeType })
}
function toStored(row: StoreRow): StoredConfig {
  const config = toConfig(row)
  return { ...config, updatedAt: toEpoch(row.updated_at), version: versionOf(config) }
}

export async function readStoreConfig({ db }: Context, storeCode: string): Promise<StoredConfig> {
  const row = await findStore(db, storeCode)
  if (row === undefined) throw unknownStore(storeCode)
  return toStored(row)
}

export const readStoreConfigs = async ({ db }: Context, { stores }: Session): Promise<StoredConfig[]> =>
  (await readStoreRows(db, stores)).map(toStored)

const changedSince = (storeName: string) =>
  conflict(
    `Another account has changed store ${storeName} since you opened it. Load it again, and repeat your change.`,
    'store-changed-since',
  )

/** A gateway would stay on a channel that the store does not allow any more. */
async function refuseOutbandInUse(tx: Db, storeCode: string): Promise<void> {
  const found = await gatewayOnOutband(tx, storeCode)
  if (found === undefined) return
  const text = `Gateway ${found.gwMac} is set to channel ${found.channel}, which needs outband. Set it to ${channels.first} to ${channels.last} first.`
  throw new ApiError(409, { code: 'outband-in-use', message: text, field: 'outbandEnable', values: { ...found, ...channels } })
}

/**
 * Saves what is given; the rest stays. Triggers have the gateways told what concerns them. Another language or currency makes other labels:
 * all are drawn again, by a task in the same transaction.
 */
export async function saveStoreConfig(
  { db, clock, ports, signals }: Context,
  session: Session,
  { version, updatedAt, ...change }: StoreChange,
): Promise<StoredConfig & { taskId: string | null }> {
  const { storeCode } = change
  const at = clock.now()
  const saved = await inTransaction(db, async (tx) => {
    const row = await lockStore(tx, storeCode)
    if (row === undefined) throw unknownStore(storeCode)
    const before = toConfig(row)
    const isOlder = version === undefined ? updatedAt !== undefined && updatedAt !== toEpoch(row.updated_at) : version !== versionOf(before)
    if (isOlder) throw changedSince(row.store_name)
    const after = storeConfig.parse({ ...before, ...change })
    if (before.outbandEnable && !after.outbandEnable) await refuseOutbandInUse(tx, storeCode)
    await updateStore(tx, after, at)
    await recordChange(tx, { subject: { kind: 'store', id: storeCode, storeCode }, before, after })
    const redrawn = before.locale === after.locale && before.currency === after.currency ? [] : await labelledTags(tx, storeCode)
    const start = { storeCode, tagMacs: redrawn, createdBy: session.email, at }
    const taskId = redrawn.length === 0 ? null : (await ports.redrawLabels(tx, start)).taskId
    return { ...after, updatedAt: toEpoch(at), version: versionOf(after), taskId }
  })
  if (saved.taskId !== null) signals.notify('operations', { storeCode })
  signals.notify('gateway-requests', {})
  signals.notify('promotions', {})
  signals.notify('changed', {
    storeCode,
    changes: saved.taskId === null ? ['stores', 'gateways'] : ['stores', 'gateways', 'tasks', 'tags'],
  })
  return saved
}
