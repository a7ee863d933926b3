/** Stores in several countries, each with one tag and its fleet: files and prices are read by the language and currency of the store. */
import type { Fleet } from '@endcap/fleet/fleet'
import type { Stage } from './stage.ts'
import { createShop, signIn } from './system.ts'

export const places = {
  BERLIN: { timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' },
  BOSTON: { timeZone: 'America/New_York', locale: 'en-US', currency: 'USD' },
  KUWAIT: { timeZone: 'Asia/Kuwait', locale: 'en-KW', currency: 'KWD' },
  TOKYO: { timeZone: 'Asia/Tokyo', locale: 'ja-JP', currency: 'JPY' },
}
export type Place = keyof typeof places
export type PlaceShop = { fleet: Fleet; tagMac: string }

/** A server with a store in each of these places; the store has the name of the place. */
export async function openPlaces<P extends Place>(stage: Stage, names: readonly P[]) {
  const server = await stage.startServer({ embedded: true })
  const client = await signIn(server.url)
  const shops: [string, PlaceShop][] = []
  for (const [n, storeCode] of names.entries()) {
    const shop = await createShop(client, { storeCode, gateways: 1, tags: 1, config: places[storeCode] }, n + 1)
    shops.push([storeCode, { fleet: stage.startFleet(shop, server), tagMac: shop.tagMacs[0] ?? '' }])
  }
  return { server, client, shops: Object.fromEntries(shops) as Record<P, PlaceShop> }
}
