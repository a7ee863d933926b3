/**
 * Asking a gateway to do something, such as to reboot, and waiting for its answer. Any process may ask: the request is a row, and the engine that has the
 * gateway's connection carries it there, wherever it runs. The process that asked ends it when its time is over, so that there is always an answer.
 */
import { Readable } from 'node:stream'
import { gatewayMessages } from '@endcap/contract/gateways'
import type { Context } from '../../platform/context.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { findGateway, type GatewayRow } from './gateways.queries.ts'
import * as queries from './requests.queries.ts'
import type { RequestKind, RequestState } from './requests.queries.ts'

export { dropOldRequests, hasOpenRequests, takeLogPart, takeReply, takeRequests } from './requests.queries.ts'

/** Kinds that a caller waits for; an upgrade is followed by its roll-out. */
type AskedKind = Exclude<RequestKind, 'upgrade'>
/** How long a gateway may take, in seconds. */
const patience: Record<AskedKind, number> = { 'link-check': 5, reboot: 10, log: 90 }
/** Hints may be lost: the row is looked at this often besides. */
const lookEveryMs = 500

type Answer = { outcome: 'done' | 'failed' | 'silent'; requestId: string; detail: string | null; ms: number | null }

/** Resolves with what the gateway answered, or that it did not in time. */
async function ask(context: Context, row: GatewayRow, kind: AskedKind): Promise<Answer> {
  const { db, clock, signals } = context
  const [storeCode, at, seconds] = [row.store_code, clock.now(), patience[kind]]
  const requestId = await queries.insertRequest(
    db,
    { storeCode, gwMac: row.gw_mac, shard: row.shard },
    { kind, at, expiresAt: new Date(at.getTime() + seconds * 1000) },
  )
  let wake = () => {}
  const forget = signals.on('gateway-replies', () => wake())
  try {
    signals.notify('gateway-requests', {})
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      const hint = new Promise<void>((resolve) => (wake = resolve))
      const state = await queries.readRequest(db, storeCode, requestId)
      // Deleted with its gateway.
      if (state === undefined) break
      if (state.state === 'DONE' || state.state === 'FAILED')
        return { outcome: state.state === 'DONE' ? 'done' : 'failed', requestId, detail: state.detail, ms: timeOf(state) }
      await waitFor(hint, Math.min(lookEveryMs, until - performance.now()))
    }
    await queries.giveUp(db, storeCode, requestId, clock.now())
    return { outcome: 'silent', requestId, detail: null, ms: null }
  } finally {
    forget()
  }
}

const timeOf = ({ sentAt, finishedAt }: RequestState): number | null =>
  sentAt === null || finishedAt === null ? null : Math.max(0, finishedAt.getTime() - sentAt.getTime())

async function waitFor(hint: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms))
  })
  await Promise.race([hint, late])
  clearTimeout(timer)
}

/** The gateway with this MAC, if it is in one of the account's stores. */
export async function ownGateway({ db }: Context, session: Session, gwMac: string): Promise<GatewayRow> {
  const row = await findGateway(db, gwMac)
  if (row === undefined || !session.allows(row.store_code)) throw notFound(`There is no gateway ${gwMac} in your stores.`)
  return row
}

/** Specification 1 §8: "Success", or "Fail" with "Can't connect to the GW". */
export async function checkLink(context: Context, session: Session, gwMac: string) {
  const row = await ownGateway(context, session, gwMac)
  const failed = { result: gatewayMessages.linkFailed, message: gatewayMessages.linkFailedText, ms: null }
  if (row.status === 'OFFLINE') return failed
  const { outcome, ms } = await ask(context, row, 'link-check')
  return outcome === 'done' ? { result: gatewayMessages.linkOk, message: gatewayMessages.linkOk, ms } : failed
}

/** Resolves when the gateway has said that it restarts, or has done so; 409 when it did not. */
export async function reboot(context: Context, session: Session, gwMac: string): Promise<{ message: string }> {
  const row = await ownGateway(context, session, gwMac)
  const failed = conflict(gatewayMessages.rebootFailed, 'gw-reboot-failed')
  if (row.status === 'OFFLINE') throw failed
  if ((await ask(context, row, 'reboot')).outcome !== 'done') throw failed
  return { message: gatewayMessages.rebooting }
}

export interface GatewayLogFile {
  name: string
  modifiedAt: Date
  open(): Readable
}

/**
 * The log files of a gateway as it has them now. For the worker that packs them; the account that asked for the download was checked there. 409 when
 * the gateway does not answer; `offline` makes the specification's refusal.
 */
export async function gatewayLogFiles(context: Context, gwMac: string, offline: () => Error): Promise<GatewayLogFile[]> {
  const { db } = context
  const row = await findGateway(db, gwMac)
  if (row === undefined) throw notFound(`There is no gateway ${gwMac} any more.`)
  if (row.status === 'OFFLINE') throw offline()
  const { outcome, requestId, detail } = await ask(context, row, 'log')
  if (outcome === 'silent') throw conflict(`Gateway ${gwMac} did not send its log in time.`, 'log-gateway-silent')
  if (outcome === 'failed')
    throw conflict(`Gateway ${gwMac} cannot send its log${detail === null ? '' : `: ${detail}`}.`, 'log-unsupported')
  const files = await queries.readLogFiles(db, row.store_code, requestId)
  await queries.dropRequest(db, row.store_code, requestId)
  return files.map(({ name, modifiedAt, content }) => ({ name, modifiedAt, open: () => Readable.from([content]) }))
}
