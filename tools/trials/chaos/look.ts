/** Reads everything that the checks compare: from both servers, the database, the inbox and the glass of the fleet. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Fleet } from '@endcap/fleet/fleet'
import { expectedPixels, glassPixels } from '../../../e2e/glass.ts'
import type { ApiClient } from '../../../e2e/system.ts'
import { connect } from '../../../server/src/platform/db/connect.ts'
import type { Db } from '../../../server/src/platform/db/schema.ts'
import { lastLabels, openThings, productValues, wrongSums } from '../../../server/src/testing/recount.ts'
import type { Seen, SeenLabel } from './check.ts'
import type { Till } from './till.ts'

/** Slot of the price in what products consist of. */
const priceSlot = 3
const centsOf = (prInfo: readonly string[] | null): number | null => (prInfo === null ? null : Math.round(Number(prInfo[priceSlot]) * 100))
const keyOf = (storeCode: string, prCode: string) => `${storeCode} ${prCode}`

export interface Places {
  databaseUrl: string
  inbox: string
  /** One for each server, not through the balancer. */
  clients: readonly ApiClient[]
  fleets: ReadonlyMap<string, Fleet>
  tills: readonly Till[]
}

export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, { poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Files of the inbox that are neither done nor failed. */
const waitingFiles = (inbox: string): number =>
  readdirSync(inbox).reduce((sum, store) => {
    const taking = join(inbox, store, '.taking')
    const own = readdirSync(join(inbox, store), { withFileTypes: true }).filter((entry) => entry.isFile()).length
    return sum + own + (existsSync(taking) ? readdirSync(taking).length : 0)
  }, 0)

export async function openNow({ databaseUrl, inbox }: Places): Promise<Record<string, number>> {
  return { ...(await withDatabase(databaseUrl, openThings)), 'files of the inbox': waitingFiles(inbox) }
}

/** Tags that are not OK, by store: what a clerk in the shop would send again. */
export const badTags = ({ databaseUrl }: Places): Promise<Map<string, string[]>> =>
  withDatabase(databaseUrl, async (db) => {
    const bad = (await lastLabels(db)).filter((one) => one.status !== 'OK')
    return new Map([...Map.groupBy(bad, (one) => one.storeCode)].map(([store, tags]) => [store, tags.map((one) => one.tagMac)]))
  })

async function productsOf(client: ApiClient, stores: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const storeCode of stores) {
    const { data } = await client.products.search({ params: { storeCode }, body: { length: -1 } })
    for (const { prCode, prInfo } of data) found.set(keyOf(storeCode, prCode), prInfo)
  }
  return found
}

export async function look(places: Places): Promise<Seen> {
  const { databaseUrl, clients, fleets, tills } = places
  const stores = tills.map((till) => till.storeCode)
  const accepted = new Map(
    tills.flatMap(({ storeCode, accepted: own }) => [...own].map(([prCode, cents]) => [keyOf(storeCode, prCode), cents] as const)),
  )
  const products = await Promise.all(clients.map((client) => productsOf(client, stores)))
  return withDatabase(databaseUrl, async (db) => {
    const history = new Map<string, number[]>()
    for (const { storeCode, prCode, prInfo } of await productValues(db)) {
      const list = history.get(keyOf(storeCode, prCode)) ?? []
      list.push(centsOf(prInfo) ?? Number.NaN)
      history.set(keyOf(storeCode, prCode), list)
    }
    const labels = new Map<string, SeenLabel>()
    for (const { storeCode, tagMac, prCode, status, outcome, hash, prInfo, heard } of await lastLabels(db)) {
      const fleet = fleets.get(storeCode)
      const key = keyOf(storeCode, prCode ?? '')
      const known = products[0]?.get(key) ?? []
      const cents = accepted.get(key)?.at(-1) ?? 0
      const expected = known.map((text, slot) => (slot === priceSlot ? (cents / 100).toFixed(2) : text))
      const pixels = fleet === undefined ? undefined : glassPixels(fleet, tagMac)
      const pictureIsRight = pixels !== undefined && expected.length > 0 && Buffer.compare(expectedPixels(expected), pixels) === 0
      labels.set(key, {
        tagMac,
        prCode,
        status,
        outcome,
        hash,
        heard,
        pictureIsRight,
        cents: centsOf(prInfo),
        glass: fleet?.tag(tagMac)?.shown ?? null,
      })
    }
    return {
      accepted,
      servers: products.map((one) => new Map([...one].map(([key, prInfo]) => [key, centsOf(prInfo) ?? Number.NaN]))),
      history,
      labels,
      open: await openNow(places),
      sums: [...(await wrongSums(db)), ...(await wrongAnswers(clients, stores))],
    }
  })
}

/** Sums that servers answer, and what their own lists count. */
async function wrongAnswers(clients: readonly ApiClient[], stores: readonly string[]): Promise<Seen['sums']> {
  const found: { sum: string; key: string; counted: number; storedSum: number }[] = []
  const compare = (sum: string, key: string, counted: number, storedSum: number) =>
    counted !== storedSum && found.push({ sum, key, counted, storedSum })
  for (const [index, client] of clients.entries()) {
    let [allTags, allProducts] = [0, 0]
    for (const storeCode of stores) {
      const key = `server ${index + 1} ${storeCode}`
      const { data: tags } = await client.tags.search({ params: { storeCode }, body: { length: -1 } })
      const { data: products } = await client.products.search({ params: { storeCode }, body: { length: -1 } })
      const counts = await client.tags.counts({ params: { storeCode } })
      compare('tags of the store', key, tags.length, counts.total)
      for (const [status, count] of Object.entries(counts.byStatus))
        compare(`tags that are ${status}`, key, tags.filter((tag) => tag.status === status).length, count)
      allTags += tags.length
      allProducts += products.length
    }
    const dashboard = await client.dashboard.data({ query: { stores: stores.join(',') } })
    compare('tags of the dashboard', `server ${index + 1}`, allTags, dashboard.tagStatus?.total ?? -1)
    compare('products of the dashboard', `server ${index + 1}`, allProducts, dashboard.productStatus?.total ?? -1)
  }
  return found
}
