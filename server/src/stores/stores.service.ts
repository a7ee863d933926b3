/** Stores: made and configured. */
import { storeConfig, type StoreConfig } from '@endcap/contract/stores'
import { toEpoch } from '../clock.ts'
import type { Context } from '../context.ts'
import { conflict, notFound } from '../http/errors.ts'
import { findStore, insertStore } from './stores.queries.ts'

export { findStore, readStores } from './stores.queries.ts'

export async function createStore({ db, clock }: Context, config: StoreConfig): Promise<{ storeCode: string }> {
  if (!(await insertStore(db, config, clock.now()))) throw conflict(`There is a store ${config.storeCode} already.`)
  return { storeCode: config.storeCode }
}

export async function readStoreConfig({ db }: Context, storeCode: string): Promise<StoreConfig & { updatedAt: number }> {
  const row = await findStore(db, storeCode)
  if (row === undefined) throw notFound(`There is no store ${storeCode}.`)
  const position = row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude }
  const { store_name: storeName, address, time_zone: timeZone, locale, currency, config } = row
  return {
    ...storeConfig.parse({ ...config, storeCode, storeName, address, position, timeZone, locale, currency }),
    updatedAt: toEpoch(row.updated_at),
  }
}
