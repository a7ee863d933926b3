/** Simulated OpenEPaperLink access points in this process, for journeys through a real bridge. */
import { setImmediate as turn } from 'node:timers/promises'
import { parsePacket } from '@endcap/bridge/openepaperlink/codec/packets'
import { startAccessPoint, type AccessPoint, type AccessPointSetup } from '@endcap/bridge/openepaperlink/simulator'
import type { Contract } from '@endcap/contract'
import type { Probed } from '@endcap/contract/access-points'
import type { CallOf } from '@endcap/contract/endpoint'
import type { Bitmap } from '@endcap/label/bitmap'
import { expectedLabel } from './glass.ts'
import { eanOf, until, type ApiClient } from './system.ts'

/** Tags that call at the same moment: what is reported of more would break the stream of the access point. */
const concurrentTags = 8
/** Bridges speak with this machine only where a setting allows it (bridge/src/networks.ts). */
export const hereAllowed = { ENDCAP_ACCESS_POINT_HOSTS: '127.0.0.1' }

export interface WatchedPoint {
  point: AccessPoint
  /** All that ever stood on a glass since the start, in its order. */
  drawn(tagMac: string): readonly Bitmap[]
}

/** Its tags call when they are told to. */
export async function openPoint(setup: AccessPointSetup): Promise<WatchedPoint> {
  const drawn = new Map<string, Bitmap[]>()
  const point: AccessPoint = await startAccessPoint({
    automatic: false,
    ...setup,
    packet: (bytes) => {
      // Told when a tag has taken something, be it a picture or a command: a picture is another object each time.
      const packet = parsePacket(bytes)
      if (packet.kind !== 'complete') return
      const all = drawn.get(packet.mac) ?? []
      const glass = point.glass(packet.mac)
      if (glass !== undefined && all.at(-1) !== glass) drawn.set(packet.mac, [...all, glass])
    },
  })
  return { point, drawn: (tagMac) => drawn.get(tagMac) ?? [] }
}

/** Lets these tags call again and again until something is so; the message says what did not come. */
export async function callUntil(
  what: string,
  { point, tags }: { point: AccessPoint; tags: readonly string[] },
  check: () => boolean | Promise<boolean>,
): Promise<void> {
  async function checkOrCall(): Promise<boolean> {
    if (await check()) return true
    for (const [index, tag] of tags.entries()) {
      point.checkIn(tag)
      if (index % concurrentTags === 0) await turn()
    }
    return false
  }
  await until(what, checkOrCall)
}

/** The product of a line of `priceFile`, as labels show it. */
export const productAt = (index: number, cents: number): string[] => {
  const price = (cents / 100).toFixed(2)
  return [eanOf(index), `Produkt ${index}`, 'Sonnental', price, '', '1 kg', '', '', 'EUR', eanOf(index)]
}
/** What a tag of this type shows of it. */
export const pixelsAt = (index: number, cents: number, tagType: string): Uint8Array =>
  expectedLabel([productAt(index, cents)], { layoutId: 'SHELF_PRICE', tagType })
export const isPicture = (glass: Bitmap | undefined, expected: Uint8Array): boolean =>
  glass !== undefined && Buffer.compare(glass.pixels, expected) === 0

export const createStore = (client: ApiClient, storeCode: string) =>
  client.stores.create({ body: { storeCode, storeName: storeCode, timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' } })
export const tagOf = async (client: ApiClient, storeCode: string, tagMac: string) =>
  (await client.tags.search({ params: { storeCode }, body: { filter_barcode: tagMac, condition_barcode: '==' } })).data[0]
export const deviceOf = async (client: ApiClient, gwMac: string) => (await client.accessPoints.detail({ params: { gwMac } })).device
/** What a bridge finds at an address, as soon as the bridge itself is there. */
export async function probed(client: ApiClient, body: CallOf<Contract['accessPoints']['probe']>['body']) {
  let found: Probed | null = null
  await until(`${body.address} is tried`, async () => ({ probed: found } = await client.accessPoints.probe({ body })).problem === null)
  return found
}

/** Carries a label to where another access point hears it: its glass stays, and the first one says that it is the other's now. */
export function carry(tagMac: string, { from, to }: Record<'from' | 'to', WatchedPoint>, address: string) {
  const { entry, glass } = from.point.tag(tagMac)
  if (!to.point.air.tags.has(tagMac)) to.point.air.add({ mac: tagMac, hwType: entry.hwType })
  to.point.tag(tagMac).glass = glass
  Object.assign(entry, { isexternal: true, apip: address, contentMode: 12 })
  to.point.checkIn(tagMac)
}
