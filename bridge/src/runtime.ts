/**
 * A running bridge: asks the server what it is to serve, and has a unit for each access point. Goes on with what it last knew while the
 * server is away. A unit that fails disturbs no other.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createLine, createLoader, type Line } from '@endcap/gateway-link/gateway/line'
import { openSqliteState, type SqliteState } from '@endcap/gateway-link/gateway/sqlite-state'
import type { BridgeConfig } from './config.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Families } from './families.ts'
import { createKeptWork, type KeptWork } from './kept-work.ts'
import { createSemaphore } from './semaphore.ts'
import { createServerApi, mqttUrlOf, TokenEnded, type Work } from './server-api.ts'
import { createUnit, type Unit } from './unit.ts'

export interface BridgeParts {
  config: BridgeConfig
  families: Families
  version: string
  /** What devices and their drivers go by; pauses between calls to the server do not. */
  clock?: Clock
  log(text: string): void
  /** The server does not know this bridge any more. */
  onRemoved(): void
}
interface Served {
  key: string
  unit: Unit
  line: Line
  state: SqliteState
}

const flushMs = 200
/** Pictures that are loaded at once, of all units: a price change asks for hundreds, and each connection takes memory. */
const loadedAtOnce = 8
/** Pauses while the server does not answer, milliseconds. */
const retry = { first: 1000, longest: 15_000 }
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export function startBridge({ config, families, version, clock = systemClock, log, onRemoved }: BridgeParts) {
  const folder = join(config.dataFolder, 'access-points')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = createKeptWork(config.dataFolder)
  const api = createServerApi(config)
  const ca = config.mqttCaFile === undefined ? undefined : readFileSync(config.mqttCaFile, 'utf8')
  const units = new Map<string, Served>()
  const loading = createSemaphore(loadedAtOnce)
  const failed = new Map<string, string>()
  const asked = new Set<string>()
  let known: KeptWork = kept.read() ?? { accessPoints: [], mqtt: { url: null, port: null, securePort: null } }
  let revision = ''
  let stopping = false
  let changing = Promise.resolve()

  /** Another address, secret or setting makes another unit, on the same state. */
  const keyOf = (one: KeptWork['accessPoints'][number]) => JSON.stringify([one, known.mqtt])

  async function open(one: KeptWork['accessPoints'][number]) {
    const { gwMac, storeCode, secret, kind, address, options } = one
    await families.check(address)
    const family = await families.of(kind)
    const state = openSqliteState(join(folder, `${gwMac}.db`))
    const setup = { storeCode, gwMac, secret }
    const load = createLoader(config.serverUrl, setup)
    const line = createLine({ mqttUrl: mqttUrlOf(known.mqtt, config.serverUrl), ca }, setup, {
      connected: () => unit.gateway.connected(),
      disconnected: () => unit.gateway.disconnected(),
      message: (name, content) => unit.gateway.receive(name, content),
      lastWill: () => unit.gateway.lastWill(),
    })
    const unit = createUnit({
      setup: { gwMac, address: kind === 'trmnl' ? storeCode : address, options },
      family,
      state,
      clock,
      version,
      uplink: line.uplink,
      fetchImage: (name) => loading.run(() => load(`image/${name}`)),
    })
    units.set(gwMac, { key: keyOf(one), unit, line, state })
    await unit.open()
    line.connect()
    log(`${kind} ${gwMac} of store ${storeCode} is served${address === '' ? '' : ` at ${address}`}`)
  }

  async function close(gwMac: string) {
    const served = units.get(gwMac)
    units.delete(gwMac)
    if (served === undefined) return
    await served.unit.close().catch((error: unknown) => log(`${gwMac}: ${messageOf(error)}`))
    await served.line.close().catch(() => undefined)
    served.state.close()
  }

  async function follow() {
    const wanted = new Map(known.accessPoints.map((one) => [one.gwMac, one]))
    for (const [gwMac, { key }] of units) {
      const one = wanted.get(gwMac)
      if (one === undefined || keyOf(one) !== key) await close(gwMac)
      // What was removed at the server is not kept here either.
      if (one === undefined) for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `${gwMac}.db${end}`), { force: true })
    }
    for (const [gwMac, one] of wanted) {
      if (units.has(gwMac)) continue
      try {
        await open(one)
        failed.delete(gwMac)
      } catch (error) {
        failed.set(gwMac, `${one.kind} of store ${one.storeCode}: ${messageOf(error)}`)
        log(`${gwMac} cannot be served: ${messageOf(error)}`)
        await close(gwMac).catch(() => undefined)
      }
    }
  }
  /** One change after the other. */
  const followNext = () => (changing = changing.then(() => (stopping ? undefined : follow())))

  async function answer({ requestId, kind, params, keys }: Work['requests'][number]) {
    if (asked.has(requestId)) return
    asked.add(requestId)
    try {
      const found =
        kind === 'probe'
          ? { probed: await families.probe(params.kind ?? '', params.address ?? '', { keys }) }
          : { found: await families.find() }
      await api.answer(requestId, found)
    } catch (error) {
      await api.answer(requestId, { problem: messageOf(error).slice(0, 500) }).catch(() => undefined)
    }
    for (const old of asked) {
      if (asked.size <= 1000) break
      asked.delete(old)
    }
  }

  async function syncOnce() {
    const have = Object.fromEntries(known.accessPoints.map((one) => [one.gwMac, hash(one.secret)]))
    const problems = [...families.problems(), ...failed.values()].slice(0, 20).map((text) => text.slice(0, 300))
    const work = await api.sync({ version, revision, have, problems, signPort: families.signPort() })
    const secrets = new Map(known.accessPoints.map((one) => [one.gwMac, one.secret]))
    const accessPoints = work.accessPoints.map((one) => ({ ...one, secret: one.secret ?? secrets.get(one.gwMac) ?? '' }))
    const next = { accessPoints, mqtt: work.mqtt }
    if (JSON.stringify(next) !== JSON.stringify(known)) {
      known = next
      kept.keep(known)
    }
    revision = work.revision
    for (const request of work.requests) void answer(request)
    await followNext()
  }

  async function keepInSync() {
    let pause = retry.first
    while (!stopping) {
      try {
        await syncOnce()
        pause = retry.first
      } catch (error) {
        if (stopping) return
        if (error instanceof TokenEnded) {
          log('The server does not know this bridge any more: its token was renewed, or it was removed.')
          onRemoved()
        } else log(`The server cannot be asked: ${messageOf(error)}. What is known goes on.`)
        await new Promise((resolve) => setTimeout(resolve, pause).unref())
        pause = Math.min(retry.longest, pause * 2)
      }
    }
  }

  const flushing = setInterval(() => {
    for (const { unit } of units.values()) unit.gateway.flush()
  }, flushMs)
  const started = followNext().then(() => void keepInSync())
  return {
    /** What is known is served. */
    started,
    units: (): ReadonlyMap<string, { unit: Unit }> => units,
    async stop() {
      stopping = true
      clearInterval(flushing)
      await changing.catch(() => undefined)
      for (const gwMac of Array.from(units.keys())) await close(gwMac)
      await families.close()
    },
  }
}
export type RunningBridge = ReturnType<typeof startBridge>
