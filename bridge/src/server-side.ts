/**
 * A unit with what stands on the server's side of it: takes what it is told, acknowledges, has the pictures. For the behaviour suite, and for
 * trying real devices without a server.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteState, type SqliteState } from '@endcap/gateway-link/gateway/sqlite-state'
import { upMessages, type Operation, type OpResult, type Sighting, type UpMessage } from '@endcap/gateway-link/messages'
import type { UpName } from '@endcap/gateway-link/topics'
import { encodeBitmap, type Bitmap } from '@endcap/label/bitmap'
import type { Clock } from './clock.ts'
import type { Family } from './driver.ts'
import { createUnit, type Unit, type UnitParts } from './unit.ts'

const gwMac = '02EC5B010001'

/** What is between the server and devices: the bridge's unit, or a gateway of another kind. */
export type GatewaySide = Pick<Unit, 'open' | 'close'> & {
  gateway: Pick<Unit['gateway'], 'connected' | 'disconnected' | 'receive' | 'flush'>
  describe(): Pick<ReturnType<Unit['describe']>, 'confirms' | 'can'>
}
export type GatewayMaker = (around: Pick<UnitParts, 'uplink' | 'fetchImage'> & { state: SqliteState }) => GatewaySide

interface Devices {
  family: Family
  address: string
  options?: Record<string, unknown> | undefined
  clock: Clock
}
/** A unit of the bridge with a driver of the family. */
export const unitOf =
  ({ family, address, options = {}, clock }: Devices): GatewayMaker =>
  (around) =>
    createUnit({ ...around, setup: { gwMac, address, options }, family, clock, version: 'test' })

interface Setup {
  make: GatewayMaker
  /** Until everything is done that waits for nothing. */
  settle: () => Promise<void>
}
export type ServerSide = ReturnType<typeof createServerSide>

/** What the server was told, in its order. */
interface Reported {
  results: OpResult[]
  sightings: Sighting[]
  status: UpMessage<'status'> | undefined
}
const nothingReported = (): Reported => ({ results: [], sightings: [], status: undefined })

/** The server's side of a unit that `open` makes, with a state of its own that `end` deletes. */
export function createServerSide({ make, settle }: Setup) {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bridge-'))
  const images = new Map<string, Uint8Array>()
  let reported = nothingReported()
  let state: SqliteState
  let unit: GatewaySide
  let ids = 1000
  let connected = true
  /** The server acknowledges what it is told. */
  let storing = true

  function take(name: UpName, message: unknown) {
    if (name === 'op') {
      const { session, seq, results } = upMessages.op.parse(message)
      reported.results.push(...results)
      acknowledge(name, session, seq)
    } else if (name === 'seen') {
      const { session, seq, tags } = upMessages.seen.parse(message)
      reported.sightings.push(...tags)
      acknowledge(name, session, seq)
    } else if (name === 'status') reported.status = upMessages.status.parse(message)
    else upMessages[name].parse(message)
  }
  function acknowledge(stream: 'op' | 'seen', session: string, seq: number) {
    if (storing) unit.gateway.receive('ack', { stream, session, seq })
  }
  async function open() {
    state = openSqliteState(join(folder, 'unit.db'))
    unit = make({
      state,
      uplink: { publish: take },
      fetchImage: async (hash) => images.get(hash) ?? Promise.reject(new Error('no such bitmap')),
    })
    await unit.open()
    if (connected) unit.gateway.connected()
    await settle()
  }
  async function close() {
    await unit.close()
    state.close()
  }
  const keep = (bitmap: Bitmap) => {
    const file = encodeBitmap(bitmap)
    const hash = createHash('sha256').update(file).digest('hex')
    images.set(hash, file)
    return { hash, bytes: file.byteLength }
  }
  return {
    open,
    /** Ends without a goodbye, and begins anew on the same file. */
    async kill() {
      await close()
      await open()
    },
    async end() {
      await close()
      rmSync(folder, { recursive: true })
    },
    unit: () => unit,
    setOnline(online: boolean) {
      connected = online
      if (online) unit.gateway.connected()
      else unit.gateway.disconnected()
    },
    operation(tag: string, bitmaps: readonly Bitmap[], more: Partial<Operation> = {}): Operation {
      const pages = bitmaps.map((bitmap, page) => ({ page, ...keep(bitmap) }))
      const hash = createHash('sha256')
        .update(pages.map((one) => one.hash).join())
        .digest('hex')
      return { op: String(++ids), tag, kind: 'SHOW', hash, images: pages, ...more }
    },
    async give(...ops: Operation[]) {
      unit.gateway.receive('op', { ops, cancel: [] })
      await settle()
    },
    async cancel(...ops: Operation[]) {
      unit.gateway.receive('op', { ops: [], cancel: ops.map((one) => one.op) })
      await settle()
    },
    results(op?: Operation): OpResult[] {
      unit.gateway.flush()
      return reported.results.filter((one) => op === undefined || one.op === op.op)
    },
    outcomes(op: Operation): string[] {
      return this.results(op).map((one) => one.outcome)
    },
    /** Everything that was heard; of one tag, if it is named. */
    sightings(tag?: string): Sighting[] {
      unit.gateway.flush()
      return reported.sightings.filter((one) => tag === undefined || one.tag === tag)
    },
    /** The last one. */
    status: () => reported.status,
    forgetSent: () => void (reported = nothingReported()),
    setStoring: (on: boolean) => void (storing = on),
  }
}
