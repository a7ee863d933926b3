/** Sign-in by a third party, such as AD FS or LDAP: its accounts are created and updated as it says, but never an administrator's. */
import { administratorRoleId } from '@endcap/contract/privileges'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError } from '../../platform/base/errors.ts'
import { roleToGive } from '../roles/roles.service.ts'
import { formatFault } from '../../platform/script-runner/runner.ts'
import type { ThirdPartyAccount, ThirdPartyLogin } from '../ports.ts'
import { deleteSessions, findAccount, insertAccount, type AccountRow } from '../accounts/account-rows.ts'

const failed = (message: string) => new ApiError(503, { code: 'third-party-failed', message })

/** What a third party says of a sign-in; undefined: nothing, the local account decides. */
export type ThirdPartyAnswer = { account: AccountRow; redirect: string | undefined } | { refused: string } | undefined

/**
 * Asks the script, where one is set. `account` is the local one of this name: an administrator's is not asked for, so that one who has the
 * password can always sign in, and no third party makes an administrator. A script that fails refuses.
 */
export async function authenticateByThirdParty(
  context: Context,
  account: AccountRow | undefined,
  login: ThirdPartyLogin,
): Promise<ThirdPartyAnswer> {
  if (account?.roleId === administratorRoleId) return undefined
  const script = await context.ports.authenticationInUse(context)
  if (script === undefined) return undefined
  const answer = await script.ask(login)
  if (answer.fault !== undefined) {
    context.log.error({ script: formatFault(answer.fault) }, 'third-party authentication failed')
    throw failed('Third-party authentication does not work now. Ask your administrator.')
  }
  if ('refused' in answer) return { refused: answer.refused }
  if (!('account' in answer)) return undefined
  return { account: await keepAccount(context, answer.account), redirect: answer.account.redirect }
}

/** The account as it is to be. Sessions that were opened with another role or other stores end. */
async function keepAccount({ db, clock, signals }: Context, thirdPartyAccount: ThirdPartyAccount): Promise<AccountRow> {
  const { email, name, roleId, stores, wholeStore } = thirdPartyAccount
  const at = clock.now()
  const { account, ruled } = await inTransaction(db, async (tx) => {
    const before = await findAccount(tx, email)
    if (before?.roleId === administratorRoleId) throw failed('An administrator signs in with their own password.')
    if ((await roleToGive(tx, roleId)) === undefined) throw failed('The role was deleted in the meantime. Sign in again.')
    if (before === undefined) await insertAccount(tx, { email, name, mobile: '', passwordHash: '', roleId, at })
    const same = before?.roleId === roleId && before.wholeStore === wholeStore && before.stores.join() === stores.toSorted().join()
    await tx
      .updateTable('accounts')
      .set({ name, role_id: roleId, enable_whole_store: wholeStore, third_party: true, updated_at: at })
      .where('email', '=', email)
      .execute()
    if (!same) {
      await tx.deleteFrom('account_stores').where('email', '=', email).execute()
      const rows = stores.map((store_code) => ({ email, store_code }))
      if (rows.length > 0) await tx.insertInto('account_stores').values(rows).execute()
      await deleteSessions(tx, { email })
    }
    const after = await findAccount(tx, email)
    if (after === undefined) throw failed('The account was removed in the meantime. Sign in again.')
    return { account: after, ruled: !same && before !== undefined }
  })
  if (ruled) signals.notify('sessions-ended', { email, reason: 'account' })
  return account
}
