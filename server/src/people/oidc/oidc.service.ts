/**
 * Sign-in through a provider. Its word makes an account that waits for approval, or gives the role and stores of the mapping; it never makes
 * or opens an administrator's account: who may do everything signs in here.
 */
import { administratorRoleId } from '@endcap/contract/privileges'
import { systemLocation } from '@endcap/contract/alarms'
import type { UserInfo } from '@endcap/contract/session'
import type { Context } from '../../platform/context.ts'
import type { Config } from '../../platform/base/config.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, forbidden, notFound, unauthorized } from '../../platform/base/errors.ts'
import { allRoles, roleToGive } from '../roles/roles.service.ts'
import { deleteSessions, findAccount, insertAccount, unknownStores, type AccountRow } from '../accounts/account-rows.ts'
import { refuseLocked, startSession, type Visitor } from '../session/session.service.ts'
import { hashToken } from '../session/tokens.ts'
import { personOf, type Person } from './claims.ts'
import { identityOf, insertAttempt, insertIdentity, takeAttempt } from './oidc.queries.ts'
import { createProvider, type Provider } from './provider.ts'

/** Time to sign in at the provider. */
const attemptMs = 15 * 60_000

export interface OidcService {
  label: string | null
  start(browser: string): Promise<{ url: string }>
  finish(given: { browser: string; query: string }, visitor: Visitor): Promise<UserInfo & { accessToken: string }>
}

const refused = () => unauthorized('The sign-in at the provider was not completed. Try again.', 'provider-refused')

export function createOidc(context: Context): OidcService {
  const { db, clock, log, config } = context
  const settings = config.oidc
  if (settings === undefined) {
    const none = async () => {
      throw notFound('There is no provider to sign in with.')
    }
    return { label: null, start: none, finish: none }
  }
  const provider: Provider = createProvider(settings)
  return {
    label: settings.label,
    start: async (browser) => {
      const { url, state, nonce, verifier } = await provider.begin().catch((error: unknown) => {
        log.error({ err: error, issuer: settings.issuer }, 'the OpenID provider cannot be reached')
        throw new ApiError(503, {
          code: 'provider-away',
          message: 'The provider cannot be reached. Try again, or sign in with a password.',
        })
      })
      const at = clock.now()
      const expiresAt = new Date(at.getTime() + attemptMs)
      await inTransaction(db, (tx) =>
        insertAttempt(tx, { stateHash: hashToken(state), browserHash: hashToken(browser), nonce, verifier, at, expiresAt }),
      )
      return { url }
    },
    finish: async ({ browser, query }, visitor) => {
      const state = new URLSearchParams(query).get('state') ?? ''
      const attempt = await takeAttempt(db, { stateHash: hashToken(state), browserHash: hashToken(browser), at: clock.now() })
      if (attempt === undefined) throw refused()
      const claims = await provider.finish(query, { state, ...attempt }).catch((error: unknown) => {
        log.warn({ err: error, issuer: settings.issuer }, 'a sign-in at the OpenID provider failed')
        throw refused()
      })
      const person = personOf(claims, settings)
      if (person === undefined) throw unauthorized('The provider does not tell an e-mail address.', 'provider-no-email')
      const account = await keepAccount(context, settings, person)
      const locked = await refuseLocked(context, account, visitor)
      if (locked !== undefined) throw locked
      return startSession(context, account, visitor)
    },
  }
}

type Settings = NonNullable<Config['oidc']>

/** The account of this person, made or brought into line with the mapping. */
async function keepAccount(context: Context, { issuer }: Settings, person: Person): Promise<AccountRow> {
  const { db, clock, signals } = context
  const at = clock.now()
  const { subject } = person
  const { account, ruled } = await inTransaction(db, async (tx) => {
    const known = await identityOf(tx, { issuer, subject })
    const email = known ?? person.email
    const before = await findAccount(tx, email)
    if (before?.roleId === administratorRoleId) throw forbidden('Administrators sign in with their password.', 'provider-administrator')
    // An address that any person can claim must not open the account of another.
    if (known === undefined && before !== undefined && !person.verified)
      throw forbidden('The provider does not vouch for this e-mail address.', 'provider-unverified')
    if (before === undefined) await insertAccount(tx, { email, name: person.name, mobile: '', passwordHash: '', roleId: null, at })
    if (known === undefined) {
      await insertIdentity(tx, { issuer, subject, email, at })
      await tx.updateTable('accounts').set({ third_party: true }).where('email', '=', email).execute()
    }
    const changed = await applyMapping(tx, email, person, before)
    if (changed) await deleteSessions(tx, { email })
    const after = await findAccount(tx, email)
    if (after === undefined) throw refused()
    return { account: after, ruled: changed && before !== undefined }
  })
  if (ruled) signals.notify('sessions-ended', { email: account.email, reason: 'account' })
  signals.notify('changed', { storeCode: systemLocation, changes: ['members'] })
  return account
}

/** Gives the role and stores of the mapping, where there is one; answers whether something became different. */
async function applyMapping(tx: Db, email: string, person: Person, before: AccountRow | undefined): Promise<boolean> {
  let changed = false
  if (person.role !== undefined) {
    const roleId = await roleNamed(tx, person.role)
    if (roleId !== (before?.roleId ?? null)) {
      await tx.updateTable('accounts').set({ role_id: roleId }).where('email', '=', email).execute()
      changed = true
    }
  }
  if (person.stores !== undefined) {
    const wholeStore = person.stores === 'all'
    const named = person.stores === 'all' ? [] : person.stores
    const unknown = new Set(await unknownStores(tx, named))
    const stores = [...new Set(named)].filter((code) => !unknown.has(code)).toSorted()
    if (wholeStore !== (before?.wholeStore ?? false) || stores.join() !== (before?.stores ?? []).toSorted().join()) {
      await tx.updateTable('accounts').set({ enable_whole_store: wholeStore }).where('email', '=', email).execute()
      await tx.deleteFrom('account_stores').where('email', '=', email).execute()
      const rows = stores.map((store_code) => ({ email, store_code }))
      if (rows.length > 0) await tx.insertInto('account_stores').values(rows).execute()
      changed = true
    }
  }
  return changed
}

/** A role of this name that is not the administrator's, whose rights never come from outside. */
async function roleNamed(tx: Db, name: string | null): Promise<number | null> {
  if (name === null) return null
  const role = (await allRoles(tx)).find((one) => one.name === name && one.roleId !== administratorRoleId)
  // Deleted at this very moment, it is none.
  return role === undefined ? null : ((await roleToGive(tx, role.roleId))?.roleId ?? null)
}
