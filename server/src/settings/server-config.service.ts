/** The server configuration (specification 2 §3, §5): one form over the chain's settings, those of the site and the rules for passwords. */
import { createHash } from 'node:crypto'
import { administratorRoleId } from '@endcap/contract/privileges'
import type { RequestOf } from '@endcap/contract/endpoint'
import type { settings as endpoints, StoredServerConfig } from '@endcap/contract/settings'
import { recordChange } from '../platform/audit/audit.service.ts'
import { toEpoch } from '../platform/base/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db/schema.ts'
import { inTransaction } from '../platform/audit/transaction.ts'
import { conflict, forbidden } from '../platform/base/errors.ts'
import type { Session } from '../platform/http/session.ts'
import { getSetting, setSetting, settingTime } from './settings.service.ts'
import { refuseSome } from './whole-chain.ts'

/** Tells whether a form was filled in on what is stored now: by its content, so that it needs no counter. */
export const versionOf = (value: object): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
export const changedSince = (): Error =>
  conflict('Another account has changed these settings since you opened them. Load them again, and repeat your change.', 'changed-since')

export async function readServerConfig(db: Db): Promise<StoredServerConfig> {
  const server = await getSetting(db, 'server')
  const system = await getSetting(db, 'system')
  const { maxAgeDays, requireSecondFactor } = await getSetting(db, 'passwords')
  const prices = await getSetting(db, 'prices')
  const config = { ...server, system, passwords: { maxAgeDays, requireSecondFactor }, prices }
  const updatedAt = await settingTime(db, 'server')
  return { ...config, updatedAt: updatedAt && toEpoch(updatedAt), version: versionOf(config) }
}

/** As the audit log has it, which leaves out what is called a password: the rules for them are none. */
const recorded = ({ passwords, ...rest }: Omit<StoredServerConfig, 'updatedAt' | 'version'>) => ({ ...rest, signIn: passwords })

type Change = RequestOf<typeof endpoints.saveServer>['body']

/** All or none; gateways are told what concerns them. 409 when it was made on older settings. */
export async function saveServerConfig(context: Context, session: Session, change: Change): Promise<StoredServerConfig> {
  const { db, clock, signals } = context
  refuseSome(session)
  const { system, passwords, prices, version, ...server } = change
  const { stored, factorRule } = await inTransaction(db, async (tx) => {
    // Another save at the same time waits here, and then compares with what this one stored.
    await tx
      .selectFrom('settings')
      .select('key')
      .where('key', 'in', ['server', 'system', 'passwords', 'prices'])
      .orderBy('key')
      .forUpdate()
      .execute()
    const { updatedAt: _, version: now, ...before } = await readServerConfig(tx)
    if (version !== undefined && version !== now) throw changedSince()
    const required = passwords?.requireSecondFactor ?? before.passwords.requireSecondFactor
    if (required !== before.passwords.requireSecondFactor) await refuseFactorRule(tx, session, required)
    const auditRetentionDays = server.auditRetentionDays ?? before.auditRetentionDays
    // Who may change settings may not shorten the record of having done so.
    if (auditRetentionDays !== before.auditRetentionDays && session.roleId !== administratorRoleId)
      throw forbidden('Only an administrator may do this.', 'administrator-only')
    const at = clock.now()
    await setSetting(tx, 'server', { ...server, auditRetentionDays }, at)
    if (system !== undefined) await setSetting(tx, 'system', system, at)
    if (prices !== undefined) await setSetting(tx, 'prices', prices, at)
    if (passwords !== undefined)
      await setSetting(tx, 'passwords', { ...(await getSetting(tx, 'passwords')), ...passwords, requireSecondFactor: required }, at)
    const stored = await readServerConfig(tx)
    const { updatedAt: __, version: ___, ...after } = stored
    await recordChange(tx, { subject: { kind: 'setting', id: 'server' }, before: recorded(before), after: recorded(after) })
    return { stored, factorRule: required !== before.passwords.requireSecondFactor }
  })
  signals.notify('settings', {})
  signals.notify('changed', { storeCode: '', changes: ['settings'] })
  signals.notify('gateway-requests', {})
  // Administrators who are signed in without a second factor are led to setting one up.
  if (factorRule) signals.notify('rights-changed', { roleId: administratorRoleId })
  return stored
}

/** What administrators must do is for them to say; and who asks it of others has done it. */
async function refuseFactorRule(tx: Db, { email, roleId }: Session, required: boolean): Promise<void> {
  if (roleId !== administratorRoleId) throw forbidden('Only an administrator may do this.', 'administrator-only')
  const factor = tx.selectFrom('second_factors').select('email').where('email', '=', email).where('confirmed_at', 'is not', null)
  if (required && (await factor.executeTakeFirst()) === undefined)
    throw conflict('You have no second factor yourself. Set up yours first (menu at your name), then require it.', 'second-factor-own')
}
