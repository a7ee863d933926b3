/** What displays report: heartbeat, state, finished commands. One that falls silent goes offline (docs/signage.md). */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { heartbeatsMissed, heartbeatSeconds, retrySeconds, type player, type Command } from '@endcap/contract/player'
import type { RequestOf, ResultOf } from '@endcap/contract/endpoint'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'
import { conflict } from '../../platform/base/errors.ts'
import { hashToken } from '../../people/session/tokens.ts'
import { findEnrolment, readStoreUsage } from './enrol.queries.ts'
import { clearSilent, nameOf, raiseDuplicate, raiseSilent } from './display-alarms.ts'
import { dropOldPlays } from './events.queries.ts'
import { createSemaphore } from '../../platform/base/semaphore.ts'
import { currentRev } from './manifest.ts'
import { closeCommand, deviceOfToken, dropOldPlayerData, holdDevice, markSilent, openCommands } from './player.queries.ts'
import { evaluateFailing } from './failing.ts'
import { evaluateUsage } from './usage.ts'

export { displaysLeavingOut, readLeftOut } from './left-out.ts'
export { readFailing } from './failing.ts'
export { defaultInfoSeconds as usualInfoSeconds } from './manifest.ts'
export { readSignageSettings } from './enrol.queries.ts'
export { endDisplayAlarms } from './display-alarms.ts'
export { checkOf, readScreenshot } from './screenshots.ts'
export { findScreen } from './screenshots.queries.ts'
export { askDevices } from './commands.ts'
export { awaitsDisplays, findDevice, holdDevice, type DeviceRow } from './player.queries.ts'

type Register = (typeof player)['register']
type Heartbeat = (typeof player)['heartbeat']

/** Beside those that are let in already (player.routes.ts). */
const lookups = createSemaphore(2)
export async function deviceOf({ db }: Context, token: string): Promise<CallingDisplay | undefined> {
  const row = await lookups.run(() => deviceOfToken(db, hashToken(token)))
  return row?.storeCode == null ? undefined : { mac: row.mac, storeCode: row.storeCode }
}

const newToken = () => randomBytes(32).toString('base64url')
const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

/**
 * A display announces itself. With its store's enrolment token, or once it was taken in, it gets a token of its own; each announcement makes a
 * new one and voids the old. Without, it waits: the code on its screen is what the person who takes it in types.
 */
export async function register(context: Context, body: RequestOf<Register>['body'], ip: string): Promise<ResultOf<Register>> {
  const { db, clock, signals } = context
  const { mac, claimSecret, screen, caps, ver } = body
  const at = clock.now()
  const claim = createHash('sha256').update(claimSecret).digest('hex')
  const result = await inTransaction(db, async (tx) => {
    const known = await holdDevice(tx, mac)
    if (known?.claim_hash != null && known.claim_hash !== claim)
      return {
        duplicate: known.store_code !== null && (await raiseDuplicate(tx, { ...known, store_code: known.store_code }, ip, at)),
        ...known,
      }
    const enrolled = known?.store_code ?? (await findEnrolment(tx, body))
    const token = enrolled === undefined ? undefined : newToken()
    const code = enrolled === undefined ? (known?.code ?? newCode()) : null
    const row = {
      store_code: enrolled ?? null,
      requested_store: enrolled === undefined ? (body.storeCode ?? null) : null,
      claim_hash: claim,
      token_hash: token === undefined ? null : hashToken(token),
      code,
      screen_width: screen.width,
      screen_height: screen.height,
      caps: JSON.stringify(caps),
      versions: JSON.stringify(ver),
      model: body.model ?? known?.model ?? '',
      ip,
      recv_at: at,
      updated_at: at,
      awaited_since: null,
      status: enrolled === undefined ? ('PENDING' as const) : ('ONLINE' as const),
    }
    const name = known?.name === undefined || known.name === '' ? (body.name ?? '') : known.name
    await tx
      .insertInto('plus_devices')
      .values({ mac, name, config: '{}', report: '{}', created_at: at, ...row })
      .onConflict((conflicting) => conflicting.column('mac').doUpdateSet({ name, ...row }))
      .execute()
    if (enrolled !== undefined && known !== undefined) await clearSilent(tx, { mac, storeCode: enrolled, at })
    return { token, code, storeCode: enrolled }
  })
  if ('duplicate' in result) {
    if (result.duplicate) signals.notify('changed', { storeCode: result.store_code ?? '', changes: ['alarms'] })
    throw conflict(`Another display has announced itself as ${mac}. Pair it anew in the console if it was replaced.`, 'duplicate-device')
  }
  signals.notify('changed', { storeCode: result.storeCode ?? '', changes: ['displays'] })
  const now = at.getTime()
  return result.token === undefined
    ? { pending: true, code: result.code ?? '', retrySeconds, now }
    : { pending: false, deviceToken: result.token, heartbeatSeconds, now }
}

/** Takes in how a display is; answers what it should play and do. */
export async function takeHeartbeat(
  context: Context,
  { mac, storeCode }: CallingDisplay,
  { body, ip }: { body: RequestOf<Heartbeat>['body']; ip: string },
): Promise<ResultOf<Heartbeat>> {
  const { db, clock, signals } = context
  const at = clock.now()
  const { done, ver, caps, ...report } = body
  const { raised, changed } = await inTransaction(db, async (tx) => {
    for (const { id, result, detail = '' } of done) if (/^\d{1,18}$/.test(id)) await closeCommand(tx, { mac, id, result, detail, at })
    const before = await holdDevice(tx, mac)
    const name = nameOf({ mac, name: before?.name ?? '' })
    await tx
      .updateTable('plus_devices')
      .set({
        recv_at: at,
        status: 'ONLINE',
        awaited_since: null,
        report: JSON.stringify(report),
        ip: report.ip === '' ? ip : report.ip,
        ...(ver !== undefined && { versions: JSON.stringify(ver) }),
        ...(caps !== undefined && { caps: JSON.stringify(caps) }),
      })
      .where('mac', '=', mac)
      .execute()
    if (before?.status !== 'ONLINE') await clearSilent(tx, { mac, storeCode, at })
    const usage = await evaluateUsage(tx, { mac, name, storeCode, report, thresholds: await readStoreUsage(tx, storeCode), at })
    const shows = await evaluateFailing(tx, { mac, name, storeCode, before: before?.report ?? {}, report, at })
    const raised = usage || shows
    const isOther =
      (ver !== undefined && !isDeepStrictEqual(before?.versions, ver)) || (caps !== undefined && !isDeepStrictEqual(before?.caps, caps))
    return { raised, changed: raised || isOther || before?.status !== 'ONLINE' || before.report.rev !== report.rev || done.length > 0 }
  })
  if (changed) signals.notify('changed', { storeCode, changes: raised ? ['displays', 'alarms'] : ['displays'] })
  const [rev, commands] = await Promise.all([currentRev(context, mac), commandsFor(context, mac)])
  return { rev, commands, now: clock.now().getTime(), ip: report.ip === '' ? ip : report.ip }
}

export async function commandsFor({ db, clock }: Context, mac: string): Promise<Command[]> {
  const open = await openCommands(db, mac, clock.now())
  return open.map(({ id, type, args, expiresAt }) => ({ id, type, args, expiresAt: expiresAt.getTime() }))
}

/** Displays of which nothing was heard for some heartbeats are out of reach. */
export async function markSilentDevices({ db, clock, signals }: Context): Promise<void> {
  const at = clock.now()
  const since = new Date(at.getTime() - heartbeatsMissed * heartbeatSeconds * 1000)
  const stores = new Set<string>()
  for (let left = true; left;) {
    const silent = await inTransaction(db, async (tx) => {
      const rows = await markSilent(tx, since)
      for (const row of rows) await raiseSilent(tx, row, at)
      return rows
    })
    for (const { storeCode } of silent) stores.add(storeCode)
    left = silent.length > 0
  }
  for (const storeCode of stores) signals.notify('changed', { storeCode, changes: ['displays', 'alarms'] })
}

const dayMs = 86_400_000
/** Hourly. Commands are kept for a week after they are over, displays that are not taken in for a month, proof of play for a quarter. */
export async function cleanUpPlayers({ db, clock }: Context): Promise<void> {
  const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  await dropOldPlayerData(db, { commands: ago(7), waiting: ago(30) })
  await dropOldPlays(db, ago(92))
}
