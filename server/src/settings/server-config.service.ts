/** The server configuration (specification 2 §3, §5): one form over the chain's settings, those of the site and the rules for passwords. */
import { createHash } from 'node:crypto'
import type { RequestOf } from '@endcap/contract/endpoint'
import type { settings as endpoints, StoredServerConfig } from '@endcap/contract/settings'
import { recordChange } from '../audit/audit.service.ts'
import { toEpoch } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict } from '../http/errors.ts'
import type { Session } from '../session/session.ts'
import { getSetting, setSetting, settingTime } from './settings.service.ts'
import { refuseSome } from './whole-chain.ts'

/** Tells whether a form was filled in on what is stored now: by its content, so that it needs no counter. */
export const versionOf = (value: object): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
export const changedSince = (): Error =>
  conflict('Somebody else has changed these settings since you opened them. Load them again, and repeat your change.', 'changed-since')

export async function readServerConfig(db: Db): Promise<StoredServerConfig> {
  const server = await getSetting(db, 'server')
  const system = await getSetting(db, 'system')
  const { maxAgeDays } = await getSetting(db, 'passwords')
  const config = { ...server, system, passwords: { maxAgeDays } }
  const updatedAt = await settingTime(db, 'server')
  return { ...config, updatedAt: updatedAt && toEpoch(updatedAt), version: versionOf(config) }
}

type Change = RequestOf<typeof endpoints.saveServer>['body']

/** All or none; gateways are told what concerns them. 409 when it was made on older settings. */
export async function saveServerConfig(context: Context, session: Session, change: Change): Promise<StoredServerConfig> {
  const { db, clock, signals } = context
  refuseSome(session)
  const { system, passwords, version, ...server } = change
  const saved = await inTransaction(db, async (tx) => {
    // Whoever saves at the same time waits here, and then compares with what this one stored.
    await tx.selectFrom('settings').select('key').where('key', 'in', ['server', 'system', 'passwords']).orderBy('key').forUpdate().execute()
    const { updatedAt: _, version: now, ...before } = await readServerConfig(tx)
    if (version !== undefined && version !== now) throw changedSince()
    const at = clock.now()
    await setSetting(tx, 'server', server, at)
    if (system !== undefined) await setSetting(tx, 'system', system, at)
    if (passwords !== undefined) await setSetting(tx, 'passwords', { ...(await getSetting(tx, 'passwords')), ...passwords }, at)
    const stored = await readServerConfig(tx)
    const { updatedAt: __, version: ___, ...after } = stored
    await recordChange(tx, { subject: { kind: 'setting', id: 'server' }, before, after })
    return stored
  })
  signals.notify('settings', {})
  signals.notify('changed', { storeCode: '', changes: ['settings'] })
  signals.notify('gateway-requests', {})
  return saved
}
