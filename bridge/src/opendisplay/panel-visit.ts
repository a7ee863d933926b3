/** One visit to a panel: who it is, then its light and its picture, until nothing is left to do; and what becomes of them when it fails. */
import { DriverError } from '../driver.ts'
import { lightPattern } from './codec.ts'
import { connect, noKey, PanelError, type Connection, type Place } from './connection.ts'
import { endLight, endPicture, isBusy, type PanelState } from './panel-state.ts'
import { failure, preparePicture, sendPicture, Unwanted, type Transfer } from './picture-transfer.ts'
import { identify, light, type Identity } from './session.ts'

/** Tries of a picture at a panel that answers, and of reaching one that does not and should. */
const maxTries = 3
const maxSilentVisits = 5

/** Where the panel was last found; undefined before it was found at all. */
export function placeOf({ memory, setup }: PanelState): Place | undefined {
  const { place } = memory.known
  return place === undefined ? undefined : { host: place.host, port: place.port, masterKey: setup.masterKey }
}

/** Visits the panel. Never rejects: what goes wrong is told to the schedule, the state and those whose operations end. */
export async function visit(panel: PanelState): Promise<void> {
  const { setup, memory, schedule } = panel
  const place = placeOf(panel)
  if (place === undefined) return
  panel.lastVisit = setup.clock.now()
  try {
    if (memory.known.place?.encrypted === true && setup.masterKey === undefined) throw noKey()
    const connection = await connect(place, setup.clock, panel.ending.signal)
    panel.connection = connection
    const identity = await identify(connection)
    if (!schedule.opened) return
    met(panel, identity)
    while (schedule.opened && isBusy(panel)) {
      await carryLight(panel, connection)
      await carryPicture(panel, connection, identity)
    }
    schedule.succeeded()
    panel.silent = 0
  } catch (error) {
    if (schedule.opened && !(error instanceof Unwanted)) failed(panel, error)
  } finally {
    leave(panel)
  }
}

function met(panel: PanelState, identity: Identity): void {
  ;[panel.status, panel.problem] = ['here', undefined]
  panel.setup.changed()
  panel.reports.met(identity)
}

async function carryLight(panel: PanelState, connection: Connection): Promise<void> {
  const job = panel.memory.light()
  if (job === undefined) return
  panel.light = job.op
  await light(connection, job.params.seconds === 0 ? undefined : lightPattern(job.params))
  panel.light = undefined
  // Meanwhile another light may have taken its place.
  if (panel.schedule.opened && panel.memory.light()?.op === job.op) endLight(panel, { outcome: 'shown' })
}

async function carryPicture(panel: PanelState, connection: Connection, identity: Identity): Promise<void> {
  const { memory, setup } = panel
  const job = memory.job()
  if (job === undefined) return
  const prepared = preparePicture(job, memory, identity)
  if ('end' in prepared) return endPicture(panel, job, prepared.end)
  const transfer: Transfer = { op: job.op, drawing: false, unwanted: false }
  panel.picture = transfer
  try {
    const shown = await sendPicture(transfer, prepared.ready, { connection, identity, memory, clock: setup.clock })
    if (!panel.schedule.opened) return
    memory.keepShown(shown)
  } finally {
    if (panel.picture === transfer) panel.picture = undefined
  }
  endPicture(panel, job, { outcome: 'shown' })
}

/** The connection is over, and those who wait for the visit learn how it went. */
function leave(panel: PanelState): void {
  panel.connection?.close()
  ;[panel.connection, panel.picture, panel.light] = [undefined, undefined, undefined]
  const { waiting, problem } = panel
  panel.waiting = []
  for (const { resolve, reject } of waiting)
    if (problem === undefined) resolve()
    else reject(new DriverError(problem, { retryable: true, reason: 'tag-silent' }))
}

function failed(panel: PanelState, error: unknown): void {
  const fault =
    error instanceof PanelError ? error : new PanelError(`Unexpected: ${String(error)}`, { reason: 'tag-refused', again: false })
  panel.schedule.failed()
  panel.problem = fault.message
  if (fault.reached) refused(panel, fault)
  else unreached(panel, fault)
  panel.setup.changed()
}

/** It answered, and something was wrong: the work is given up where trying again cannot help, or has not helped. */
function refused(panel: PanelState, fault: PanelError): void {
  panel.status = 'here'
  panel.tries++
  if (fault.again && panel.tries < maxTries) return
  const job = panel.memory.job()
  if (job !== undefined) endPicture(panel, job, failure(fault.reason, fault.message))
  endLight(panel, failure(fault.reason, fault.message))
}

/** It did not answer. A light is for now; a picture waits for a panel that sleeps. */
function unreached(panel: PanelState, fault: PanelError): void {
  const sleeps = panel.memory.sleeps()
  panel.silent++
  panel.status = sleeps ? 'asleep' : 'away'
  const job = panel.memory.job()
  if (panel.silent >= 2) endLight(panel, failure('tag-silent', fault.message))
  if (panel.silent >= maxSilentVisits && job !== undefined && !sleeps) endPicture(panel, job, failure('tag-silent', fault.message))
}
