/** Makes the files of downloads. Any number of workers share them by claims that run out: a worker that dies is replaced. */
import { hostname } from 'node:os'
import { systemLocation } from '@endcap/contract/alarms'
import { downloadRetentionSeconds } from '@endcap/contract/downloads'
import { raiseAlarm } from '../../people/alarms/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { sqlState } from '../../platform/db/sql-state.ts'
import { ApiError, conflict } from '../../platform/base/errors.ts'
import * as queries from './downloads.queries.ts'
import type { DownloadRow } from './downloads.queries.ts'
import { areaOf, later } from './downloads.service.ts'
import type { LogSources } from './log-sources.ts'
import { produceFile, type Making } from './produce-file.ts'

/** A claim holds so long after the last sign of life. */
const claimSeconds = 30
/** Signs of life, each with the rows done so far: as often as clients ask. */
const beatMs = 1000
/** A download that took as many workers with it is not tried again. */
const maxTries = 3
/** A log that only a worker of another machine can read waits so long for one. */
const strandedSeconds = 300

export interface DownloadWorker {
  /** Makes one file, if one is wanted; answers whether there may be more to do. */
  work(): Promise<boolean>
  /** Gives what is under way back to the others. */
  halt(): void
}

/** Why a file is not made to its end: this process ends, or another has the claim, or the download was cancelled. */
const endings = ['halted', 'lost'] as const
type Ending = (typeof endings)[number]
const endingOf = (reason: unknown): Ending | undefined => endings.find((one) => one === reason)

interface Options {
  context: Context
  /** Names this worker in its claims. */
  holder: string
  sources: LogSources
  /** Its machine, whose log files it can read. */
  host?: string
}
interface State extends Required<Options> {
  /** Ends what is under way; its reason is an `Ending`. */
  current: AbortController | undefined
  halted: boolean
}

/** A worker that makes one file after the other. */
export function createDownloadWorker(options: Options): DownloadWorker {
  const worker: State = { host: hostname(), ...options, current: undefined, halted: false }
  return {
    work: () => makeNext(worker),
    halt() {
      worker.halted = true
      worker.current?.abort('halted' satisfies Ending)
    },
  }
}

async function makeNext(worker: State): Promise<boolean> {
  if (worker.halted) return false
  const { context, holder, host } = worker
  const at = context.clock.now()
  for (const row of await queries.findStranded(context.db, host, later(at, -strandedSeconds)))
    await reportFailure(context, row, null, {
      reason: 'log-on-other-host',
      detail: `The log files are on ${row.host}, where no worker runs.`,
    })
  const row = await queries.claimDownload(context.db, { holder, host, at, until: later(at, claimSeconds) })
  if (row === undefined) return false
  await make(worker, row)
  return true
}

/** Makes the file of a download that this worker has claimed; whatever happens is told in its row. */
async function make(worker: State, row: DownloadRow): Promise<void> {
  const { context, holder } = worker
  const stop = new AbortController()
  worker.current = stop
  const making: Making = { row, signal: stop.signal, progress: { done: 0, total: null } }
  const endBeats = startBeats(worker, making, stop)
  try {
    await writeFile(worker, making)
  } catch (error) {
    const ending = stop.signal.aborted ? endingOf(stop.signal.reason) : undefined
    if (ending === 'halted') await queries.releaseClaim(context.db, row.download_id, holder)
    if (ending === undefined) await fail(worker, row, error)
  } finally {
    endBeats()
    worker.current = undefined
  }
}

async function writeFile({ context, holder, sources }: State, making: Making): Promise<void> {
  const { row, signal, progress } = making
  const { db, clock, blobs } = context
  if (row.tries > maxTries) throw conflict('The file could not be made: the server ended each time it was tried.', 'download-failed')
  const { name, type, content } = await produceFile(context, sources, making)
  const received = await blobs.area(areaOf(row.download_id)).receive(content)
  if (signal.aborted) await received.drop()
  signal.throwIfAborted()
  await received.keep()
  const at = clock.now()
  const result = { fileName: name, mediaType: type, blob: received.hash, bytes: received.bytes, rowsDone: progress.done }
  await queries.finishDownload(db, row.download_id, holder, { ...result, at, expiresAt: later(at, downloadRetentionSeconds) })
}

/** Keeps the claim while the file is made; a worker that lost it, or finds it cancelled, stops. Answers what ends this. */
function startBeats({ context, holder }: State, { row, progress }: Making, stop: AbortController): () => void {
  const { db, clock, log } = context
  const beat = () =>
    queries
      .keepClaim(db, row.download_id, {
        holder,
        until: later(clock.now(), claimSeconds),
        rowsDone: progress.done,
        rowsTotal: progress.total,
      })
      .then(
        (mine) => {
          if (!mine) stop.abort('lost' satisfies Ending)
        },
        // The claim outlasts a few of them.
        (error: unknown) => log.warn({ err: error }, 'a download could not say how far it is'),
      )
  const timer = setInterval(() => void beat(), beatMs)
  return () => clearInterval(timer)
}

async function fail({ context, holder }: State, row: DownloadRow, error: unknown): Promise<void> {
  // Out of reach for a moment: the claim runs out, and it is tried again.
  if (!(error instanceof ApiError) && /^(08|53|57P)/.test(sqlState(error) ?? '')) throw error
  if (!(error instanceof ApiError)) context.log.error({ err: error, downloadId: row.download_id }, 'a download failed')
  const { code, message } =
    error instanceof ApiError
      ? error.answer
      : { code: 'download-failed', message: 'The file could not be made because of a fault on the server.' }
  await reportFailure(context, row, holder, { reason: code, detail: message })
  await context.blobs.area(areaOf(row.download_id)).clear()
}

/** Ends a download that cannot be made and raises its alarm: where `of` still has it or, for null, where no worker took it yet. */
async function reportFailure(
  { db, clock, signals }: Context,
  row: DownloadRow,
  of: string | null,
  { reason, detail }: { reason: string; detail: string },
): Promise<void> {
  const at = clock.now()
  const storeCode = row.store_code ?? systemLocation
  const failed = await inTransaction(db, async (tx) => {
    if (!(await queries.failDownload(tx, row.download_id, of, { reason, detail, at }))) return false
    const data = { taskId: row.download_id, type: row.type, createdBy: row.created_by, reason, detail }
    await raiseAlarm(tx, { storeCode, type: 'FILE DOWNLOAD TASK FAILURE', class: 2, subject: row.download_id, data, at })
    return true
  })
  if (failed) signals.notify('changed', { storeCode, changes: ['alarms'] })
}
