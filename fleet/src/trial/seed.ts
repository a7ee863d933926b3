/**
 * Fills a server with the trial chain through its public API, and finds what is there already. Shops first hang their tags up and
 * then assign them: `assignTrial` comes when the fleet is on the air.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { CallError, type Client } from '@endcap/contract/client'
import type { Contract } from '@endcap/contract'
import * as z from 'zod'
import type { GatewaySetup } from '../gateway.ts'
import type { TagSetup } from '../tag.ts'
import type { SensorSetup } from '../sensor.ts'
import { productFile, trialGateways, trialProducts, trialSensors, trialStores, trialTags, type TrialStore } from './chain.ts'
import { whenFree } from './when-free.ts'

export interface TrialSize {
  products: number
  tags: number
  /** Seconds between check-ins of a tag. */
  checkin: number
}
export interface Seeded {
  gateways: GatewaySetup[]
  tags: TagSetup[]
  sensors: SensorSetup[]
}
interface Options {
  client: Client<Contract>
  /** Keeps the gateways' secrets, which the server tells only once. */
  secretsFile: string
  size: TrialSize
  seed: number
  print: (text: string) => void
}

/** Of gateways by their MAC; which devices of other makes were added, by their kind. */
const secrets = z.record(z.string(), z.string())
type Secrets = z.infer<typeof secrets>

/** Seconds between two reports of a sensor. */
const sensorPeriod = 300

export async function seedTrial({ client, secretsFile, size, seed, print }: Options): Promise<Seeded> {
  const secrets = readSecrets(secretsFile)
  const { storeList } = await client.stores.list()
  const seeded: Seeded = { gateways: [], tags: [], sensors: [] }
  for (const [index, store] of trialStores.entries()) {
    const known = storeList.find((one) => one.storeCode === store.storeCode)
    if (known === undefined) await createStore(client, store)
    const gateways = trialGateways(store, index + 1)
    const unknown = gateways.filter(({ gwMac }) => secrets[gwMac] === undefined)
    if (unknown.length > 0) {
      Object.assign(secrets, await registerGateways(client, store, unknown))
      keepSecrets(secretsFile, secrets)
    }
    const tags = trialTags(index + 1, size.tags)
    if ((known?.productCount ?? 0) < size.products) {
      print(`Filling ${store.storeName}: ${size.products} products, ${size.tags} tags`)
      await uploadProducts(client, store, size.products, seed + index)
    }
    seeded.gateways.push(...gateways.map(({ gwMac, ip }) => ({ storeCode: store.storeCode, gwMac, ip, secret: secrets[gwMac] ?? '' })))
    seeded.tags.push(...tags.map((tag) => ({ ...tag, storeCode: store.storeCode, checkin: size.checkin })))
    seeded.sensors.push(...trialSensors(index + 1).map((sensor) => ({ ...sensor, storeCode: store.storeCode, period: sensorPeriod })))
  }
  return seeded
}

export function readSecrets(file: string): Secrets {
  try {
    return secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

/** Written beside its place, so that a full disk or a kill leaves no half of it. */
export function keepSecrets(file: string, secrets: Secrets) {
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

async function createStore(client: Client<Contract>, store: TrialStore) {
  const { storeCode, storeName, address, position, timeZone, locale, currency } = store
  const config = { storeCode, storeName, address, position, timeZone, locale, currency, enableTagStatusCheck: true }
  await client.stores.create({ body: config }).catch((error: unknown) => {
    if (!(error instanceof CallError && error.status === 409)) throw error
  })
}

/** Those that are registered already get another secret: a fleet that was ended in between does not know the first one. */
async function registerGateways(
  client: Client<Contract>,
  { storeCode }: TrialStore,
  gateways: ReturnType<typeof trialGateways>,
): Promise<Secrets> {
  const rows = gateways.map(({ gwMac, ip, gwIndex }) => `${storeCode},${gwMac},${gwIndex},${ip}`)
  const content = new Blob([['storeCode,gwMac,gwIndex,ip', ...rows].join('\n')])
  const answer = await client.gateways.predefine({ body: {}, file: { name: 'gateways.csv', content } })
  const secrets: Secrets = Object.fromEntries(answer.gateways.map(({ gwMac, secret }) => [gwMac, secret]))
  for (const { gwMac } of gateways) secrets[gwMac] ??= (await client.gateways.issueSecret({ params: { gwMac } })).secret
  return secrets
}

/** Share of tags that carry a product, and of those that carry several. */
const assignedShare = 0.85
const multipleEvery = 25

async function uploadProducts(client: Client<Contract>, store: TrialStore, count: number, seed: number) {
  const { storeCode } = store
  const content = new Blob([productFile(trialProducts(store, count, seed))])
  await whenFree(() => client.productFiles.upload({ body: { storeCode }, file: { name: `${storeCode}-products.csv`, content } }))
}

/** Puts products on most of the tags of stores where that was not done yet, the few that carry several first. */
export async function assignTrial({ client, size, seed }: Pick<Options, 'client' | 'size' | 'seed'>): Promise<void> {
  for (const [index, store] of trialStores.entries()) {
    const { storeCode } = store
    const { recordsFiltered: carrying } = await client.tags.search({ params: { storeCode }, body: { filter_prCode: '.', length: 1 } })
    const tags = trialTags(index + 1, size.tags)
    const assigned = tags.slice(0, Math.floor(tags.length * assignedShare))
    const single = assigned.filter((_, place) => place % multipleEvery !== 0)
    const several = assigned.filter((_, place) => place % multipleEvery === 0)
    // Done whole by an earlier start: what a person took off the labels since then, or to another store, stays so.
    if (carrying > several.length || (await timesAssigned(client, storeCode)) > 1) continue
    const products = trialProducts(store, size.products, seed + index)
    const code = (place: number) => products[place % products.length]?.prCode ?? ''
    const multiple = several.map(({ tagMac }, place) => ({
      tagMac,
      prCodeList: [code(place * 3 + 1), code(place * 3 + 4)],
      layoutId: 'MULTI',
    }))
    await client.tags.assignMultiple({ body: { storeCode, tagList: multiple } })
    await client.tags.assign({ body: { storeCode, tagList: single.map(({ tagMac }, place) => ({ tagMac, prCode: code(place * 3) })) } })
  }
}

/** How many times tags of a store were assigned. */
async function timesAssigned(client: Client<Contract>, storeCode: string): Promise<number> {
  const of = { filter_storeCode: storeCode, condition_storeCode: '==', filter_taskType: 'ASSIGN', condition_taskType: '==' } as const
  return (await client.tasks.search({ params: {}, body: { ...of, length: 1 } })).recordsFiltered
}
