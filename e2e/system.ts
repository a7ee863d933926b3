/** A whole system for journeys: server processes as people run them, and the virtual fleet in this process. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { contract, type Contract } from '@endcap/contract'
import { CallError, createClient, type Client } from '@endcap/contract/client'
import type { CallOf } from '@endcap/contract/endpoint'
import { createFleet, type Fleet } from '@endcap/fleet/fleet'
import type { GatewaySetup } from '@endcap/fleet/gateway'
import { patienceMs } from './patience.ts'
import { sizeOfTag } from './tags.ts'

export type ApiClient = Client<Contract>
export const administrator = { email: 'admin@endcap.example', password: 'journey-administrator-1' }
const root = fileURLToPath(new URL('..', import.meta.url))

/** Ports below those that the system gives to connections (32768 on Linux): one of those may be taken by any connection at any time. */
const [firstPort, portCount] = [20_000, 12_000]
/**
 * Journeys that run side by side have ranges of their own, which each goes through from a place of its own: what one has picked, and its
 * server does not listen on yet, looks free to the others.
 */
const ranges = 12
const rangePorts = portCount / ranges
const ownRange = firstPort + (Number(process.env.VITEST_POOL_ID ?? 1) % ranges) * rangePorts
let picked = Math.floor(Math.random() * rangePorts)

/** A port that nothing listens on, and that was not picked lately. */
export async function freePort(): Promise<number> {
  picked = (picked + 1) % rangePorts
  const server = createServer().listen(ownRange + picked)
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export interface Ports {
  http: number
  push: number
  mqtt: number
}
export const freePorts = async (): Promise<Ports> => ({ http: await freePort(), push: await freePort(), mqtt: await freePort() })

export interface ServerProcess {
  url: string
  pid: number
  ports: Ports
  /** SIGKILL: nothing is reported, nothing is cleaned up. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts `server/src/main.ts` and waits until it answers. */
export async function startServer({
  dataFolder,
  ports,
  env = {},
  follower,
}: {
  dataFolder: string
  ports: Ports
  env?: Record<string, string>
  /** Takes what it prints, which else goes to the terminal, and is called when the process exits without being stopped. */
  follower?: { onOutput(text: string): void; ended(how: number | string): void }
}): Promise<ServerProcess> {
  const secure = env.ENDCAP_TLS_CERT !== undefined
  const child = fork(join(root, 'server/src/main.ts'), {
    cwd: root,
    stdio: ['ignore', follower === undefined ? 'inherit' : 'pipe', follower === undefined ? 'inherit' : 'pipe', 'ipc'],
    env: {
      ...process.env,
      ENDCAP_DATA: dataFolder,
      ENDCAP_HOST: '127.0.0.1',
      ENDCAP_PORT: String(ports.http),
      ENDCAP_PUSH_PORT: String(ports.push),
      // By TLS alone where there is a certificate.
      [secure ? 'ENDCAP_MQTTS_PORT' : 'ENDCAP_MQTT_PORT']: String(ports.mqtt),
      ENDCAP_ADMIN_EMAIL: administrator.email,
      ENDCAP_ADMIN_PASSWORD: administrator.password,
      ENDCAP_LOG: 'error',
      ENDCAP_SCRIPT_CACHE: join(tmpdir(), 'endcap-script-image'),
      ...env,
    },
  })
  let stopping = false
  for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', (text: string) => follower?.onOutput(text))
  child.on('exit', (code, signal) => {
    if (!stopping) follower?.ended(code ?? signal ?? 'unknown')
  })
  const [answer] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [{ ready: false, message: 'the server ended' }]),
  ])) as [{ ready: boolean; message?: string }]
  if (!answer.ready) throw new Error(answer.message)
  const gone = async (signal: 'SIGKILL' | 'SIGTERM') => {
    stopping = true
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  const url = `${secure ? 'https' : 'http'}://127.0.0.1:${ports.http}`
  return { url, pid: child.pid ?? 0, ports, kill: () => gone('SIGKILL'), stop: () => gone('SIGTERM') }
}

export async function signIn(url: string, account = administrator): Promise<ApiClient> {
  let session: { accessToken: string; email: string } | undefined
  const client = createClient(contract, { baseUrl: `${url}/api`, session: () => session })
  const { accessToken, email } = await client.session.login({ body: account })
  session = { accessToken, email }
  return client
}

interface Account {
  email: string
  password: string
}
/** An account with a password of its own choice: the first one must be changed at the first sign-in. */
export async function addMember(
  client: ApiClient,
  url: string,
  body: CallOf<Contract['members']['create']>['body'],
  password = `${body.password}-own`,
): Promise<Account> {
  const { email, password: oldPassword } = body
  await client.members.create({ body })
  const own = await signIn(url, { email, password: oldPassword })
  await own.session.changePassword({ body: { oldPassword, password } })
  return { email, password }
}

export interface ShopSize {
  storeCode: string
  gateways: number
  tags: number
  /** What the store's configuration shall be beside the usual. */
  config?: Partial<CallOf<Contract['stores']['create']>['body']>
}
export interface Shop {
  storeCode: string
  gateways: GatewaySetup[]
  tagMacs: string[]
  /** One of each of `sensorTypes`, in their order. */
  sensorMacs: string[]
}
export const sensorTypes = ['FREEZER', 'CHILLER', 'ROOM'] as const

/** A store with gateways; their secrets are known from here on. */
export async function createShop(client: ApiClient, { storeCode, gateways, tags, config }: ShopSize, number = 1): Promise<Shop> {
  await client.stores.create({
    body: { storeCode, storeName: `Shop ${storeCode}`, timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR', ...config },
  })
  const macs = Array.from({ length: gateways }, (_, index) =>
    `02EC${number.toString(16).padStart(4, '0')}${index.toString(16).padStart(4, '0')}`.toUpperCase(),
  )
  const content = new Blob([['storeCode,gwMac,gwIndex', ...macs.map((mac, index) => `${storeCode},${mac},${index}`)].join('\n')])
  const answer = await client.gateways.predefine({ body: {}, file: { name: 'gateways.csv', content } })
  return {
    storeCode,
    gateways: answer.gateways.map(({ gwMac, secret }) => ({ storeCode, gwMac, secret, ip: '10.0.0.1:8080' })),
    tagMacs: Array.from({ length: tags }, (_, index) =>
      `5A3C9E${number.toString(16).padStart(2, '0')}5${index.toString(16).padStart(7, '0')}`.toUpperCase(),
    ),
    sensorMacs: sensorTypes.map((_, index) =>
      `5E3C9E${number.toString(16).padStart(2, '0')}${index.toString(16).padStart(8, '0')}`.toUpperCase(),
    ),
  }
}

/** Its fleet, in fast motion: tags check in and sensors report every two seconds. */
export function fleetOf(
  { gateways, tagMacs, sensorMacs, storeCode }: Shop,
  address: { serverUrl: string; mqttUrl: string },
  { speed = 15, seed = 3 } = {},
): Fleet {
  const tags = tagMacs.map((tagMac) => ({ tagMac, tagType: `B${sizeOfTag(tagMac)}`, storeCode, checkin: 30 }))
  const sensors = sensorMacs.map((sensorMac, index) => ({ sensorMac, storeCode, type: sensorTypes[index] ?? 'ROOM', period: 30 }))
  return createFleet({ ...address, gateways, tags, sensors, seed, speed })
}

export const eanOf = (index: number): string => {
  const twelve = `400${String(100_000_000 + index)}`
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return twelve + String((10 - (sum % 10)) % 10)
}

/** A product file with these prices in cents. */
export function priceFile(prices: readonly number[]): string {
  const rows = prices.map(
    (cents, index) => `${eanOf(index)},Produkt ${index},Sonnental,${(cents / 100).toFixed(2)},1 kg,EUR,${eanOf(index)}`,
  )
  return ['PRODUCT_CODE,NAME,NAME2,PRICE,UNIT,CURRENCY,BARCODE', ...rows].join('\n')
}

/** Uploads a product file with these prices in cents. */
export const uploadPrices = (client: ApiClient, storeCode: string, prices: readonly number[]) =>
  client.productFiles.upload({ body: { storeCode }, file: { name: 'prices.csv', content: new Blob([priceFile(prices)]) } })

/** Gives every tag the product of its place. */
export const assignAll = (client: ApiClient, { storeCode, tagMacs }: Shop) =>
  client.tags.assign({ body: { storeCode, tagList: tagMacs.map((tagMac, index) => ({ tagMac, prCode: eanOf(index) })) } })

/** The same once each of them has checked in, and waits until every label shows its product. */
export async function showAll(client: ApiClient, shop: Shop): Promise<void> {
  const { storeCode, tagMacs } = shop
  const count = () => client.tags.counts({ params: { storeCode } })
  await until('the tags are heard', async () => (await count()).total >= tagMacs.length)
  await assignAll(client, shop)
  await until('the labels are shown', async () => (await count()).byStatus.OK === tagMacs.length)
}

/** Waits until `check` answers true, also while the database is too busy to say; the message says what did not come, asked at the end if it is a function. */
export async function until(
  what: string | (() => string),
  check: () => boolean | Promise<boolean>,
  seconds = patienceMs / 1000,
): Promise<void> {
  const end = Date.now() + seconds * 1000
  const holds = async () => {
    try {
      return await check()
    } catch (error) {
      if (error instanceof CallError && error.status === 503) return false
      throw error
    }
  }
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s in vain: ${typeof what === 'string' ? what : what()}`)
    await wait(150)
  }
}

export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'endcap-e2e-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A peer such as PostgreSQL or Mosquitto, run by a script of the server's tests. */
export async function startPeer<T>(
  script: string,
  hello?: unknown,
  args: string[] = [],
): Promise<(T & { stop(): Promise<void> }) | { missing: string }> {
  const child: ChildProcess = fork(join(root, script), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  if (hello !== undefined) child.send(hello as object)
  const [answer] = (await once(child, 'message')) as [T | { missing: string }]
  if (typeof answer === 'object' && answer !== null && 'missing' in answer) return answer
  return {
    ...answer,
    stop: async () => {
      if (child.exitCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
