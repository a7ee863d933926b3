/** One panel: its queue, its visits, and what becomes of a picture. Nothing that it does or leaves undone holds up another one. */
import type { Bitmap } from '@endcap/label/bitmap'
import { modelOf } from '@endcap/label/models'
import { DriverError, type Light, type Show } from '../driver.ts'
import type { Announcement } from './discover.ts'
import { hashOf, openMemory } from './memory.ts'
import { isBusy, type PanelSetup, type PanelState, type Status } from './panel-state.ts'
import { placeOf, visit } from './panel-visit.ts'
import { createReports } from './reports.ts'
import { tagOf } from './tag-id.ts'
import { createVisitSchedule } from './visit-schedule.ts'

/** An announcement has a panel visited at once, but not more often. */
const announcedMs = 5000

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
  /** Takes a picture, or a white glass. Throws a DriverError where it has another size than the panel's type. */
  show(show: Omit<Show, 'bitmap'>, bitmap: Bitmap | undefined): void
  light(light: Light): void
  /** The operation is not wanted any more; answers whether it will surely not be carried out. */
  cancel(op: string): boolean
  /** Rejects where it does not answer. */
  visit(): Promise<void>
  /** Whether a connection to it is open or being opened. */
  readonly busy: boolean
}

/** A panel that is not visited until it is opened. */
export function createPanel(setup: PanelSetup): Panel {
  const panel = createState(setup)
  const { memory, schedule } = panel
  const { known } = memory
  return {
    mac: setup.mac,
    get status() {
      return panel.status
    },
    get busy() {
      return schedule.visiting
    },
    get problem() {
      return panel.status === 'asleep' ? undefined : panel.problem
    },
    get firmware() {
      return known.firmware
    },
    get product() {
      return { maker: known.maker, name: known.model }
    },
    open() {
      panel.ending = new AbortController()
      schedule.open()
    },
    close() {
      schedule.close()
      panel.ending.abort()
      panel.connection?.close()
    },
    foundAt(found) {
      const { place } = known
      const moved = place?.host !== found.host || place.port !== found.port || place.encrypted !== found.encrypted
      if (!moved) return
      known.place = found
      memory.save()
      schedule.forgive()
      schedule.soon()
    },
    announced(announcement) {
      const { host, port, encrypted, telemetry } = announcement
      this.foundAt({ host, port, encrypted })
      if (schedule.visiting) return
      if (telemetry !== undefined) panel.reports.overheard(telemetry)
      if ((isBusy(panel) || panel.status !== 'here') && setup.clock.now() - panel.lastVisit >= announcedMs) schedule.now()
    },
    show(show, bitmap) {
      refuseOtherSize(show.type, bitmap)
      take(panel, show, bitmap)
      schedule.soon()
    },
    light(job) {
      memory.keepLight(job)
      schedule.soon()
    },
    cancel: (op) => cancel(panel, op),
    visit() {
      return new Promise((resolve, reject) => {
        if (placeOf(panel) === undefined)
          return reject(new DriverError('Its address is not known', { retryable: true, reason: 'tag-silent' }))
        panel.waiting.push({ resolve, reject })
        schedule.now()
      })
    },
  }
}

function createState(setup: PanelSetup): PanelState {
  const memory = openMemory(setup.state, setup.mac)
  const panel: PanelState = {
    setup,
    memory,
    reports: createReports({ ...setup, tag: tagOf(setup.mac), memory }),
    schedule: createVisitSchedule({
      clock: setup.clock,
      visitMs: setup.visitMs,
      found: () => placeOf(panel) !== undefined,
      busy: () => isBusy(panel),
      visit: () => visit(panel),
    }),
    status: 'new',
    problem: undefined,
    lastVisit: -Infinity,
    tries: 0,
    silent: 0,
    connection: undefined,
    ending: new AbortController(),
    picture: undefined,
    light: undefined,
    waiting: [],
  }
  return panel
}

function refuseOtherSize(type: string, bitmap: Bitmap | undefined): void {
  const model = modelOf(type)
  if (bitmap === undefined || model === undefined || (model.width === bitmap.width && model.height === bitmap.height)) return
  throw new DriverError('The picture has another size than the panel', { retryable: false, reason: 'tag-refused' })
}

function take(panel: PanelState, { op, type, refresh }: Omit<Show, 'bitmap'>, bitmap: Bitmap | undefined): void {
  // Given again, such as after a restart of the bridge: it is on its way.
  if (panel.memory.job()?.op === op) return
  breakOff(panel)
  panel.memory.keepJob({ op, type, refresh, hash: bitmap === undefined ? undefined : hashOf(bitmap) }, bitmap)
  panel.tries = 0
}

function cancel(panel: PanelState, op: string): boolean {
  const { memory, picture } = panel
  if (memory.light()?.op === op) {
    memory.keepLight(undefined)
    return panel.light !== op
  }
  if (memory.job()?.op !== op) return picture?.op !== op
  if (picture?.op === op && picture.drawing) return false
  breakOff(panel)
  memory.dropJob()
  return true
}

/** Stops sending a picture that is not wanted any more, as long as that leaves the glass as it is. */
function breakOff({ picture, connection }: PanelState): void {
  if (picture === undefined || picture.drawing) return
  picture.unwanted = true
  connection?.close()
}
