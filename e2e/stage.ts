/** What journeys stand on. What a stage starts, it ends: servers, peers, fleets, browsers and a folder. */
import type { Fleet } from '@endcap/fleet/fleet'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { databaseOf } from './database.ts'
import { patienceMs } from './patience.ts'
import { chromiumMissing, enterBrowser } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import {
  administrator,
  createShop,
  fleetOf,
  freePorts,
  showAll,
  signIn,
  startPeer,
  startServer,
  temporaryFolder,
  uploadPrices,
  type ApiClient,
  type Ports,
  type ServerProcess,
  type Shop,
  type ShopSize,
} from './system.ts'

interface Skippable {
  skip(note?: string): void
}
/** Leaves a test out for want of a part of the machine, or fails it where everything is required. */
export function need(context: Skippable, missing: string | undefined): void {
  if (missing !== undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) context.skip(missing)
  expect(missing).toBeUndefined()
}
export const needChromium = (context: Skippable): void => need(context, chromiumPath === undefined ? chromiumMissing : undefined)

export interface ServerOptions {
  env?: Record<string, string>
  /** Those of a server that was ended, to start it anew. */
  ports?: Ports
  dataFolder?: string
  /** On the embedded database also where PostgreSQL is installed. */
  embedded?: boolean
}
interface OpenShop {
  server: ServerProcess
  client: ApiClient
  shop: Shop
  fleet: Fleet
}
export interface Stage {
  folder: string
  /** For what else a journey starts: run before the end of what was started earlier. */
  atEnd(end: () => unknown): void
  startServer(options?: ServerOptions): Promise<ServerProcess>
  startPeer: typeof startPeer
  /** A mail server that puts what it is sent into this folder. */
  startMail(inbox: string): Promise<{ url: string }>
  /** The database that its servers run on, where PostgreSQL is installed. */
  postgres(): Promise<{ url: string } | { missing: string }>
  /** A shop's fleet, of what it has or less; its gateways connect to the server's own broker unless another one is named. */
  startFleet(shop: Shop, server: ServerProcess, mqttUrl?: string): Fleet
  /** A browser whose visitors go when the stage ends. Journeys without switches share it, one after the other. */
  launch(switches?: readonly string[]): Promise<Browser>
  /** A server with one shop in it and the fleet of that shop. */
  openShop(size: ShopSize, options?: ServerOptions): Promise<OpenShop>
  /** The same once every label shows its product, and the console at an address. */
  openConsole(
    size: ShopSize & { prices: readonly number[] },
    address: string,
    options?: ServerOptions,
  ): Promise<OpenShop & { browser: Browser; page: Page }>
}

/** Called where a journey's file or group begins; with `onTestFinished`, in a test. */
export function setStage(whenOver: (end: () => Promise<void>) => void = afterAll): Stage {
  const { path: folder, remove } = temporaryFolder()
  const ends: (() => unknown)[] = [remove]
  whenOver(async () => {
    for (const end of ends.toReversed()) await end()
  })
  const stage: Stage = {
    folder,
    atEnd: (end) => void ends.push(end),
    startServer: async ({ env = {}, ports, dataFolder = folder, embedded = false } = {}) => {
      const database = embedded || env.DATABASE_URL !== undefined ? undefined : await databaseOf(dataFolder)
      const serverEnv = database !== undefined && 'url' in database ? { DATABASE_URL: database.url, ...env } : env
      const server = await startServer({ dataFolder, ports: ports ?? (await freePorts()), env: serverEnv })
      ends.push(server.stop)
      return server
    },
    postgres: () => databaseOf(folder),
    startPeer: async <T>(...peer: Parameters<typeof startPeer>) => {
      const started = await startPeer<T>(...peer)
      if ('stop' in started) ends.push(() => started.stop())
      return started
    },
    startFleet: (shop, { url, ports }, mqttUrl = `mqtt://127.0.0.1:${ports.mqtt}`) => {
      const fleet = fleetOf(shop, { serverUrl: url, mqttUrl })
      ends.push(() => fleet.stop())
      fleet.start()
      return fleet
    },
    launch: async (switches) => {
      const { browser, leave } = await enterBrowser(switches)
      ends.push(leave)
      return browser
    },
    startMail: async (inbox) => {
      const mail = await stage.startPeer<{ url: string }>('server/src/testing/serve-mail.ts', undefined, [inbox])
      if ('missing' in mail) throw new Error(mail.missing)
      return mail
    },
    openShop: async (size, options) => {
      const server = await stage.startServer(options)
      const client = await signIn(server.url)
      const shop = await createShop(client, size)
      return { server, client, shop, fleet: stage.startFleet(shop, server) }
    },
    openConsole: async ({ prices, ...size }, address, options) => {
      const opened = await stage.openShop(size, options)
      await uploadPrices(opened.client, size.storeCode, prices)
      await showAll(opened.client, opened.shop)
      const browser = await stage.launch()
      const page = await openPage(browser)
      await signInAt(page, `${opened.server.url}/#${address}`)
      return { ...opened, browser, page }
    },
  }
  return stage
}

/** A page of a new visitor, as large as a desk's screen. What moves is drawn frame by frame and shows nothing more: it does not move. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const defaults: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }
  const page = await (await browser.newContext({ ...defaults, ...options })).newPage()
  page.setDefaultTimeout(patienceMs)
  return page
}

/** Goes to an address and signs in at the door before it; ends once the door has answered. */
export async function signInAt(page: Page, url: string, { email, password } = administrator): Promise<void> {
  await page.goto(url)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  // Who leaves the page before it is signed in stands at the door again.
  const answered = () =>
    document.querySelector('form input[type=email][autocomplete=username]') === null || document.querySelector('form [role=alert]') !== null
  await page.waitForFunction(answered)
}
