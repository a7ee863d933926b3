/**
 * Invitations: an account with its role and stores, and a link with which its owner chooses the password. The link is good once and for
 * seven days, is stored as a hash, and is mailed where mail is set up; else it is answered to who invites.
 */
import type { RequestOf } from '@endcap/contract/endpoint'
import type { members as endpoints } from '@endcap/contract/members'
import { systemLocation } from '@endcap/contract/alarms'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Session } from '../../platform/http/session.ts'
import { insertAccount } from '../accounts/account-rows.ts'
import { accountOf } from '../accounts/others-account.ts'
import { queueSecretMail } from '../mail/outbox.ts'
import { readyRoleToGive, refusingSameName } from '../roles/roles.service.ts'
import { createLink } from '../session/password-links.ts'
import { invitationMail, linkPath } from '../session/password-mails.ts'
import { hashPassword, randomPassword } from '../session/passwords.ts'
import { replaceStores } from './members.queries.ts'
import { refuseGift, shown } from './members.service.ts'

const invitationMinutes = 7 * 24 * 60

/** Answers the link as a path of the console, or null when it was mailed. */
export async function inviteMember(
  context: Context,
  session: Session,
  given: RequestOf<(typeof endpoints)['invite']>['body'],
): Promise<string | null> {
  const { db, clock, config, mailer, signals } = context
  const { email, name, ready, role_id: roleId, store = [], enableWholeStore: wholeStore = false, show = false } = given
  // A mail without the public address would have no link in it.
  const mailed = !show && mailer.enabled && config.publicUrl !== undefined
  // It is told to no one: the link is the only way in.
  const passwordHash = await hashPassword(randomPassword())
  const link = await refusingSameName(() =>
    inTransaction(db, async (tx) => {
      const at = clock.now()
      const role = ready === undefined ? (roleId ?? null) : await readyRoleToGive(tx, session, { ready, at })
      await refuseGift(tx, session, { roleId: role, store, wholeStore })
      const added = await insertAccount(tx, { email, name, mobile: '', passwordHash, roleId: role, at })
      if (!added) throw conflict('There is an account with this e-mail address already.', 'account-exists')
      await tx.updateTable('accounts').set({ enable_whole_store: wholeStore, force_change: true }).where('email', '=', email).execute()
      await replaceStores(tx, email, store)
      const account = await accountOf(tx, email)
      await recordChange(tx, { subject: { kind: 'account', id: email }, before: null, after: shown(account) })
      const made = await createLink(tx, email, at, invitationMinutes)
      if (mailed) await queueSecretMail(context, tx, await invitationMail(tx, { account, link: made, publicUrl: config.publicUrl }))
      return made
    }),
  )
  signals.notify('changed', { storeCode: systemLocation, changes: ready === undefined ? ['members'] : ['members', 'roles'] })
  if (mailed) signals.notify('mails', {})
  return mailed ? null : linkPath(link)
}
