/** The access points that a bridge serves: a unit with its line and its state for each. One that fails disturbs no other. */
import { readFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createLine, createLoader, type Line } from '@endcap/gateway-link/gateway/line'
import { openSqliteState, type SqliteState } from '@endcap/gateway-link/gateway/sqlite-state'
import type { BridgeConfig } from '../config.ts'
import type { Clock } from '../clock.ts'
import type { Families } from '../families.ts'
import type { StoredWork } from '../stored-work.ts'
import { createSemaphore } from '../semaphore.ts'
import { mqttUrlOf } from '../server-api.ts'
import { createUnit, type Unit } from '../unit.ts'
import { messageOf } from '../thrown.ts'

/** Pictures that are loaded at once, of all units: a price change asks for hundreds, and each connection takes memory. */
const maxConcurrentLoads = 8

export interface ServingParts {
  config: BridgeConfig
  families: Families
  /** The bridge's own version. */
  version: string
  clock: Clock
  log(text: string): void
}
interface Served {
  key: string
  unit: Unit
  line: Line
  state: SqliteState
}
type AccessPoint = StoredWork['accessPoints'][number]

/** Another address, secret or setting makes another unit, on the same state. */
const keyOf = (one: AccessPoint, mqtt: StoredWork['mqtt']) => JSON.stringify([one, mqtt])

/** Serves nothing until `follow`. Makes the folder of its states where there is none. */
export function createServing({ config, families, version, clock, log }: ServingParts) {
  const folder = join(config.dataFolder, 'access-points')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ca = config.mqttCaFile === undefined ? undefined : readFileSync(config.mqttCaFile, 'utf8')
  const units = new Map<string, Served>()
  const loading = createSemaphore(maxConcurrentLoads)
  /** Why an access point cannot be served, by its gateway. */
  const failed = new Map<string, string>()

  async function open(one: AccessPoint, mqtt: StoredWork['mqtt']) {
    const { gwMac, storeCode, secret, kind, address, options } = one
    await families.check(address)
    const family = await families.of(kind)
    const state = openSqliteState(join(folder, `${gwMac}.db`))
    const setup = { storeCode, gwMac, secret }
    const load = createLoader(config.serverUrl, setup)
    const line = createLine({ mqttUrl: mqttUrlOf(mqtt, config.serverUrl), ca }, setup, {
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
    units.set(gwMac, { key: keyOf(one, mqtt), unit, line, state })
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

  return {
    units: (): ReadonlyMap<string, { unit: Unit }> => units,
    /** What is wrong with access points that cannot be served, in plain words. */
    problems: (): string[] => [...failed.values()],
    /** Serves this work, and nothing else. One call after the other. */
    async follow({ accessPoints, mqtt }: StoredWork) {
      const byAddress = new Map(accessPoints.map((one) => [one.gwMac, one]))
      for (const [gwMac, { key }] of units) {
        const one = byAddress.get(gwMac)
        if (one === undefined || keyOf(one, mqtt) !== key) await close(gwMac)
        // What was removed at the server is not kept here either.
        if (one === undefined) for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `${gwMac}.db${end}`), { force: true })
      }
      for (const [gwMac, one] of byAddress) {
        if (units.has(gwMac)) continue
        try {
          await open(one, mqtt)
          failed.delete(gwMac)
        } catch (error) {
          failed.set(gwMac, `${one.kind} of store ${one.storeCode}: ${messageOf(error)}`)
          log(`${gwMac} cannot be served: ${messageOf(error)}`)
          await close(gwMac).catch(() => undefined)
        }
      }
    },
    /** Lets units send what they have gathered. */
    flush() {
      for (const { unit } of units.values()) unit.gateway.flush()
    },
    async close() {
      for (const gwMac of Array.from(units.keys())) await close(gwMac)
    },
  }
}
