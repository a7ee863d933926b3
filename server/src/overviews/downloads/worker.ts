/** Makes the files of downloads. Any number of workers share them by claims that run out: a worker that dies is replaced. */
import { hostname } from 'node:os'
import { systemLocation } from '@endcap/contract/alarms'
import { downloadKeptSeconds, downloadTypes } from '@endcap/contract/downloads'
import { raiseAlarm } from '../../people/alarms/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { sqlState } from '../../platform/db/sql-state.ts'
import { ApiError, conflict } from '../../platform/base/errors.ts'
import * as queries from './downloads.queries.ts'
import type { DownloadRow } from './downloads.queries.ts'
import { areaOf, later } from './downloads.service.ts'
import { fileTable } from './lists.ts'
import type { LogFile, LogSources } from './log-sources.ts'
import { csvFile, excelFile, zipFile } from './write-file.ts'

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

interface Made {
  name: string
  type: string
  content: AsyncIterable<Uint8Array>
}
interface Job {
  row: DownloadRow
  signal: AbortSignal
  progress: { done: number; total: number | null }
}
/** Why a file is not made to its end: this process ends, or another has the claim, or nobody wants the file any more. */
const endings = ['halted', 'lost'] as const
type Ending = (typeof endings)[number]
const endingOf = (reason: unknown): Ending | undefined => endings.find((one) => one === reason)

export function createDownloadWorker(options: { context: Context; holder: string; sources: LogSources; host?: string }): DownloadWorker {
  const { context, holder, sources, host = hostname() } = options
  const { db, clock, log, blobs } = context
  let current: AbortController | undefined
  let halted = false

  async function make(row: DownloadRow): Promise<void> {
    const stop = new AbortController()
    current = stop
    const job: Job = { row, signal: stop.signal, progress: { done: 0, total: null } }
    const area = blobs.area(areaOf(row.download_id))
    const endBeats = startBeats(job, stop)
    try {
      if (row.tries > maxTries) throw conflict('The file could not be made: the server ended each time it was tried.', 'download-failed')
      const { name, type, content } = await produce(context, sources, job)
      const received = await area.receive(content)
      if (stop.signal.aborted) await received.drop()
      stop.signal.throwIfAborted()
      await received.keep()
      const at = clock.now()
      const result = { fileName: name, mediaType: type, blob: received.hash, bytes: received.bytes, rowsDone: job.progress.done }
      await queries.finishDownload(db, row.download_id, holder, { ...result, at, expiresAt: later(at, downloadKeptSeconds) })
    } catch (error) {
      const ending = stop.signal.aborted ? endingOf(stop.signal.reason) : undefined
      if (ending === 'halted') await queries.releaseClaim(db, row.download_id, holder)
      if (ending === undefined) await fail(row, error)
    } finally {
      endBeats()
      current = undefined
    }
  }

  /** Keeps the claim while the file is made; whoever lost it, or finds it cancelled, stops. */
  function startBeats({ row, progress }: Job, stop: AbortController): () => void {
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

  async function fail(row: DownloadRow, error: unknown): Promise<void> {
    // Out of reach for a moment: the claim runs out, and it is tried again.
    if (!(error instanceof ApiError) && /^(08|53|57P)/.test(sqlState(error) ?? '')) throw error
    if (!(error instanceof ApiError)) log.error({ err: error, downloadId: row.download_id }, 'a download failed')
    const { code, message } =
      error instanceof ApiError
        ? error.answer
        : { code: 'download-failed', message: 'The file could not be made because of a fault on the server.' }
    await tellFailure(row, holder, { reason: code, detail: message })
    await blobs.area(areaOf(row.download_id)).clear()
  }

  async function tellFailure(row: DownloadRow, of: string | null, { reason, detail }: { reason: string; detail: string }): Promise<void> {
    const at = clock.now()
    const storeCode = row.store_code ?? systemLocation
    const failed = await inTransaction(db, async (tx) => {
      if (!(await queries.failDownload(tx, row.download_id, of, { reason, detail, at }))) return false
      const data = { taskId: row.download_id, type: row.type, createdBy: row.created_by, reason, detail }
      await raiseAlarm(tx, { storeCode, type: 'FILE DOWNLOAD TASK FAILURE', class: 2, subject: row.download_id, data, at })
      return true
    })
    if (failed) context.signals.notify('changed', { storeCode, changes: ['alarms'] })
  }

  return {
    async work() {
      if (halted) return false
      const at = clock.now()
      for (const row of await queries.findStranded(db, host, later(at, -strandedSeconds)))
        await tellFailure(row, null, {
          reason: 'log-elsewhere',
          detail: `The log files are on ${row.host}, where no worker runs.`,
        })
      const row = await queries.claimDownload(db, { holder, host, at, until: later(at, claimSeconds) })
      if (row === undefined) return false
      await make(row)
      return true
    },
    halt() {
      halted = true
      current?.abort('halted' satisfies Ending)
    },
  }
}

/** Rejects when the signal says so: a source may never answer. */
const stopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** What a download's file is called and holds; it is read from the database or its source while it is written. */
async function produce(context: Context, sources: LogSources, { row, signal, progress }: Job): Promise<Made> {
  const { request } = row
  const logs = async (name: string, files: Promise<LogFile[]>): Promise<Made> => {
    const found = await Promise.race([files, stopped(signal)])
    progress.done = found.length
    return { name: `${fileName(name, context.clock.now(), 'UTC')}.zip`, type: 'application/zip', content: zipFile(found, signal) }
  }
  if (request.type === downloadTypes.serverLog) return logs(`server-log-${request.filter.serverId}`, sources.server(request.filter))
  if (request.type === downloadTypes.gatewayLog)
    return logs(`gateway-log-${request.filter.gwMac}`, sources.gateway({ ...request.filter, storeCode: request.storeCode }))

  const table = await fileTable(context, request, row.stores ?? 'all')
  // Every type that is no log is a list.
  if (table === undefined) throw new Error(`There is no list of type ${row.type}`)
  const { headings, timeZone } = table
  progress.total = await table.total()
  async function* counted() {
    for await (const slice of table!.rows(signal)) {
      yield slice
      progress.done += slice.length
    }
  }
  const sheet = { headings, timeZone, rows: counted() }
  const name = fileName([listName(request), row.store_code ?? ''].filter(Boolean).join('-'), context.clock.now(), timeZone)
  return request.filter.format === 'xlsx'
    ? {
        name: `${name}.xlsx`,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: excelFile(sheet, context.clock.now()),
      }
    : { name: `${name}.csv`, type: 'text/csv; charset=utf-8', content: csvFile(sheet) }
}

function listName(request: DownloadRow['request']): string {
  if (request.type === downloadTypes.stores) return 'stores'
  if (request.type === downloadTypes.products) return 'products'
  if (request.type === downloadTypes.plays) return 'plays'
  return request.type === downloadTypes.filteredTags && request.filter.noProduct ? 'tags-without-product' : 'tags'
}

/** Every system can write such a name; the time is that of the place it tells about. */
function fileName(name: string, at: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return `${name.replaceAll(/[^\w.-]+/g, '-')}-${time.replaceAll(/[-:]/g, '').replace(' ', '-')}`
}
