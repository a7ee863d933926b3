/**
 * One access point as a native gateway: operations from the server go to its driver, what the driver says goes to the server as the word of
 * tags. Keeps on disk what stands on each glass, so that it answers for its tags whatever was killed meanwhile.
 */
import { createGateway, type OwnStatus, type Uplink } from '@endcap/gateway-link/gateway/gateway'
import type { GatewaySettings } from '@endcap/gateway-link/gateway/requests'
import type { SqliteState } from '@endcap/gateway-link/gateway/sqlite-state'
import type { Waiting } from '@endcap/gateway-link/gateway/state'
import { blankHash, laneOf, ledParams, pageParams, type DeviceStatus, type Operation } from '@endcap/gateway-link/messages'
import { decodeBitmap } from '@endcap/label/bitmap'
import type { Clock } from './clock.ts'
import type { Driver, End, Family, HeardTag } from './driver.ts'
import { createQueue, type Job, type Queue } from './queue.ts'
import { createUnitState, type KnownTag } from './unit-state.ts'

export interface UnitSetup {
  gwMac: string
  address: string
  options: Readonly<Record<string, unknown>>
}
export interface UnitParts {
  setup: UnitSetup
  family: Family
  state: SqliteState
  clock: Clock
  uplink: Uplink
  fetchImage(hash: string): Promise<Uint8Array>
  /** The bridge's own version. */
  version: string
}

/** A device that has its picture is given up after so many check-ins, and this much beside them for the transfer. */
const checkins = 2
const transferSeconds = 180
/** Check-in of a tag that was never heard, seconds. */
const unknownCheckin = 3600
/** A campaign is over when nothing waited for so long. */
const calmMs = 60_000
/** Seconds that a scan waits for check-ins at most. */
const longestScan = 600
/** Notes of a device, and their length, as the protocol takes them; addresses as a gateway's own, and as its device's. */
const notes = { count: 20, length: 300 }
const addresses = { own: 64, device: 300 }

const unheard = (tag: string): KnownTag => ({
  tag,
  type: '',
  rssi: undefined,
  battery: undefined,
  temperature: undefined,
  version: '',
  checkin: unknownCheckin,
  heardAt: 0,
  shown: null,
  page: 0,
  pageUntil: null,
  updates: 0,
  doubt: false,
})
/** Of devices that stand alone all addresses are one text. */
const firstOf = (address: string) => (address.split(/[\s,]+/)[0] ?? '').slice(0, addresses.own)
const failed = (reason: Extract<End, { outcome: 'failed' }>['reason'], detail: string): End => ({ outcome: 'failed', reason, detail })

export type Unit = ReturnType<typeof createUnit>

export function createUnit({ setup, family, state, clock, uplink, fetchImage, version }: UnitParts) {
  const memory = createUnitState(state)
  const now = () => clock.now()
  let health: DeviceStatus['state'] = 'offline'
  let problem: string | undefined
  /** Status checks that wait for their tag to be heard. */
  const checks = new Map<string, Operation>()
  const turning = new Map<string, () => void>()
  let campaign = false
  let calm: (() => void) | undefined
  let redraws = 0
  const driver: Driver = family.create({
    address: setup.address,
    options: setup.options,
    state: memory.driver,
    clock,
    events: {
      heard,
      ended: (op, end) => queue.ended(op, end),
      doubt,
      state: (next, why) => {
        if (next === health && why === problem) return
        ;[health, problem] = [next, why]
        queue.setAway(next === 'offline')
        gateway.note('grm', `the device is ${next}${why === undefined ? '' : `: ${why}`}`)
        gateway.sendStatus()
      },
      note: (text) => gateway.note('grm', text),
    },
  })
  const queue: Queue = createQueue({ driver, clock, note: (text) => gateway.note('grm', text) })
  const gateway = createGateway({
    gwMac: setup.gwMac,
    ip: firstOf(setup.address) || 'bridge',
    state,
    now,
    uplink,
    status,
    carry,
    fetchImage: (hash) => fetchImage(hash),
    drop: (op, tag) => {
      if (checks.get(tag)?.op === op) checks.delete(tag)
      queue.drop(op, tag)
    },
    abilities: {
      ...(driver.reboot !== undefined && { reboot: () => void driver.reboot?.().catch((error: unknown) => noteError('restart', error)) }),
      ...(driver.logs !== undefined && { logs: () => driver.logs?.() ?? Promise.resolve([]) }),
      scan,
      stop: () => undefined,
      configured,
    },
  })

  const noteError = (what: string, error: unknown) =>
    gateway.note('gmp', `${what}: ${error instanceof Error ? error.message : String(error)}`)
  const known = (tag: string) => memory.tag(tag) ?? unheard(tag)
  const patienceOf = (tag: string) => checkins * Math.max(60, known(tag).checkin) + transferSeconds

  function configured(settings: Readonly<GatewaySettings>, told: { dataChannel?: number | undefined; checkin?: number | undefined }) {
    if (told.dataChannel !== undefined && told.dataChannel !== driver.describe().channel)
      void driver.channel?.(told.dataChannel).catch((error: unknown) => noteError('channel', error))
    if (told.checkin !== undefined) driver.checkin?.(settings.checkin)
  }

  /** What is known is asked for by waiting for it: these devices sleep, and call by themselves. */
  function scan() {
    const longest = [...memory.tags()].reduce((most, tag) => Math.max(most, tag.checkin), 0)
    return { tags: memory.count(), until: now() + 1000 * Math.min(longestScan, longest) }
  }

  function carry({ operation, files }: Waiting) {
    const { op, tag, kind, params } = operation
    if (kind === 'STATUS_CHECK') {
      checks.set(tag, operation)
      return
    }
    const end = (ended: End) => finish(operation, files, ended)
    const base = {
      op,
      tag,
      lane: laneOf[kind],
      urgent: kind !== 'SHOW' && kind !== 'BLANK',
      patience: patienceOf(tag),
      ended: end,
      late: () => changedLate(operation, files),
    }
    const refresh = params?.refresh === 1
    if (kind === 'LED') {
      const light = ledParams.safeParse(params)
      if (driver.light === undefined) end(failed('unsupported', 'These devices have no light'))
      else if (!light.success) end(failed('tag-refused', 'these settings of the light are unknown'))
      else queue.add({ ...base, begin: async (to) => to.light?.({ op, tag, params: light.data }) })
      return
    }
    if (kind === 'PAGE') return turnPage(operation, files, base)
    const glass = known(tag)
    if (glass.shown === operation.hash && glass.page === 0 && !glass.doubt && !refresh) return end({ outcome: 'same' })
    if (kind === 'BLANK') queue.add({ ...base, begin: (to) => to.blank({ op, tag, type: known(tag).type, refresh }) })
    else queue.add({ ...base, begin: (to) => send(to, op, tag, { file: files.get(0), refresh }) })
    listenClosely()
  }

  async function send(to: Driver, op: string, tag: string, { file, refresh }: { file: Uint8Array | undefined; refresh: boolean }) {
    if (file === undefined) throw new Error('There is no picture for this page')
    await to.show({ op, tag, type: known(tag).type, bitmap: decodeBitmap(file), refresh })
  }

  /** Devices of other makes show one picture: another page is another picture, until its time is over. */
  function turnPage(operation: Operation, files: Waiting['files'], base: Omit<Job, 'begin'>) {
    const { op, tag, params } = operation
    const wanted = pageParams.safeParse(params)
    const end = (ended: End) => finish(operation, files, ended)
    if (!wanted.success) return end(failed('tag-refused', 'this page is unknown'))
    const { page, seconds } = wanted.data
    const file = memory.glass(tag, page)
    if (file === undefined) return end(failed('tag-refused', `the label has no page ${page}`))
    if (known(tag).page === page && !known(tag).doubt) return end({ outcome: 'same' })
    queue.add({
      ...base,
      begin: (to) => send(to, op, tag, { file, refresh: false }),
      ended: (ended) => {
        if (ended.outcome !== 'failed') {
          const pageUntil = page === 0 || seconds === 0 ? null : now() / 1000 + seconds
          memory.keepTag({ ...known(tag), page, pageUntil })
          turnBack(tag)
        }
        end(ended)
      },
    })
  }

  function turnBack(tag: string) {
    turning.get(tag)?.()
    turning.delete(tag)
    const { pageUntil } = known(tag)
    if (pageUntil === null) return
    const forget = clock.after(Math.max(0, 1000 * pageUntil - now()), () => {
      turning.delete(tag)
      redraw(tag, 0)
    })
    turning.set(tag, forget)
  }

  /** Shows a page of what the glass should show, by ourselves. */
  function redraw(tag: string, page: number) {
    const file = memory.glass(tag, page)
    const blank = known(tag).shown === blankHash
    if (file === undefined && !blank) return
    const op = `own-${++redraws}`
    const type = () => known(tag).type
    queue.add({
      op,
      tag,
      lane: 'page' as const,
      urgent: true,
      patience: patienceOf(tag),
      late: () => undefined,
      begin: (to) => (blank ? to.blank({ op, tag, type: type(), refresh: true }) : send(to, op, tag, { file, refresh: true })),
      ended: (end) => {
        if (end.outcome === 'failed') return gateway.note('grm', `${tag} could not be drawn again: ${end.detail}`)
        memory.keepTag({ ...known(tag), page, doubt: false, ...(page === 0 && { pageUntil: null }) })
        tell(known(tag))
      },
    })
  }

  /**
   * From now on this stands on the glass. Its count of changes is the time of the change, so that it orders the words of several access
   * points that hear the tag.
   */
  function changeGlass({ tag, kind, hash }: Operation, files: Waiting['files']) {
    if (kind !== 'SHOW' && kind !== 'BLANK') return
    const before = known(tag)
    const updates = Math.max(before.updates + 1, Math.floor(now() / 1000))
    memory.keepGlass({ ...before, shown: hash, page: 0, pageUntil: null, updates, doubt: false }, kind === 'BLANK' ? new Map() : files)
    turnBack(tag)
  }
  /** Something came out that nobody wants any more: the server hears what stands there now. */
  function changedLate(operation: Operation, files: Waiting['files']) {
    changeGlass(operation, files)
    tell(known(operation.tag))
  }

  function finish(operation: Operation, files: Waiting['files'], end: End) {
    const { tag, kind } = operation
    if (end.outcome === 'failed') {
      gateway.fail(operation, end.reason, end.detail)
      return
    }
    // The same pixels may be another label: with other pages, or one that was drawn when the bridge was killed before it could tell.
    if (end.outcome !== 'same' || known(tag).shown !== operation.hash) changeGlass(operation, files)
    const { rssi, battery, temperature, updates } = known(tag)
    gateway.finish(operation, end.outcome === 'same' ? 'same' : 'shown', {
      ...(rssi !== undefined && { rssi }),
      ...(battery !== undefined && { battery }),
      ...(temperature !== undefined && { temperature }),
      ...(end.outcome === 'delivered' && { confirmed: false }),
      ...((kind === 'SHOW' || kind === 'BLANK') && { updates }),
    })
  }

  function heard({ event, ago = 0, doubt: unsure, ...tag }: HeardTag) {
    const before = known(tag.tag)
    const next: KnownTag = { ...before, ...tag, doubt: unsure ?? before.doubt, heardAt: now() / 1000 - ago }
    if (!memory.keepTag(next)) return
    tell(next, event)
    const check = checks.get(tag.tag)
    if (check === undefined) return
    checks.delete(tag.tag)
    finish(check, new Map(), { outcome: 'shown' })
  }
  function tell(
    { tag, type, rssi, battery, temperature, version: of, checkin, page, shown, updates, doubt: unsure }: KnownTag,
    event?: HeardTag['event'],
  ) {
    if (type === '') return
    gateway.heard({
      tag,
      type,
      version: of.slice(0, 40),
      checkin: Math.min(86_400, Math.max(1, checkin)),
      page,
      resets: 0,
      shown,
      updates,
      ...(rssi !== undefined && { rssi: Math.round(rssi) }),
      ...(battery !== undefined && { battery }),
      ...(temperature !== undefined && { temperature }),
      ...(unsure && { doubt: true }),
      ...(event !== undefined && { event }),
    })
  }

  function doubt(tag: string, why: string) {
    const glass = known(tag)
    gateway.note('grm', `${tag} may show something else: ${why}`)
    if (glass.shown === null) return
    memory.keepTag({ ...glass, doubt: true })
    tell(known(tag))
    redraw(tag, glass.page)
  }

  function listenClosely() {
    calm?.()
    if (!campaign) {
      campaign = true
      driver.campaign?.(true)
    }
    calm = clock.after(calmMs, () => {
      calm = undefined
      if (queue.size() > 0) return listenClosely()
      campaign = false
      driver.campaign?.(false)
    })
  }

  function status(): OwnStatus {
    const { memory: used, disk, channel, mac: own, window: _, capacity: __, ...device } = driver.describe()
    return {
      ...(channel > 0 && { dataChannel: channel }),
      alternateIp: own ?? '',
      gmpVersion: device.firmware.slice(0, 40),
      grmVersion: version,
      tagCount: memory.count(),
      memory: used ?? 0,
      disks: disk === undefined ? [] : [{ path: '/', percent: disk }],
      services: [{ name: family.kind, running: health !== 'offline' }],
      device: {
        ...device,
        address: device.address.slice(0, addresses.device),
        kind: family.kind,
        state: health,
        notes: device.notes.slice(0, notes.count).map((note) => note.slice(0, notes.length)),
        ...(problem !== undefined && { problem: problem.slice(0, notes.length) }),
      },
    }
  }

  return {
    gateway,
    /** What stands on a glass as far as the bridge knows. */
    tag: (tag: string) => memory.tag(tag),
    queued: () => queue.size(),
    describe: () => driver.describe(),
    async open() {
      // What waited before goes on when the device is there, and so do pages that are to turn back.
      gateway.start()
      for (const { tag, pageUntil } of memory.tags()) if (pageUntil !== null) turnBack(tag)
      await driver.open()
    },
    async close() {
      calm?.()
      for (const forget of turning.values()) forget()
      queue.close()
      await driver.close()
    },
  }
}
