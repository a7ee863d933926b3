/** Bridges: programs that speak with access points of other makes, by a token of their own. One of them the servers run themselves. */
import { createHash, randomBytes } from 'node:crypto'
import { bridgePatience, bridgeTokenPrefix, longestNews, type BridgeWork } from '@endcap/contract/access-points'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { CallingBridge } from '../../platform/http/callers.ts'
import { conflict, forbidden, notFound, unauthorized } from '../../platform/base/errors.ts'
import { renewSecret } from '../gateways/gateways.service.ts'
import type { BridgeParams } from '../../platform/db/bridge-tables.ts'
import { openSecret, SecretLost } from '../../platform/secrets/secrets.ts'
import { hashToken } from '../../people/session/session.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { servedBy } from './access-points.queries.ts'
import * as queries from './bridges.queries.ts'
import type { FoundOut } from './bridges.queries.ts'

export { isNeeded, keepOwn, seedOwn } from './bridges.queries.ts'

export interface BridgeReport {
  version: string
  revision: string
  have: Readonly<Record<string, string>>
  problems: string[]
  signPort: number | null
}

/** A bridge that was not heard for so long is asked nothing. */
const silentSeconds = 60
/** Signals may be lost: the tables are looked at this often besides. */
const lookEveryMs = 1000
/** Its last call is kept this exactly, so that asking does not write. */
const noteEveryMs = 15_000
const newToken = () => bridgeTokenPrefix + randomBytes(32).toString('base64url')

/** The bridge of this token; undefined where there is none. */
export async function bridgeOf({ db }: Context, token: string): Promise<CallingBridge | undefined> {
  if (!token.startsWith(bridgeTokenPrefix)) return undefined
  const tokenHash = hashToken(token)
  const row = await queries.byToken(db, tokenHash)
  return row && { bridgeId: row.bridge_id, storeCodes: row.store_codes, tokenHash }
}

/** Of a chain with many stores each account has bridges of its own stores only. */
function serves(row: { store_codes: string[] | null; own: boolean }, session: Session): boolean {
  if (row.own) return true
  return row.store_codes === null ? session.stores === 'all' : row.store_codes.some((code) => session.allows(code))
}
async function ownBridge(context: Context, session: Session, bridgeId: string) {
  const row = await queries.find(context.db, bridgeId)
  const mine =
    row !== undefined &&
    !row.own &&
    (row.store_codes === null ? session.stores === 'all' : row.store_codes.every((code) => session.allows(code)))
  if (!mine) throw notFound('There is no such bridge of your stores.')
  return row
}

/** The bridge that is asked for, or the servers' own; refused where it does not serve the account, or the store. */
export async function bridgeFor(
  context: Context,
  session: Session,
  bridgeId: string | null,
  storeCode?: string,
): Promise<{ bridgeId: string }> {
  const row = bridgeId === null ? await queries.findOwn(context.db) : await queries.find(context.db, bridgeId)
  if (row === undefined || !serves(row, session)) throw notFound('There is no such bridge of your stores.')
  if (storeCode !== undefined && row.store_codes !== null && !row.store_codes.includes(storeCode))
    throw forbidden(`${row.name} does not serve store ${storeCode}.`, 'other-store')
  return { bridgeId: row.bridge_id }
}

export async function createBridge(
  context: Context,
  session: Session,
  { name, storeCodes }: { name: string; storeCodes: string[] | null },
): Promise<{ bridgeId: string; token: string }> {
  if (storeCodes === null && session.stores !== 'all') throw forbidden('Choose the stores that it serves.', 'other-store')
  for (const code of storeCodes ?? []) if (!session.allows(code)) throw forbidden(`The store ${code} is not one of yours.`, 'other-store')
  const token = newToken()
  return inTransaction(context.db, async (tx) => {
    const bridgeId = await queries.insert(tx, {
      name,
      token_hash: hashToken(token),
      store_codes: storeCodes,
      created_by: session.email,
      created_at: context.clock.now(),
    })
    await recordChange(tx, { subject: { kind: 'bridge', id: name }, before: null, after: { name, storeCodes } })
    return { bridgeId, token }
  })
}

/** The old token ends at once, and so do the secrets that were given out for it. */
export async function renewToken(context: Context, session: Session, bridgeId: string): Promise<{ bridgeId: string; token: string }> {
  const row = await ownBridge(context, session, bridgeId)
  const token = newToken()
  const served = await inTransaction(context.db, async (tx) => {
    await tx
      .updateTable('bridges')
      .set({ token_hash: hashToken(token) })
      .where('bridge_id', '=', bridgeId)
      .execute()
    const all = await servedBy(tx, bridgeId)
    for (const { gwMac } of all) await renewSecret(tx, gwMac)
    await recordChange(tx, { subject: { kind: 'bridge', id: row.name }, before: null, after: { renewed: true } })
    return all
  })
  for (const { gwMac } of served) context.signals.notify('gateway-locked-out', { gwMac })
  return { bridgeId, token }
}

export async function removeBridge(context: Context, session: Session, bridgeId: string): Promise<void> {
  const row = await ownBridge(context, session, bridgeId)
  await inTransaction(context.db, async (tx) => {
    if ((await servedBy(tx, bridgeId)).length > 0)
      throw conflict(`${row.name} still has access points. Delete them first, or make it a new token.`, 'bridge-in-use')
    await tx.deleteFrom('bridges').where('bridge_id', '=', bridgeId).execute()
    await recordChange(tx, {
      subject: { kind: 'bridge', id: row.name },
      before: { name: row.name, storeCodes: row.store_codes },
      after: null,
    })
  })
}

/** Gives a bridge its work: at once where it does not know it yet, else when there is news, or after a while. */
export async function giveWork(
  context: Context,
  bridge: CallingBridge,
  report: BridgeReport,
  { ip, left }: { ip: string; left: AbortSignal },
): Promise<BridgeWork> {
  const { db, clock, signals } = context
  await queries.note(db, bridge.bridgeId, { ...report, ip, at: clock.now(), everyMs: noteEveryMs })
  let wake = () => {}
  const forget = signals.on('bridges', () => wake())
  try {
    for (const until = performance.now() + longestNews * 1000; ;) {
      const hint = new Promise<void>((resolve) => (wake = resolve))
      // A bridge whose token ended while it waited gets no more secrets.
      if ((await queries.byToken(db, bridge.tokenHash)) === undefined) throw unauthorized('A bridge must present its token.')
      const work = await workOf(context, bridge, report)
      if (work.revision !== report.revision || performance.now() >= until) return withKeys(context, work)
      await waitFor(hint, lookEveryMs)
      // The bridge waits no longer; where this server ends, its database is about to be gone as well.
      if (left.aborted) return withKeys(context, work)
    }
  } finally {
    forget()
  }
}

/** Its work as it is looked at again and again, with keys as they are stored. */
async function workOf(context: Context, bridge: CallingBridge, { have }: BridgeReport): Promise<BridgeWork> {
  const { db, config, clock } = context
  const rows = await servedBy(db, bridge.bridgeId)
  const requests = await queries.openRequests(db, bridge.bridgeId, clock.now())
  const plain = rows.map(({ gwMac, storeCode, kind, address, options, keys, timeZone, locale }) => {
    const reportedOptions = { ...options, timeZone, language: locale.slice(0, 2), ...(Object.keys(keys).length > 0 && { keys }) }
    return { gwMac, storeCode, kind, address, options: reportedOptions }
  })
  const accessPoints = []
  for (const [index, one] of plain.entries()) {
    const good = have[one.gwMac] === rows[index]?.secretHash
    accessPoints.push(good ? one : { ...one, secret: await sendSecret(context, bridge, one.gwMac) })
  }
  const external = config.mqttUrl === undefined ? null : withoutPassword(config.mqttUrl)
  const mqtt = { url: external, port: config.mqttPort ?? null, securePort: config.mqttsPort ?? null }
  const revision = createHash('sha256')
    .update(JSON.stringify([accessPoints.map((one) => ('secret' in one ? [one, 'new'] : one)), requests, mqtt]))
    .digest('hex')
  return { revision, accessPoints, requests, mqtt }
}
const withKeys = (context: Context, work: BridgeWork): BridgeWork => ({
  ...work,
  requests: work.requests.map((one) => (one.keys === undefined ? one : { ...one, keys: openKeys(context, one.keys) })),
  accessPoints: work.accessPoints.map((one) => {
    const { keys, ...options } = one.options
    return keys === undefined ? one : { ...one, options: { ...options, keys: openKeys(context, keys) } }
  }),
})
/** What another key of this server has sealed is lost: those panels say that their key is not known. */
function openKeys(context: Context, sealed: Readonly<Record<string, string>>): Record<string, string> {
  const keys: Record<string, string> = {}
  for (const [mac, text] of Object.entries(sealed)) {
    try {
      keys[mac] = openSecret(context, text)
    } catch (error) {
      if (!(error instanceof SecretLost)) throw error
    }
  }
  return keys
}
/** A renewal of the token at the same time comes before, and this is refused, or after, and ends this secret too. */
const sendSecret = ({ db }: Context, bridge: CallingBridge, gwMac: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    if (!(await queries.holdToken(tx, bridge))) throw unauthorized('A bridge must present its token.')
    return renewSecret(tx, gwMac)
  })

/** Gateways sign in by themselves; no bridge needs the server's own name there. */
function withoutPassword(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

export async function takeAnswer(context: Context, bridge: CallingBridge, requestId: string, answer: FoundOut): Promise<void> {
  if (!(await queries.answer(context.db, bridge.bridgeId, requestId, answer))) throw notFound('No request waits for this answer.')
  context.signals.notify('bridges', {})
}

/** Asks a bridge to find something out, and waits for it. */
export async function askBridge(
  context: Context,
  { bridgeId }: { bridgeId: string },
  kind: 'probe' | 'find',
  params: BridgeParams,
): Promise<FoundOut> {
  const { db, clock, signals } = context
  const at = clock.now()
  const row = await queries.find(db, bridgeId)
  const silent = row?.seen_at == null || at.getTime() - row.seen_at.getTime() > silentSeconds * 1000
  if (row !== undefined && !row.own && silent) return { problem: 'bridge-away' }
  const expiresAt = new Date(at.getTime() + bridgePatience * 1000)
  const requestId = await queries.ask(db, bridgeId, { kind, params, at, expiresAt })
  let wake = () => {}
  const forget = signals.on('bridges', () => wake())
  try {
    signals.notify('bridges', {})
    for (const until = performance.now() + bridgePatience * 1000; performance.now() < until;) {
      const hint = new Promise<void>((resolve) => (wake = resolve))
      const answer = await queries.answerOf(db, requestId)
      if (answer !== undefined) return answer
      await waitFor(hint, lookEveryMs)
    }
    return { problem: 'bridge-silent' }
  } finally {
    forget()
    await queries.dropRequest(db, requestId)
  }
}

async function waitFor(hint: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([hint, late])
  clearTimeout(timer)
}
