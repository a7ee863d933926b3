/**
 * Accounts whose sign-in a third party authenticates: an OpenID provider, or a third-party authentication script (AD FS, LDAP). As long as
 * there is one, they have no password here to change or reset.
 */
import { administratorRoleId } from '@endcap/contract/privileges'
import type { Context } from '../../platform/context.ts'
import { conflict, notFound, type ApiError } from '../../platform/base/errors.ts'
import { findAccount, type AccountRow } from '../accounts/account-rows.ts'

type Account = Pick<AccountRow, 'roleId' | 'thirdParty' | 'passwordHash'>

/** Tells of one account or of many whether they do. */
export async function thirdPartyAccounts(context: Context): Promise<(account: Account) => boolean> {
  const byProvider = context.config.oidc !== undefined
  const byScript = (await context.ports.authenticationInUse(context)) !== undefined
  return ({ roleId, thirdParty, passwordHash }) => {
    // No third party makes an administrator: administrators sign in with a password.
    if (!thirdParty || roleId === administratorRoleId) return false
    // Who had a password here before the provider authenticated them has both ways in.
    return byScript || (byProvider && passwordHash === '')
  }
}

/** Whether this account does. */
export async function isThirdPartyAccount(context: Context, { email }: { email: string }): Promise<boolean> {
  const account = await findAccount(context.db, email)
  if (account === undefined) throw notFound('This account does not exist.')
  return account.thirdParty && (await thirdPartyAccounts(context))(account)
}

export const passwordIsThirdParty = (): ApiError =>
  conflict('This account signs in through a third party: its password is not stored here.', 'third-party-sign-in')
