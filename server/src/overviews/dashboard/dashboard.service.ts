/** Puts the dashboard together: what the account may read of the stores it asks for (specification 1 §2, §3). */
import { chartStores, dailyDays, type DashboardData, type StoreFigures } from '@endcap/contract/dashboard'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Pace } from '../../platform/base/pace.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { forbidden } from '../../platform/base/errors.ts'
import { listServers } from '../../chain/servers/servers.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { shareAnswer } from '../../platform/http/shared-answer.ts'
import * as queries from './dashboard.queries.ts'
import type { Figures, GatewayTags, StoreChoice } from './dashboard.queries.ts'

const daySeconds = 86_400

/** Specification 1 §2: each chart asks for a privilege of its own. */
const readableBy = (session: Session) => ({
  servers: session.can('server.read'),
  gateways: session.can('store.read'),
  tags: session.can('tag.read'),
  updates: session.can('tag.read') && session.can('product.read'),
})
type Readable = ReturnType<typeof readableBy>

/**
 * `chosen`: codes of stores, all of the account's when undefined; 403 when one of them is not the account's. `pace`: of the process, for all
 * who ask about the same stores with the same stores and rights of their own.
 */
export async function readDashboard(
  context: Context,
  session: Session,
  { chosen, pace }: { chosen: readonly string[] | undefined; pace: Pace<DashboardData> },
): Promise<DashboardData> {
  const foreign = chosen?.find((code) => !session.allows(code))
  if (foreign !== undefined) throw forbidden('This store is not one of yours.', 'other-store')
  const own = session.stores
  const stores: StoreChoice = chosen === undefined || chosen.length === 0 ? own : chosen
  const may = readableBy(session)
  const scope = [inOrder(own), ...(stores === own ? [] : [inOrder(stores)])]
  return pace(JSON.stringify([scope, may]), async () => shareAnswer(await readAll(context, { own, stores, may, at: context.clock.now() })))
}
const inOrder = (stores: StoreChoice) => (stores === 'all' ? stores : stores.toSorted())

/** All that the answer depends on. */
interface Reading {
  /** Of the account. */
  own: StoreChoice
  /** Those that are counted: `own` itself, or some of them. */
  stores: StoreChoice
  may: Readable
  at: Date
}

async function readAll(context: Context, reading: Reading): Promise<DashboardData> {
  const { db } = context
  const serverList = reading.may.servers ? await listServers(context) : undefined
  // One view of the database, so that the parts agree with each other while things change.
  const parts = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readParts(tx, reading))
  return {
    ...parts,
    serverStatus:
      serverList === undefined
        ? null
        : {
            total: serverList.length,
            normal: serverList.filter((one) => one.status === 'NORMAL').length,
            alarm: serverList.filter((one) => one.status === 'ALARM').length,
            offline: serverList.filter((one) => one.status === 'OFFLINE').length,
            serverList: serverList.map(({ id, name, type, status, state }) => ({ id, name, type, status, state })),
          },
  }
}

async function readParts(tx: Db, { own, stores, may, at }: Reading): Promise<Omit<DashboardData, 'serverStatus'>> {
  const figures = await queries.readFigures(tx, stores, at)
  const names = stores === own ? figures : await queries.readStoreNames(tx, own)
  const only = figures.length === 1 ? figures[0]?.storeCode : undefined
  const sum = (name: Exclude<keyof Figures, 'storeCode' | 'storeName'>) => figures.reduce((total, store) => total + store[name], 0)
  const types = may.tags ? await queries.readTagTypes(tx, stores) : []
  const days = may.updates ? await readDays(tx, stores, at) : undefined
  return {
    storeList: figures.map((store) => store.storeCode),
    storeDict: Object.fromEntries(names.map((store) => [store.storeCode, store.storeName])),
    updatingStoreList: may.tags ? figures.filter((store) => store.inprogress > 0).map((store) => store.storeCode) : null,
    gwStatus: may.gateways
      ? {
          total: sum('gwTotal'),
          normal: sum('gwNormal'),
          alarm: sum('gwAlarm'),
          offline: sum('gwOffline'),
          countByVersion: await queries.readVersions(tx, stores),
        }
      : null,
    tagStatus: may.tags
      ? {
          total: sum('total'),
          good: sum('good'),
          inprogress: sum('inprogress'),
          error: sum('error'),
          unreachable: may.gateways ? sum('unreachable') : 0,
          lowBattery: sum('lowBattery'),
          noProduct: sum('noProduct'),
          countByType: Object.fromEntries(types.map((one) => [one.tagType, one.tags])),
          countNgByType: Object.fromEntries(types.map((one) => [one.tagType, one.errors])),
          todayUpdated: may.updates ? sum('todayUpdated') : null,
          updatedAt: toEpoch(at),
        }
      : null,
    storeTagStatus: may.tags ? worstStores(may.gateways ? figures : figures.map((one) => ({ ...one, unreachable: 0 }))) : null,
    gwTagStatus: may.tags ? (only === undefined ? [] : await readGatewayTags(tx, only, may)) : null,
    productStatus: may.updates ? { total: sum('productCount'), todayUpdated: sum('productsUpdated') } : null,
    updatedTagCount: days?.map(({ day, tags }) => ({ date: day, storeCode: only ?? '', total: tags })) ?? null,
    updatedProductCount: days?.map(({ day, products }) => ({ date: day, storeCode: only ?? '', total: products })) ?? null,
  }
}

/** Which gateway is off line is for accounts that may read stores. */
async function readGatewayTags(tx: Db, storeCode: string, may: Readable): Promise<GatewayTags[]> {
  const rows = await queries.readGatewayTags(tx, storeCode)
  return may.gateways ? rows : rows.map((row) => ({ ...row, unreachable: 0 }))
}

/** The stores where a person has to look first. */
function worstStores(figures: readonly Figures[]): NonNullable<DashboardData['storeTagStatus']> {
  return figures
    .filter((store) => store.total > 0)
    .toSorted((a, b) => b.error + b.unreachable - (a.error + a.unreachable) || b.inprogress - a.inprogress || b.total - a.total)
    .slice(0, chartStores)
    .map(({ storeCode, total, good, inprogress, error, unreachable }) => ({ storeCode, total, good, inprogress, error, unreachable }))
}

/** Every day of the last ones, also those on which nothing happened; the last is today in every store, dated as where it is latest. */
async function readDays(tx: Db, stores: StoreChoice, at: Date): Promise<{ day: string; tags: number; products: number }[]> {
  const today = await queries.readToday(tx, stores, at)
  if (today === undefined) return []
  const known = new Map((await queries.readDays(tx, stores, { at, days: dailyDays })).map((one) => [one.ago, one]))
  return Array.from({ length: dailyDays }, (_, place) => {
    const ago = dailyDays - 1 - place
    const { tags = 0, products = 0 } = known.get(ago) ?? {}
    return { day: new Date(Date.parse(today) - ago * daySeconds * 1000).toISOString().slice(0, 10), tags, products }
  })
}

const gatewayFigures = ['gwTotal', 'gwNormal', 'gwAlarm', 'gwOffline'] as const
const tagFigures = ['total', 'good', 'inprogress', 'error', 'lowBattery', 'noProduct'] as const
const reachFigures = ['unreachable'] as const
const updateFigures = ['todayUpdated', 'productCount', 'productsUpdated'] as const

/** The figures store by store; those that the account may not read are null and cannot be ordered by. */
export async function searchStoreFigures(
  { db, clock }: Context,
  session: Session,
  request: TableRequest,
): Promise<TablePage<StoreFigures>> {
  const may = readableBy(session)
  const readable = [
    ...(may.gateways ? gatewayFigures : []),
    ...(may.tags ? tagFigures : []),
    ...(may.gateways && may.tags ? reachFigures : []),
    ...(may.updates ? updateFigures : []),
  ]
  const hidden = [...gatewayFigures, ...tagFigures, ...reachFigures, ...updateFigures].filter((name) => !readable.includes(name))
  const nothing = Object.fromEntries(hidden.map((name) => [name, null]))
  const page = await queries.searchFigures(db, session.stores, { at: clock.now(), readable }, request)
  return { ...page, data: page.data.map((row) => ({ ...row, ...nothing })) }
}
