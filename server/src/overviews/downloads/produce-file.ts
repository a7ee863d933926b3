/** What the file of a download holds, by its type. */
import { downloadTypes } from '@endcap/contract/downloads'
import type { Context } from '../../platform/context.ts'
import type { DownloadRow } from './downloads.queries.ts'
import { fileTable } from './lists.ts'
import type { LogFile, LogSources } from './log-sources.ts'
import { csvFile, excelFile, zipFile } from './write-file.ts'

interface Made {
  name: string
  type: string
  content: AsyncIterable<Uint8Array>
}
/** A file while it is made. */
export interface Making {
  row: DownloadRow
  /** Aborted when it is not to be made to its end. */
  signal: AbortSignal
  /** Rows, or files of logs; moved on while the content is read. */
  progress: { done: number; total: number | null }
}

/** Rejects when the signal says so: a source may never answer. */
const stopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** What a download's file is called and holds; it is read from the database or its source while it is written. Rejects when the signal says so. */
export async function produceFile(context: Context, sources: LogSources, { row, signal, progress }: Making): Promise<Made> {
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
  if (request.type === downloadTypes.playSums) return 'play-sums'
  return request.type === downloadTypes.filteredTags && request.filter.noProduct ? 'tags-without-product' : 'tags'
}

/** Every system can write such a name; the time is that of the place it tells about. */
function fileName(name: string, at: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return `${name.replaceAll(/[^\w.-]+/g, '-')}-${time.replaceAll(/[-:]/g, '').replace(' ', '-')}`
}
