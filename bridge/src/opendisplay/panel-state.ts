/** What is known of one panel while the bridge runs, passed between the steps of its work; what outlives the bridge is in `memory.ts`. */
import type { Clock } from '../clock.ts'
import type { DriverEvents, DriverState, End } from '../driver.ts'
import type { ModelLookup } from './boards.ts'
import type { Connection } from './connection.ts'
import type { Memory, PictureJob } from './memory.ts'
import type { Transfer } from './picture-transfer.ts'
import type { Reports } from './reports.ts'
import type { VisitSchedule } from './visit-schedule.ts'

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
export type Status = 'new' | 'here' | 'away' | 'asleep'

export interface PanelState {
  readonly setup: PanelSetup
  readonly memory: Memory
  readonly reports: Reports
  readonly schedule: VisitSchedule
  status: Status
  /** What went wrong last, in plain words. */
  problem: string | undefined
  /** Milliseconds, by the clock of the setup. */
  lastVisit: number
  /** Failures of the picture at a panel that answers, and failures to reach the panel, one after the other. */
  tries: number
  silent: number
  connection: Connection | undefined
  /** Breaks off a connection that is being opened. */
  ending: AbortController
  picture: Transfer | undefined
  /** Operation of the light that is being told to the panel. */
  light: string | undefined
  /** Those who wait for the end of a visit. */
  waiting: { resolve: () => void; reject: (error: Error) => void }[]
}

/** There is something to do at the panel. */
export const isBusy = ({ memory }: PanelState): boolean => memory.job() !== undefined || memory.light() !== undefined

/** The picture's operation is over: it is forgotten, and told. */
export function endPicture(panel: PanelState, job: PictureJob, end: End): void {
  panel.tries = 0
  if (panel.memory.job()?.op === job.op) panel.memory.dropJob()
  panel.setup.events.ended(job.op, end)
}

/** The light's operation is over, where there is one. */
export function endLight({ memory, setup }: PanelState, end: End): void {
  const job = memory.light()
  memory.keepLight(undefined)
  if (job !== undefined) setup.events.ended(job.op, end)
}
