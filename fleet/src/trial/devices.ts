/**
 * Devices of other makes in the trial chain: a TRMNL sign, and labels behind an OpenEPaperLink access point. They are added to a store as
 * real ones are, and the server's own bridge speaks with them.
 */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '@endcap/bridge/clock'
import { simulatedTypes, startAccessPoint } from '@endcap/bridge/openepaperlink/simulator'
import { createSign, keepSignAlive, type SimulatedSign } from '@endcap/bridge/trmnl/simulator'
import type { Client } from '@endcap/contract/client'
import type { Contract } from '@endcap/contract'
import type { Bitmap } from '@endcap/label/bitmap'
import { idPrefixes } from '@endcap/label/models'
import { trialProducts, trialStores } from './chain.ts'
import { comesTrue } from './comes-true.ts'
import { keepSecrets, readSecrets, type TrialSize } from './seed.ts'

/** The last one: its shop assistants like to try things. */
const place = trialStores.length - 1
const store = trialStores[place]
const names = { openepaperlink: 'OpenEPaperLink (virtual)', trmnl: 'TRMNL (virtual)' } as const
/** Ids of labels are eight bytes, which access points hand through. */
const labelPrefix = '0000021DE5C0'
const labels = 20
const signMac = '02:EC:5B:00:00:01'
const signTag = idPrefixes.trmnl + signMac.replaceAll(':', '')
/** Minutes between check-ins of a label; the clock of an access point cannot be hurried. */
const labelSleep = 1
/** Between looks at whether the bridge listens. */
const lookMs = 500

export interface Device {
  tagMac: string
  storeCode: string
  /** What it is. */
  kind: string
  glass(): Bitmap | undefined
}
export interface Devices {
  list: readonly Device[]
  /** Puts products on them once they are heard; says so where they are not. */
  assign(): Promise<void>
  stop(): Promise<void>
}
interface Options {
  client: Client<Contract>
  /** Of the access point. */
  port: number
  /** Of the server's bridge, which signs call. */
  signPort: number
  size: TrialSize
  seed: number
  /** Signs call so many times more often than they are told to. */
  speed: number
  /** Keeps what was added: what was deleted since then stays so. */
  secretsFile: string
  print: (text: string) => void
}

export async function startDevices(options: Options): Promise<Devices> {
  const { client, port, signPort, secretsFile, print } = options
  const storeCode = store?.storeCode ?? ''
  const tags = Array.from({ length: labels }, (_, index) => ({
    mac: labelPrefix + index.toString(16).toUpperCase().padStart(4, '0'),
    hwType: simulatedTypes[index % simulatedTypes.length]?.[0],
    batteryMv: 2900 + ((index * 37) % 120),
    rssi: -45 - ((index * 11) % 35),
  }))
  const point = await startAccessPoint({ port, tags, mac: '02:EC:5B:00:00:02' })
  point.air.settings.maxsleep = labelSleep
  point.air.settings.alias = 'virtual'
  await addAll()
  const sign = createSign({ mac: signMac, base: `http://127.0.0.1:${signPort}/${storeCode}`, clock: systemClock })
  const turnOff = turnOn(sign, options)

  const device = (tagMac: string, kind: string, glass: Device['glass']): Device => ({ tagMac, storeCode, kind, glass })
  const list = [
    device(signTag, 'TRMNL', () => {
      const glass = sign.glass()
      return 'picture' in glass ? glass.picture : undefined
    }),
    ...tags.map(({ mac }) => device(mac, 'OpenEPaperLink', () => point.glass(mac))),
  ]

  async function addAll() {
    const { data: present } = await client.accessPoints.search({
      params: {},
      body: { filter_storeCode: storeCode, condition_storeCode: '==', length: 100 },
    })
    const added = readSecrets(secretsFile)
    for (const kind of ['openepaperlink', 'trmnl'] as const) {
      const known = present.find((one) => one.kind === kind && one.name === names[kind])
      const where = kind === 'openepaperlink' ? { address: point.address } : {}
      if (known === undefined && added[kind] === undefined)
        added[kind] = (await client.accessPoints.create({ body: { storeCode, kind, name: names[kind], bridgeId: null, ...where } })).gwMac
      else if (known !== undefined) {
        added[kind] = known.gwMac
        if (where.address !== undefined && where.address !== known.address)
          await client.accessPoints.update({ params: { gwMac: known.gwMac }, body: where })
      }
    }
    keepSecrets(secretsFile, added)
  }

  const search = (body: object) => client.tags.search({ params: { storeCode }, body: { length: 1, ...body } })
  const mine = { filter_barcode: `^(${labelPrefix}|${signTag})`, condition_barcode: '~' } as const

  return {
    list,
    async assign() {
      if ((await search({ ...mine, filter_prCode: '.' })).recordsFiltered > 0) return
      const heard = async () => (await search(mine)).recordsFiltered >= list.length
      if (!(await comesTrue(heard))) return print(await whySilent())
      if (store === undefined) return
      const products = trialProducts(store, options.size.products, options.seed + place)
      const tagList = list.map(({ tagMac }, index) => ({ tagMac, prCode: products[index * 2]?.prCode ?? '' }))
      await client.tags.assign({ body: { storeCode, tagList } })
    },
    async stop() {
      turnOff()
      await point.stop()
    },
  }

  async function whySilent(): Promise<string> {
    const { data } = await client.bridges.search({ params: {}, body: { length: 10 } })
    const problems = data.flatMap((bridge) => bridge.problems)
    return `The virtual sign and the labels of ${names.openepaperlink} are not all heard: ${problems.join(' ') || 'the server’s bridge does not serve them (ENDCAP_ROLES).'}`
  }
}

/** Turns a sign on once the bridge listens. Answers how to turn it off. */
function turnOn(sign: SimulatedSign, { signPort, speed }: Options): () => void {
  let over = false
  let end = () => {}
  void (async () => {
    while (!over && !(await answers(signPort))) await wait(lookMs)
    if (!over) end = keepSignAlive(sign, { clock: systemClock, speed })
  })()
  return () => {
    over = true
    end()
  }
}
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => end(true)).on('error', () => end(false))
    const end = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
  })
}
