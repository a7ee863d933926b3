/**
 * Mails that must not get lost: queued in the transaction of what they tell of, sent by whichever process has mail settings, and tried
 * again while the mail server is out of reach.
 */
import { systemLocation } from '@endcap/contract/alarms'
import type { NotificationKey } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { raiseAlarm } from '../alarms/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { openSecret, sealSecret } from '../../platform/secrets/secrets.ts'
import { isRefusedForGood, type Mail } from '../../platform/mail/mailer.ts'
import { mailServerSubject } from './watched-mailer.ts'
import { shortMessageOf } from '../../platform/base/thrown.ts'

/** Seconds until the next try, by tries made; after the last one the mail is given up: what it tells is a day old. */
export const retrySeconds: readonly number[] = [60, 300, 900, 3600, 7200, 14_400, 28_800, 28_800]
/** While a process sends a mail no other one does; longer than the mail server may take to answer. */
const sendingSeconds = 180
/** Mails sent or given up are kept so long. */
const retentionDays = 30

/** `notification`: which one they are of, where they are of one. */
export async function queueMails(
  tx: Db,
  mails: readonly Pick<Mail, 'to' | 'subject' | 'text'>[],
  at: Date,
  notification: NotificationKey | null = null,
): Promise<void> {
  if (mails.length === 0) return
  const times = { due_at: at, created_at: at }
  await tx
    .insertInto('mails')
    .values(mails.map(({ to, subject, text }) => ({ recipient: to, subject, body: text, last_error: null, notification, ...times })))
    .execute()
}

/** Queues a mail whose text is a secret, such as a link that opens an account: sealed until it is sent, and not kept afterwards. */
export async function queueSecretMail(
  context: Pick<Context, 'config' | 'clock'>,
  tx: Db,
  { to, subject, text }: Pick<Mail, 'to' | 'subject' | 'text'>,
): Promise<void> {
  const at = context.clock.now()
  const body = sealSecret(context, text)
  const row = { recipient: to, subject, body, sealed: true, last_error: null, due_at: at, created_at: at }
  await tx.insertInto('mails').values(row).execute()
}

interface Taken {
  id: string
  recipient: string
  subject: string
  body: string
  sealed: boolean
  tries: number
}

/** Takes the mail that has waited longest, counting the try: a process that dies while sending has made one. */
async function take(db: Db, at: Date): Promise<Taken | undefined> {
  const result = await sql<Taken>`
    update mails m set tries = m.tries + 1, due_at = ${at}::timestamptz + make_interval(secs => ${sendingSeconds})
    from (
      select mail_id from mails where due_at <= ${at}::timestamptz and sent_at is null and given_up_at is null
      order by due_at, mail_id limit 1 for update skip locked
    ) next
    where m.mail_id = next.mail_id returning m.mail_id as id, m.recipient, m.subject, m.body, m.sealed, m.tries`.execute(db)
  return result.rows[0]
}

/** Sends one mail that is due; answers whether there was one and it went out, so that the next one is worth a try. */
export async function sendNext(context: Context): Promise<boolean> {
  const { db, clock, mailer, config, log } = context
  if (!mailer.enabled) return false
  const mail = await take(db, clock.now())
  if (mail === undefined) return false
  const domain = config.mailFrom.split('@').at(-1)?.replace('>', '') ?? 'endcap'
  try {
    const text = mail.sealed ? openSecret(context, mail.body) : mail.body
    await mailer.send({ to: mail.recipient, subject: mail.subject, text, messageId: `<endcap-${mail.id}@${domain}>` })
  } catch (error) {
    await failed(context, mail, error)
    return isRefusedForGood(error)
  }
  await db
    .updateTable('mails')
    .set({ sent_at: clock.now(), ...(mail.sealed && { body: '' }) })
    .where('mail_id', '=', mail.id)
    .execute()
  log.info({ mail: mail.id, recipient: mail.recipient }, 'mail sent')
  return true
}

async function failed({ db, clock, log, signals }: Context, mail: Taken, error: unknown) {
  const at = clock.now()
  const reason = shortMessageOf(error)
  const wait = isRefusedForGood(error) ? undefined : retrySeconds[mail.tries - 1]
  // A day without mail: what should have been reported was not, and a person has to see to it.
  const isCritical = wait === undefined && !isRefusedForGood(error)
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('mails')
      .set({
        last_error: reason,
        ...(wait === undefined ? { given_up_at: at, ...(mail.sealed && { body: '' }) } : { due_at: new Date(at.getTime() + wait * 1000) }),
      })
      .where('mail_id', '=', mail.id)
      .execute()
    const data = { recipient: mail.recipient, reason }
    if (isCritical)
      await raiseAlarm(tx, { storeCode: systemLocation, type: 'SEND E-MAIL FAILURE', class: 3, subject: mailServerSubject, data, at })
  })
  log.warn({ err: error, mail: mail.id, tries: mail.tries, givenUp: wait === undefined }, 'mail could not be sent')
  if (isCritical) signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })
}

/** Forgets mails that were sent or given up long ago; for the hourly housekeeping. */
export async function dropOldMails({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionDays * 86_400_000)
  await db.deleteFrom('mails').where('created_at', '<', before).execute()
}
