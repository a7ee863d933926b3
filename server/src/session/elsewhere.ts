/**
 * Accounts that sign in elsewhere: through an OpenID provider, or by the word of a third-party authentication script. There is no password
 * here to change or reset, as long as there is an elsewhere.
 */
import { administratorRoleId } from '@endcap/contract/privileges'
import type { Context } from '../context.ts'
import { conflict, notFound, type ApiError } from '../http/errors.ts'
import { authenticationInUse } from '../scripts/third-party.ts'
import { findAccount, type AccountRow } from './session.queries.ts'

type Account = Pick<AccountRow, 'roleId' | 'thirdParty' | 'passwordHash'>

/** Tells of one account or of many whether they do. */
export async function elsewhere(context: Context): Promise<(account: Account) => boolean> {
  const byProvider = context.config.oidc !== undefined
  const byScript = (await authenticationInUse(context)) !== undefined
  return ({ roleId, thirdParty, passwordHash }) => {
    // Nobody else's word makes an administrator: they sign in with a password.
    if (!thirdParty || roleId === administratorRoleId) return false
    // Who had a password here before the provider vouched for them has both ways in.
    return byScript || (byProvider && passwordHash === '')
  }
}

/** Whether this account does. */
export async function isElsewhere(context: Context, { email }: { email: string }): Promise<boolean> {
  const account = await findAccount(context.db, email)
  if (account === undefined) throw notFound('This account does not exist.')
  return account.thirdParty && (await elsewhere(context))(account)
}

export const signsInElsewhere = (): ApiError =>
  conflict('This account signs in elsewhere: its password is not kept here.', 'signs-in-elsewhere')
