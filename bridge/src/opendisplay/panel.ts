/** One panel: its queue, its visits, and what becomes of a picture. Nothing that it does or leaves undone holds up another one. */
import { sayOfDevice } from '@endcap/contract/device-words'
import type { Bitmap } from '@endcap/label/bitmap'
import { idPrefixes, modelOf } from '@endcap/label/models'
import type { Clock } from '../clock.ts'
import { DriverError, type DriverEvents, type DriverState, type End, type Light, type Show } from '../driver.ts'
import type { ModelLookup } from './boards.ts'
import { etagOf, lightPattern } from './codec.ts'
import type { Glass } from './config.ts'
import { connect, PanelError, type Connection, type Place } from './connection.ts'
import type { Announcement } from './discover.ts'
import { hashOf, openMemory, type PictureJob } from './memory.ts'
import { createReports } from './reports.ts'
import { identify, light, pack, upload, type Identity } from './session.ts'

/** Before the MAC in a tag id: OpenDisplay. */
const tagPrefix = idPrefixes.opendisplay
export const tagOf = (mac: string): string => tagPrefix + mac
export const macOf = (tag: string): string | undefined => (tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : undefined)

/** An announcement has a panel visited at once, but not more often. */
const announcedMs = 5000
/** Milliseconds until the next try after so many failures, the last one for all that follow. */
export const retryMs = [2000, 10_000, 30_000, 60_000]
/** From so many failures on, a new operation waits for the next try as well. */
const openAfter = 3
/** Tries of a picture at a panel that answers, and of reaching one that does not and should. */
const mostTries = 3
const mostSilent = 5

export interface PanelSetup {
  mac: string
  state: DriverState
  clock: Clock
  events: DriverEvents
  modelOf: ModelLookup
  /** Milliseconds between two visits to a panel that has nothing to be done. */
  visitMs: number
  /** 16 bytes; with one, nothing is ever sent in the clear. */
  masterKey: Uint8Array | undefined
  /** Called when `status` may be another one. */
  changed(): void
}

/** `new`: never tried; `asleep`: away, as it is most of the time. */
type Status = 'new' | 'here' | 'away' | 'asleep'

export interface Panel {
  readonly mac: string
  readonly status: Status
  /** What is wrong with it, in plain words. */
  readonly problem: string | undefined
  readonly firmware: string
  readonly product: { maker: string; name: string }
  open(): void
  close(): void
  /** Where it is to be found, with the port on which it listens now. */
  foundAt(place: { host: string; port: number; encrypted: boolean }): void
  announced(announcement: Announcement): void
  show(show: Omit<Show, 'bitmap'>, bitmap: Bitmap | undefined): void
  light(light: Light): void
  cancel(op: string): boolean
  /** Rejects where it does not answer. */
  visit(): Promise<void>
  /** Whether a connection to it is open or being opened. */
  readonly busy: boolean
}

interface UnderWay {
  op: string
  /** From here on the glass may change. */
  drawing: boolean
  unwanted: boolean
}
class Unwanted extends Error {}

export function createPanel(setup: PanelSetup): Panel {
  const { mac, clock, events, visitMs } = setup
  const tag = tagOf(mac)
  const memory = openMemory(setup.state, mac)
  const { known } = memory
  let [opened, running, failures, tries, silent] = [false, false, 0, 0, 0]
  let status: Status = 'new'
  let problem: string | undefined
  let lastVisit = -Infinity
  let forgetTimer = () => {}
  let connection: Connection | undefined
  let underWay: UnderWay | undefined
  let ending = new AbortController()
  let lightUnderWay: string | undefined
  const reports = createReports({ ...setup, tag, memory })
  let waitingForVisit: { resolve: () => void; reject: (error: Error) => void }[] = []

  const sleeps = () => memory.sleeps()
  const busy = () => memory.job() !== undefined || memory.light() !== undefined

  // ---- when

  function plan(ms: number): void {
    forgetTimer()
    if (opened) forgetTimer = clock.after(ms, run)
  }
  /** Now, unless it has failed so often that it is given time. */
  function soon(): void {
    if (!running && (failures < openAfter || status === 'new')) run()
  }
  function run(): void {
    if (!opened || running) return
    if (place() === undefined) return plan(visitMs)
    running = true
    forgetTimer()
    void turn().finally(() => {
      running = false
      if (!opened) return
      // What came meanwhile is done at once, unless the panel is given time.
      if (failures === 0 && busy()) return run()
      plan(busy() ? retryMs[Math.min(failures, retryMs.length) - 1]! : visitMs)
    })
  }

  function place(): Place | undefined {
    if (known.place === undefined) return undefined
    return { host: known.place.host, port: known.place.port, masterKey: setup.masterKey }
  }

  // ---- what

  async function turn(): Promise<void> {
    const where = place()
    if (where === undefined) return
    lastVisit = clock.now()
    try {
      if (known.place?.encrypted === true && setup.masterKey === undefined) throw noKey()
      connection = await connect(where, clock, ending.signal)
      const identity = await identify(connection)
      if (!opened) return
      met(identity)
      while (opened && busy()) {
        await carryLight(connection)
        await carryPicture(connection, identity)
      }
      ;[failures, silent] = [0, 0]
    } catch (error) {
      if (opened && !(error instanceof Unwanted)) failed(error)
    } finally {
      connection?.close()
      connection = undefined
      ;[underWay, lightUnderWay] = [undefined, undefined]
      const waited = waitingForVisit
      waitingForVisit = []
      for (const { resolve, reject } of waited)
        if (problem === undefined) resolve()
        else reject(new DriverError(problem ?? sayOfDevice('silent'), { retryable: true, reason: 'tag-silent' }))
    }
  }

  async function carryLight(connection: Connection): Promise<void> {
    const job = memory.light()
    if (job === undefined) return
    lightUnderWay = job.op
    await light(connection, job.params.seconds === 0 ? undefined : lightPattern(job.params))
    lightUnderWay = undefined
    if (!opened || memory.light()?.op !== job.op) return
    memory.keepLight(undefined)
    events.ended(job.op, { outcome: 'shown' })
  }

  async function carryPicture(connection: Connection, identity: Identity): Promise<void> {
    const job = memory.job()
    if (job === undefined) return
    const { glass } = identity
    const bitmap = job.hash === undefined ? whiteGlass(glass) : memory.bitmap()
    if (bitmap === undefined) return end(job, failure('transfer-timeout', 'The picture is not on disk any more'))
    if (bitmap.width !== glass.width || bitmap.height !== glass.height || bitmap.palette !== glass.palette) {
      const given = `${bitmap.width} × ${bitmap.height} ${bitmap.palette}`
      return end(job, failure('tag-refused', `The picture is ${given}, the panel ${glass.width} × ${glass.height} ${glass.palette}`))
    }
    // How it is sent belongs to what stands there: the same pixels at another setting of the panel are another picture.
    const hash = `${hashOf(bitmap)} ${glass.display.scheme} ${glass.display.quarters}`
    let { rebooted } = identity.telemetry
    if (!job.refresh && known.shown?.hash === hash && !known.shown.rebooted && !rebooted) return end(job, { outcome: 'same' })
    const current = { op: job.op, drawing: false, unwanted: false }
    underWay = current
    try {
      await upload(connection, {
        picture: pack(bitmap, glass.display),
        etag: etagOf(hash),
        clock,
        stillWanted: () => {
          if (current.unwanted) throw new Unwanted()
        },
        drawing: () => {
          current.drawing = true
          memory.keepShown(undefined)
        },
        heard: (telemetry) => (rebooted = telemetry.rebooted),
      })
    } catch (error) {
      throw current.unwanted ? new Unwanted() : error
    } finally {
      if (underWay === current) underWay = undefined
    }
    if (!opened) return
    memory.keepShown({ hash, rebooted })
    end(job, { outcome: 'shown' })
  }

  function end(job: PictureJob, end: End): void {
    tries = 0
    if (memory.job()?.op === job.op) memory.dropJob()
    events.ended(job.op, end)
  }
  function endLight(end: End): void {
    const job = memory.light()
    memory.keepLight(undefined)
    if (job !== undefined) events.ended(job.op, end)
  }

  function met(identity: Identity): void {
    ;[status, problem] = ['here', undefined]
    setup.changed()
    reports.met(identity)
  }

  // ---- when it fails

  function failed(error: unknown): void {
    const fault =
      error instanceof PanelError ? error : new PanelError(`Unexpected: ${String(error)}`, { reason: 'tag-refused', again: false })
    failures++
    problem = fault.message
    const job = memory.job()
    if (fault.reached) {
      status = 'here'
      tries++
      if (fault.again && tries < mostTries) return setup.changed()
      if (job !== undefined) end(job, failure(fault.reason, fault.message))
      endLight(failure(fault.reason, fault.message))
    } else {
      silent++
      status = sleeps() ? 'asleep' : 'away'
      // A light is for now; a picture waits for a panel that sleeps.
      if (silent >= 2) endLight(failure('tag-silent', fault.message))
      if (silent >= mostSilent && job !== undefined && !sleeps()) end(job, failure('tag-silent', fault.message))
    }
    setup.changed()
  }

  return {
    mac,
    get status() {
      return status
    },
    get busy() {
      return running
    },
    get problem() {
      return status === 'asleep' ? undefined : problem
    },
    get firmware() {
      return known.firmware
    },
    get product() {
      return { maker: known.maker, name: known.model }
    },
    open() {
      opened = true
      ending = new AbortController()
      run()
    },
    close() {
      opened = false
      forgetTimer()
      ending.abort()
      connection?.close()
    },
    foundAt(found) {
      const { place } = known
      const moved = place?.host !== found.host || place.port !== found.port || place.encrypted !== found.encrypted
      if (!moved) return
      known.place = found
      memory.save()
      failures = 0
      soon()
    },
    announced(announcement) {
      const { host, port, encrypted, telemetry } = announcement
      this.foundAt({ host, port, encrypted })
      if (telemetry !== undefined && !running) reports.overheard(telemetry)
      if (!running && (busy() || status !== 'here') && clock.now() - lastVisit >= announcedMs) run()
    },
    show({ op, type, refresh }, bitmap) {
      const model = modelOf(type)
      if (bitmap !== undefined && model !== undefined && (model.width !== bitmap.width || model.height !== bitmap.height)) {
        throw new DriverError('The picture has another size than the panel', { retryable: false, reason: 'tag-refused' })
      }
      // Given again, such as after a restart of the bridge: it is on its way.
      if (memory.job()?.op === op) return soon()
      replaced()
      memory.keepJob({ op, type, refresh, hash: bitmap === undefined ? undefined : hashOf(bitmap) }, bitmap)
      tries = 0
      soon()
    },
    light(job) {
      memory.keepLight(job)
      soon()
    },
    cancel(op) {
      if (memory.light()?.op === op) {
        memory.keepLight(undefined)
        return lightUnderWay !== op
      }
      if (memory.job()?.op !== op) return underWay?.op !== op
      if (underWay?.op === op && underWay.drawing) return false
      replaced()
      memory.dropJob()
      return true
    },
    visit() {
      return new Promise((resolve, reject) => {
        if (place() === undefined) return reject(new DriverError('Nobody knows where it is', { retryable: true, reason: 'tag-silent' }))
        waitingForVisit.push({ resolve, reject })
        run()
      })
    },
  }

  /** Stops sending a picture that is not wanted any more, as long as that leaves the glass as it is. */
  function replaced(): void {
    if (underWay === undefined || underWay.drawing) return
    underWay.unwanted = true
    connection?.close()
  }
}

export const noKey = () => new PanelError(sayOfDevice('encrypted'), { reason: 'tag-refused', again: false })
const failure = (reason: Extract<End, { outcome: 'failed' }>['reason'], detail: string): End => ({
  outcome: 'failed',
  reason,
  detail: detail.slice(0, 300),
})
/** 0 is white in every palette. */
const whiteGlass = ({ width, height, palette }: Glass): Bitmap => ({ width, height, palette, pixels: new Uint8Array(width * height) })
