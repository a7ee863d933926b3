/** Displays of the trial chain: in each store one that shows prices from the start, and more when they are asked for. */
import type { Client } from '@endcap/contract/client'
import type { Contract } from '@endcap/contract'
import { createDisplay, type Display } from '../display.ts'
import { trialProducts, trialStores } from './chain.ts'
import { comesTrue } from './comes-true.ts'

const screen = { width: 1920, height: 158 }
const model = 'IP231A'
/** Prices side by side. */
const shownProducts = 6

interface Options {
  client: Client<Contract>
  serverUrl: string
  /** Displays of each store. */
  count: number
  products: number
  seed: number
}

export const displayMac = (store: number, place: number): string =>
  `02ecd5${store.toString(16).padStart(2, '0')}${place.toString(16).padStart(4, '0')}`.replaceAll(/(..)(?=.)/g, '$1:')

/** They are the same ones at each start: their secrets follow from their addresses, as nothing depends on virtual displays. */
const claimOf = (mac: string) => `virtual-display-of-trial-${mac.replaceAll(':', '')}`

export async function startDisplays({ client, serverUrl, count, products, seed }: Options): Promise<Display[]> {
  const displays: Display[] = []
  for (const [index, store] of trialStores.entries()) {
    const { storeCode } = store
    const params = { storeCode }
    const { data: present } = await client.displays.search({ params, body: { length: 1000 } })
    const macs = Array.from({ length: count }, (_, place) => displayMac(index + 1, place))
    const fresh = macs.filter((mac) => !present.some((one) => one.mac === mac))
    const setting = await client.displays.readSetting({ params })
    const enrolToken =
      fresh.length === 0
        ? undefined
        : (setting.enrolToken ?? (await client.displays.saveSetting({ params, body: { newEnrolToken: true } })).enrolToken ?? undefined)
    const own = macs.map((mac, place) =>
      createDisplay(serverUrl, { mac, claimSecret: claimOf(mac), storeCode, name: `Shelf ${place + 1}`, model, enrolToken, screen }),
    )
    for (const display of own) display.start()
    displays.push(...own)
    const codes = trialProducts(store, products, seed + index).map(({ prCode }) => prCode)
    for (const [place, mac] of fresh.entries()) {
      if (!(await comesTrue(() => isKnown(client, storeCode, mac)))) throw new Error(`the display ${mac} was not taken in`)
      const product = Array.from({ length: shownProducts }, (_, slot) => codes[(place * shownProducts + slot) % codes.length] ?? '')
      await client.displays.assign({ body: { storeCode, devList: [{ mac, product }] } })
      await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: showOf(shownProducts) })
    }
  }
  return displays
}

async function isKnown(client: Client<Contract>, storeCode: string, mac: string): Promise<boolean> {
  const { data } = await client.displays.search({ params: { storeCode }, body: { filter_mac: mac, length: 10 } })
  return data.some((one) => one.mac === mac && one.status !== 'PENDING')
}

/** Prices in a row, all of the screen. */
function showOf(count: number) {
  const width = Math.floor(screen.width / count)
  const object = Array.from({ length: count }, (_, slot) => ({
    type: 'product' as const,
    id: String(slot + 1),
    left: slot * width,
    top: 0,
    width: width - 8,
    height: screen.height,
    index: slot,
  }))
  const slide = { duration: 30, bgColor: '#1f2a36', object, schedule: [], empty: false }
  return { screenWidth: screen.width, screenHeight: screen.height, show: [slide] }
}
