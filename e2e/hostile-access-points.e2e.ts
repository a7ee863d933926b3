/**
 * Access points that lie, hang and flood beside an honest one, and strangers at the port that signs call: each has a state of its own, the honest
 * ones go on, and what stands on a glass stays right.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, request, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { systemClock } from '@endcap/bridge/clock'
import { createSign, type SimulatedSign } from '@endcap/bridge/trmnl/simulator'
import { beforeAll, describe, expect } from 'vitest'
import {
  callUntil,
  createStore,
  deviceOf,
  hereAllowed,
  isPicture,
  openPoint,
  pixelsAt,
  productAt,
  tagOf,
  type WatchedPoint,
} from './access-points.ts'
import { expectedLabel } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { setStage } from './stage.ts'
import { eanOf, freePort, signIn, until, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

const storeCode = 'ROUGH'
const labels = ['0000021D00060001', '0000021D00060002']
const tagType = 'oepl-33'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let honest: WatchedPoint
let signPort: number

beforeAll(async () => {
  signPort = await freePort()
  server = await stage.startServer({ env: { ...hereAllowed, ENDCAP_TRMNL_PORT: String(signPort) } })
  client = await signIn(server.url)
  await createStore(client, storeCode)
  honest = await openPoint({ tags: labels.map((mac) => ({ mac, hwType: 0x33 })), mac: '34:85:18:0A:0B:31' })
  stage.atEnd(() => honest.point.stop())
})
/** Resident memory of the server's own bridge in MB; undefined where the system has no /proc. */
function bridgeMemory(): number | undefined {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      if (!new RegExp(`PPid:\\s+${server.pid}\\b`).test(status)) continue
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('bridge/src/main.ts'))
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    } catch {
      // Gone meanwhile.
    }
  }
  return undefined
}
const addPoint = async (name: string, address: string) =>
  (await client.accessPoints.create({ body: { storeCode, kind: 'openepaperlink', name, address, bridgeId: null } })).gwMac
const shows = (cents: number) => labels.every((mac, index) => isPicture(honest.point.glass(mac), pixelsAt(index, cents + index, tagType)))
async function bring(cents: number) {
  await uploadPrices(client, storeCode, [cents, cents + 1])
  await callUntil(`the honest one shows ${cents}`, { point: honest.point, tags: labels }, () => shows(cents))
}

describe('access points', () => {
  const test = testsInOrder()
  /** More than any list of tags, for as long as the client reads. */
  const flood: RequestListener = (_, response) => {
    const piece = Buffer.alloc(1_000_000, 'x')
    let sent = 0
    const more = () => {
      while (sent++ < 60) if (!response.write(piece)) return void response.once('drain', more)
      response.end()
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    more()
  }
  const rough: Record<string, RequestListener> = {
    'answers with a web page': (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello'),
    'sends sixty megabytes': flood,
    'never answers': () => undefined,
    'closes in the middle': (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"alias":')
      setTimeout(() => response.destroy(), 50)
    },
    'says nonsense': (_, response) => void response.end('{"alias":7,"env":[1],"tags":"none","continu":-1}'),
  }
  const servers: Server[] = []
  const gwMacs = new Map<string, string>()

  test('that are rough have a state of their own, and the honest one beside them delivers', async () => {
    stage.atEnd(async () => {
      for (const one of servers) {
        one.closeAllConnections()
        one.close()
      }
    })
    const good = await addPoint('honest', honest.point.address)
    await until('the honest one is online', async () => (await deviceOf(client, good))?.state === 'online')
    await until('its labels are found', async () => (await tagOf(client, storeCode, labels[1] ?? '')) !== undefined)
    await uploadPrices(client, storeCode, [100, 101])
    await client.tags.assign({ body: { storeCode, tagList: labels.map((tagMac, index) => ({ tagMac, prCode: eanOf(index) })) } })
    await callUntil('the first prices are shown', { point: honest.point, tags: labels }, () => shows(100))
    const before = bridgeMemory()
    for (const [name, listener] of Object.entries(rough)) {
      const one = createServer(listener).listen(0, '127.0.0.1')
      servers.push(one)
      await once(one, 'listening')
      gwMacs.set(name, await addPoint(name, `127.0.0.1:${(one.address() as AddressInfo).port}`))
    }
    for (const [name, gwMac] of gwMacs) {
      await until(`one that ${name} is said to be in trouble, and why`, async () => {
        const { state = 'online', problem = null } = (await deviceOf(client, gwMac)) ?? {}
        return state !== 'online' && problem !== null
      })
    }
    await bring(300)
    await bring(500)
    const after = bridgeMemory()
    if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(150)
    const { data } = await client.tags.search({ params: { storeCode }, body: { length: 100 } })
    expect(data.map((tag) => tag.tagMac).toSorted()).toEqual(labels)
  })

  test('with a clock of 1970 are told the time, and one tag in three spellings is one', async () => {
    const odd = await openPoint({ tags: [{ mac: '0000021D00060009', hwType: 0x33 }], mac: '34:85:18:0A:0B:32', synced: false })
    stage.atEnd(() => odd.point.stop())
    odd.point.misbehave((asked, response) => {
      if (asked.url !== '/get_db?pos=0') return false
      const record = odd.point.tag('0000021D00060009').entry
      const spellings = ['0000021D00060009', '0000021d00060009', '00:00:02:1D:00:06:00:09']
      response.end(JSON.stringify({ tags: spellings.map((mac) => ({ ...record, mac })) }))
      return true
    })
    const gwMac = await addPoint('odd', odd.point.address)
    await until('it is online', async () => (await deviceOf(client, gwMac))?.state === 'online')
    expect(Math.abs(odd.point.air.now() - Date.now() / 1000)).toBeLessThan(60)
    // What it had heard before it knew the time says nothing of when.
    odd.point.checkIn('0000021D00060009')
    await until('its tag is found', async () => (await tagOf(client, storeCode, '0000021D00060009')) !== undefined)
    expect((await client.tags.counts({ params: { storeCode } })).total).toBe(labels.length + 1)
  })
})

describe('strangers at the port for signs', () => {
  const test = testsInOrder()
  const signStore = 'SIGNS'
  const mac = 'A0:B1:C2:00:00:31'
  const tagMac = '7E01A0B1C2000031'
  let sign: SimulatedSign
  const expected = expectedLabel([productAt(0, 599)], { layoutId: 'SHELF_PRICE', tagType: 'trmnl-og' })
  const showsPrice = () => {
    const glass = sign.glass()
    return 'picture' in glass && Buffer.compare(glass.picture.pixels, expected) === 0
  }
  const call = (path: string, headers: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const asked = request(
        { host: '127.0.0.1', port: signPort, path: `/${signStore}${path}`, headers, agent: false, timeout: 20_000 },
        (answer) => {
          let text = ''
          answer.setEncoding('latin1').on('data', (piece: string) => (text += piece))
          answer.on('close', () => resolve(text))
        },
      )
      asked
        .on('timeout', () => asked.destroy())
        .on('error', () => resolve(''))
        .end()
    })

  test('with the address of a sign and without its key get no price, and the sign keeps its own', async () => {
    await createStore(client, signStore)
    const { gwMac } = await client.accessPoints.create({ body: { storeCode: signStore, kind: 'trmnl', name: 'Signs', bridgeId: null } })
    await until('signs can call', async () => (await deviceOf(client, gwMac))?.state === 'online')
    sign = createSign({ mac, base: `http://127.0.0.1:${signPort}/${signStore}`, clock: systemClock })
    await sign.wake('powercycle')
    await until('it is found', async () => (await tagOf(client, signStore, tagMac)) !== undefined)
    await uploadPrices(client, signStore, [599])
    await client.tags.assign({ body: { storeCode: signStore, tagList: [{ tagMac, prCode: eanOf(0) }] } })
    await until('its picture is on its way', async () => (await tagOf(client, signStore, tagMac))?.status === 'UPDATE')
    await until('it shows its price', async () => (await sign.wake(), showsPrice()))
    const stolen = createSign({ mac, base: `http://127.0.0.1:${signPort}/${signStore}`, clock: systemClock })
    stolen.takeKey('a-key-of-mine')
    await stolen.wake()
    const glass = stolen.glass()
    expect('picture' in glass && Buffer.compare(glass.picture.pixels, expected) === 0).toBe(false)
    await sign.wake()
    expect(showsPrice()).toBe(true)
  })

  test('with two thousand addresses fill no list, and with endless headers stop no other sign', async () => {
    const before = bridgeMemory()
    const began = Date.now()
    for (let from = 0; from < 2000; from += 50) {
      const many = Array.from({ length: 50 }, (_, index) => {
        const number = (from + index).toString(16).padStart(4, '0').toUpperCase()
        return call('/api/display', { ID: `DE:AD:00:00:${number.slice(0, 2)}:${number.slice(2)}`, Width: '800', Height: '480' })
      })
      await Promise.all(many)
    }
    const minutes = Math.ceil((Date.now() - began) / 60_000)
    // Twenty a minute are let in, and those only to be approved.
    expect((await client.tags.counts({ params: { storeCode: signStore } })).total).toBeLessThanOrEqual(1 + 20 * (minutes + 1))
    for (let lines = 0; lines < 5; lines++) {
      const socket = connect(signPort, '127.0.0.1').on('error', () => undefined)
      socket.write(`GET /${signStore}/api/display HTTP/1.1\r\nID: ${mac}\r\nX-Long: ${'x'.repeat(500_000)}`)
      await new Promise((resolve) => socket.once('close', resolve))
    }
    await sign.wake()
    expect(showsPrice()).toBe(true)
    const after = bridgeMemory()
    if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(150)
  })
})
