/** Lets an administrator in again from the machine itself (lost password, locked account, lost second factor). */
import { administratorRoleId } from '@endcap/contract/privileges'
import type { Db } from '../../platform/db/schema.ts'
import { createLink } from './password-links.ts'
import { linkPath } from './password-mails.ts'
import { findAccount } from '../accounts/account-rows.ts'
import { dropFailures } from './throttle.ts'

/** Unlocks the account and answers where in the console a new password is chosen. Throws where this is no administrator. */
export async function recoverAdministrator(
  tx: Db,
  { email, withoutFactor, at }: { email: string; withoutFactor: boolean; at: Date },
): Promise<string> {
  const account = await findAccount(tx, email)
  if (account === undefined || account.roleId !== administratorRoleId)
    throw new Error(`${email} is no administrator. These are: npm run administrator -- list`)
  await tx.updateTable('accounts').set({ locked: false, locked_until: null }).where('email', '=', email).execute()
  await dropFailures(tx, email)
  if (withoutFactor) await tx.deleteFrom('second_factors').where('email', '=', email).execute()
  await tx
    .insertInto('audit_log')
    .values({
      at,
      email: '',
      ip: '',
      action: 'session.recoverAdministrator',
      kind: 'account',
      subject: email,
      store_code: null,
      before: null,
      after: JSON.stringify({ unlocked: true, withoutSecondFactor: withoutFactor }),
    })
    .execute()
  return linkPath(await createLink(tx, email, at))
}
