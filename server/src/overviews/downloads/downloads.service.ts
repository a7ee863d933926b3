/** Downloads as their creators see them: started, asked for, cancelled, and fetched by a link that is good for one time. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { FileAnswer } from '@endcap/contract/endpoint'
import {
  downloadRetentionSeconds,
  downloadLinkSeconds,
  downloadPrivileges,
  downloads as endpoints,
  downloadTypes,
  maxOpenDownloads,
  type Download,
  type DownloadStart,
} from '@endcap/contract/downloads'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { checkPatterns } from '../../platform/db/table-page.ts'
import { apiPrefix } from '../../platform/http/bind.ts'
import { conflict, forbidden, notFound } from '../../platform/base/errors.ts'
import { listGateways } from '../../chain/gateways/gateways.service.ts'
import { findServer } from '../../chain/servers/servers.service.ts'
import type { Session } from '../../platform/http/session.ts'
import * as queries from './downloads.queries.ts'
import type { DownloadRow } from './downloads.queries.ts'
import { fileTable } from './lists.ts'
import { offlineGateway } from './log-sources.ts'

export const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
/** The place of a download's file in the blob store: nothing else is there, so that it can be thrown away. */
export const areaOf = (downloadId: string): string => `downloads/${downloadId}`
const digest = (token: string) => createHash('sha256').update(token).digest('hex')

export async function startDownload(context: Context, session: Session, request: DownloadStart): Promise<{ taskId: string }> {
  const { db, clock, signals } = context
  mayDownload(session, request.type, request.storeCode || null)
  const host = await checkTarget(context, request)
  if ((await queries.countOpen(db, session.email)) >= maxOpenDownloads)
    throw conflict(`${maxOpenDownloads} downloads are under way already. Wait for one, or cancel one.`, 'too-many-downloads')
  const at = clock.now()
  const taskId = await queries.insertDownload(db, {
    type: request.type,
    storeCode: request.storeCode || null,
    request,
    createdBy: session.email,
    stores: session.stores === 'all' ? null : session.stores,
    host,
    at,
    expiresAt: later(at, downloadRetentionSeconds),
  })
  signals.notify('downloads', {})
  return { taskId }
}

function mayDownload(session: Session, type: number, storeCode: string | null): void {
  const privilege = downloadPrivileges[type]
  if (privilege === undefined || !session.can(privilege)) throw forbidden()
  if (storeCode !== null && !session.allows(storeCode)) throw forbidden('This store is not one of yours.', 'other-store')
}

/** Refuses at once what cannot come to anything; answers the machine that must do it, where only one can. */
async function checkTarget(context: Context, request: DownloadStart): Promise<string | null> {
  const { db } = context
  if (request.type === downloadTypes.serverLog) {
    const { type, networkInformation } = await findServer(context, request.filter.serverId)
    return type === 'esl' ? networkInformation.hostName : null
  }
  if (request.type === downloadTypes.gatewayLog) {
    const { gwMac } = request.filter
    const gateway = (await listGateways(db, request.storeCode)).find((one) => one.gwMac === gwMac)
    if (gateway === undefined) throw notFound(`There is no gateway ${gwMac} in this store.`)
    if (gateway.status === 'OFFLINE') throw offlineGateway()
    return null
  }
  if ('list' in request.filter) checkPatterns(request.filter.list)
  await fileTable(context, request, [])
  return null
}

/** The caller's own download, as long as they may still see what is in it. */
async function ownDownload({ db, clock }: Context, session: Session, taskId: string): Promise<DownloadRow> {
  const row = await queries.findDownload(db, taskId, session.email, clock.now())
  if (row === undefined) throw notFound('There is no such download, or its day is over.')
  mayDownload(session, row.type, row.store_code)
  // Made while the account had more stores than now: the file shows them.
  if (row.store_code === null && session.stores !== 'all' && !row.stores?.every((code) => session.allows(code)))
    throw forbidden('This download holds stores that are not yours any more.', 'other-store')
  return row
}

const toDownload = (row: DownloadRow): Download => ({
  taskId: row.download_id,
  type: row.type,
  storeCode: row.store_code,
  state: row.state,
  rowsDone: row.rows_done,
  rowsTotal: row.rows_total,
  fileName: row.file_name,
  size: row.bytes === null ? null : Number(row.bytes),
  createdAt: toEpoch(row.created_at),
  finishedAt: row.state === 'DONE' ? toEpochOrNull(row.finished_at) : null,
  expiresAt: toEpoch(row.expires_at),
})

/** A download that failed or was cancelled is an error of the asking (specification 1 §4): it ends the polling with its reason. */
export async function readDownload(context: Context, session: Session, taskId: string): Promise<Download & { link: string | null }> {
  const row = await ownDownload(context, session, taskId)
  if (row.state === 'FAILED' || row.state === 'CANCELLED') throw conflict(row.detail ?? '', row.reason ?? 'download-failed')
  return { ...toDownload(row), link: row.state === 'DONE' ? await issueLink(context, session, taskId) : null }
}

/** The token is random, and only its hash is stored: no caller can make one, and a copy of the database has none. */
async function issueLink({ db, clock }: Context, session: Session, taskId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = later(clock.now(), downloadLinkSeconds)
  await queries.insertLink(db, { tokenHash: digest(token), downloadId: taskId, sessionHash: session.tokenHash, expiresAt })
  return `${apiPrefix}${endpoints.fetch.path.replace(':taskId', taskId)}?token=${token}`
}

/** Uses the link up and answers the file. */
export async function fetchDownload({ db, clock, blobs }: Context, taskId: string, token: string): Promise<FileAnswer> {
  const row = await queries.useLink(db, taskId, digest(token), clock.now())
  if (row === undefined)
    throw forbidden('This link is not good: it was used, or its minute is over. Ask for the download again.', 'link-used')
  const content = blobs.area(areaOf(taskId)).read(row.blob ?? '')
  await once(content, 'open').catch(() => {
    throw notFound('The file is not there any more.')
  })
  return { name: row.file_name ?? taskId, type: row.media_type ?? 'application/octet-stream', content }
}

export async function cancelDownload(context: Context, session: Session, taskId: string): Promise<Download> {
  await ownDownload(context, session, taskId)
  await queries.cancelDownload(context.db, taskId, context.clock.now())
  return toDownload(await ownDownload(context, session, taskId))
}

/** Drops downloads whose day is over, with their files; answers how many. */
export async function sweepDownloads({ db, clock, blobs }: Context): Promise<number> {
  const at = clock.now()
  await queries.deleteDeadLinks(db, at)
  const expired = await queries.findExpired(db, at, 200)
  // The files first: a row that is left behind is found again, a file would not be.
  for (const downloadId of expired) await blobs.area(areaOf(downloadId)).clear()
  if (expired.length > 0) await queries.deleteDownloads(db, expired)
  return expired.length
}
