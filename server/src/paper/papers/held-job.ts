/** A document on its way to a printer, while one worker has it. */
import { printResults, type PrinterState, type PrintResult } from '@endcap/contract/papers'
import type { Context } from '../../platform/context.ts'
import type { PrinterClient, PrinterProblem } from './ipp/client.ts'
import { endJob, moveJob, notePrinter, type JobChange, type PaperJob } from './jobs.queries.ts'
import { leaseSeconds, retrySeconds } from './print-rules.ts'

/** Thrown where the document is not this worker's any more: another process has it. */
export class LostJob extends Error {}

/** Thrown to end a document without more ado; its message is for people. */
export class FailedJob extends Error {
  readonly code: PrintResult
  constructor(code: PrintResult, message: string) {
    super(message)
    this.code = code
  }
}

/** What a step needs of the server beside the document. */
export type PrintContext = Pick<Context, 'db' | 'clock' | 'signals' | 'log'>

/** Once another process has the document, what moves it throws `LostJob`, and `end` does nothing. */
export interface HeldJob {
  /** As it was claimed. */
  readonly job: PaperJob
  /** A sign of life, before each call to the printer. */
  keep(change?: JobChange): Promise<void>
  /** Gives it free until its time comes. */
  leave(seconds: number, change: JobChange): Promise<void>
  /** The printer has it, under this number; it is looked at again after so many seconds. */
  sent(printerJob: number, seconds: number): Promise<void>
  /** The last word about it. */
  end(code: PrintResult, message: string): Promise<void>
  /** Remembers how its printer is. */
  note(state: PrinterState, message: string, uri?: string): Promise<void>
  /** Tells consoles that the store's papers changed. */
  notifyChange(): void
}

/** One step with one document: it, and the printer that it goes to. */
export interface PrintStep {
  context: PrintContext
  held: HeldJob
  client: PrinterClient
}

const longestMessage = 300

/** Holds a document that `holder` has claimed. */
export function holdJob({ db, clock, signals }: PrintContext, job: PaperJob, holder: string): HeldJob {
  const notifyChange = () => signals.notify('changed', { storeCode: job.store_code, changes: ['papers'] })
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  const move = async (change: JobChange, until: Date | null) => {
    if (!(await moveJob(db, job, { holder, until, ...change }))) throw new LostJob()
    if (change.message !== undefined && change.message !== job.message) notifyChange()
  }
  const leave = (seconds: number, change: JobChange) => move({ due_at: later(seconds), ...change }, null)
  return {
    job,
    keep: (change = {}) => move(change, later(leaseSeconds)),
    leave,
    sent: (printerJob, seconds) =>
      leave(seconds, { state: 'SENT', printer_job: printerJob, message: '', stuck_since: clock.now(), attention: false, tries: 0 }),
    end: async (code, message) => {
      await endJob(db, job, { holder, code, message: message.slice(0, longestMessage), at: clock.now() })
      notifyChange()
    },
    note: (state, message, uri) =>
      notePrinter(db, job, { state, message: message.slice(0, longestMessage), at: clock.now(), ...(uri !== undefined && { uri }) }),
    notifyChange,
  }
}

/** Not this time: the document is sent again a little later, and has failed after the last time. */
export async function retryLater({ job, leave }: HeldJob, code: PrintResult, message: string): Promise<void> {
  const wait = retrySeconds[job.tries]
  if (wait === undefined) throw new FailedJob(code, message)
  await leave(wait, { state: 'WAITING', tries: job.tries + 1, message })
}

/** The name that a printer is asked for: no other document has it. */
export const jobName = ({ store_code, task_id, job_id, token }: PaperJob) => `Endcap ${store_code} ${task_id}-${job_id} ${token}`

const results: Record<PrinterProblem['kind'], PrintResult> = {
  unreachable: printResults.unreachable,
  timeout: printResults.timeout,
  'not-ipp': printResults.notIpp,
  refused: printResults.refused,
  'no-such-path': printResults.refused,
}
/** With which result a document ends whose printer could not be spoken with. */
export const resultOf = ({ kind }: PrinterProblem): PrintResult => results[kind]

/** Remembers that the printer is away, where that is what the problem says. */
export async function noteAway({ note }: HeldJob, { kind, message }: PrinterProblem): Promise<void> {
  if (kind === 'unreachable' || kind === 'timeout') await note('OFFLINE', message)
}
