/** Stores with gateways and tags in any state, and the two calls that count them. */
import type { DashboardData } from '@endcap/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { caller, tagId, type SeededAccount } from './seed.ts'
import type { TestContext } from './test-context.ts'

type Caller = Pick<SeededAccount, 'headers'>

export function createChain({ context }: TestContext, app: FastifyInstance, root: Caller) {
  let numbers = 0
  return {
    dashboardOf: async (stores: readonly string[], account: Caller = root) =>
      (await caller(app, account)('GET', `/stats/dashboard?stores=${stores.join(',')}`)).body as unknown as DashboardData,
    exceptionsOf: async (storeCode: string) => (await caller(app, root)('GET', `/stats/exceptions/store/${storeCode}`)).body,
    addGateway: async (storeCode: string, more: { status?: string; sync?: boolean; gmp?: string } = {}): Promise<string> => {
      const gwMac = `02EC7A${(++numbers).toString(16).toUpperCase().padStart(6, '0')}`
      const { status = 'NORMAL', sync = true, gmp = '2.1.0' } = more
      await sql`insert into gateways (store_code, gw_mac, shard, secret_hash, status, time_sync, gmp_version, grm_version)
        values (${storeCode}, ${gwMac}, 0, '', ${status}, ${sync}, ${gmp}, '1.0.0')`.execute(context.db)
      return gwMac
    },
    addTags: async (storeCode: string, count: number, more: { status?: string; type?: string; gwMac?: string } = {}): Promise<string[]> => {
      const macs = Array.from({ length: count }, () => tagId(0x70000 + ++numbers))
      const { status = 'OK', type = 'B5', gwMac = null } = more
      await sql`insert into tags (store_code, tag_mac, barcode, tag_type, status, gw_mac, last_heard_at, updated_at)
        select ${storeCode}, m, m, ${type}, ${status}, ${gwMac}, now(), now() from unnest(${macs}::text[]) m`.execute(context.db)
      return macs
    },
  }
}
