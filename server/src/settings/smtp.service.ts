/** The mail server's settings (specification 2 §3, §5): stored with a sealed password that is never told, and tried before they are stored. */
import type { RequestOf, ResultOf } from '@endcap/contract/endpoint'
import type { settings as endpoints, SmtpConfig } from '@endcap/contract/settings'
import * as z from 'zod'
import { recordChange } from '../platform/audit/audit.service.ts'
import type { Config } from '../platform/base/config.ts'
import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db/schema.ts'
import { inTransaction } from '../platform/audit/transaction.ts'
import { ApiError, conflict, invalid } from '../platform/base/errors.ts'
import { mailHostsOf, readMailSettings, senderOf, type MailSettings } from './mail-settings.ts'
import { smtpMailer } from '../platform/mail/mailer.ts'
import { forbiddenAddress, isHopeless, ofMail, targetAt } from '../platform/outgoing/networks.ts'
import { sealSecret, SecretLost } from '../platform/secrets/secrets.ts'
import type { Session } from '../platform/http/session.ts'
import { changedSince, versionOf } from './server-config.service.ts'
import { getSetting, setSetting } from './settings.service.ts'
import { refuseSome } from './whole-chain.ts'

type Given = RequestOf<typeof endpoints.testSmtp>['body']
const shown = ({ smtp, hasPassword }: MailSettings) => ({ ...smtp, hasPassword })

export async function readSmtp(context: Pick<Context, 'db' | 'config'>): Promise<ResultOf<typeof endpoints.smtp>> {
  const now = await readMailSettings(context)
  return { ...shown(now), source: now.source, version: versionOf(shown(now)) }
}

const notAllowed = ({ server, port }: Pick<SmtpConfig, 'server' | 'port'>) =>
  `The server may not call ${server} at port ${port} for mail. Ask its operator to list it in ENDCAP_MAIL_HOSTS.`

/** What an enabled mail server needs (specification 2 §5). */
function checkRequired(config: Config, { enable, server, port, account }: SmtpConfig): void {
  if (!enable) return
  if (server === '') throw invalid('Enter Server, Please!', 'server')
  if (account === '') throw invalid('Enter Account, Please!', 'account')
  if (isHopeless(mailHostsOf(config), targetAt(server, port), ofMail))
    throw new ApiError(400, { code: 'mail-server-not-allowed', message: notAllowed({ server, port }), field: 'server' })
}

/** The password that is known goes to the server and account it was entered for, and to no other. */
const isSamePlace = (one: SmtpConfig, other: SmtpConfig) =>
  one.server === other.server && one.port === other.port && one.account === other.account

export async function saveSmtp(context: Context, session: Session, change: RequestOf<typeof endpoints.saveSmtp>['body']): Promise<void> {
  const { db, clock, signals, config } = context
  refuseSome(session)
  const { password: given, version, ...smtp } = change
  checkRequired(config, smtp)
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('settings').select('key').where('key', '=', 'smtp').forUpdate().execute()
    const before = await readMailSettings({ db: tx, config })
    if (version !== undefined && version !== versionOf(shown(before))) throw changedSince()
    // An account that has not read that the environment sets it would end that without knowing.
    if (version === undefined && before.source === 'environment')
      throw conflict(
        'The environment (ENDCAP_SMTP_URL) names the mail server. Read these settings, and save them with their version.',
        'changed-since',
      )
    const password = await nextPassword(context, tx, { before, smtp, given })
    await setSetting(tx, 'smtp', { ...smtp, password }, clock.now())
    const after = await readMailSettings({ db: tx, config })
    await recordChange(tx, { subject: { kind: 'setting', id: 'smtp' }, before: shown(before), after: shown(after) })
  })
  signals.notify('settings', {})
}

async function nextPassword(
  context: Context,
  tx: Db,
  { before, smtp, given }: { before: MailSettings; smtp: SmtpConfig; given: string | null | undefined },
): Promise<string> {
  if (given === null) return ''
  if (given !== undefined && given !== '') return sealSecret(context, given)
  if (!before.hasPassword) return ''
  if (!isSamePlace(before.smtp, smtp)) {
    if (!smtp.enable) return ''
    throw invalid('Enter Password, Please!', 'password')
  }
  return before.source === 'environment' ? sealSecret(context, before.password() ?? '') : (await getSetting(tx, 'smtp')).password
}

/** Sends a mail to who asks; a failure is an answer as well, in the mail server's own words. */
export async function testSmtp(context: Context, session: Session, given: Given): Promise<{ ok: boolean; message: string }> {
  refuseSome(session)
  const { password, ...smtp } = given
  checkRequired(context.config, { ...smtp, enable: true })
  const known = await readMailSettings(context)
  if (password === undefined || password === '')
    if (known.hasPassword && !isSamePlace(known.smtp, smtp)) throw invalid('Enter Password, Please!', 'password')
  try {
    const mailer = smtpMailer({
      ...smtp,
      password: password === null ? undefined : password === undefined || password === '' ? known.password() : password,
      from: senderOf(context.config, smtp.account),
      listed: mailHostsOf(context.config),
    })
    const reply = await mailer.send({ to: session.email, subject: 'Endcap', text: `Endcap → ${smtp.server}:${smtp.port} ✓` })
    return { ok: true, message: reply }
  } catch (error) {
    if (error instanceof SecretLost) return { ok: false, message: error.message }
    return { ok: false, message: words(error, smtp) }
  }
}

/** What errors of the mailer tell, each of it perhaps. */
const saidBy = z.object({ response: z.unknown(), code: z.unknown(), message: z.unknown() }).partial()

/** What the mail server said; where it said nothing, what was in the way. */
function words(error: unknown, { server, port }: SmtpConfig): string {
  const { response, code, message } = saidBy.catch({}).parse(error)
  if (code === forbiddenAddress) return notAllowed({ server, port })
  const place = `${server}:${port}`
  if (typeof response === 'string' && response !== '') return `${place}: ${response}`
  const text = typeof message === 'string' ? message : String(error)
  if (/ECONNREFUSED/.test(text)) return `${place} takes no connections: nothing listens there.`
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(text)) return `${place}: there is no machine of this name.`
  if (code === 'ETIMEDOUT' || /ETIMEDOUT|timeout/i.test(text)) return `${place} does not answer.`
  if (/wrong version number|SSL routines/i.test(text)) return `${place} does not begin with encryption (SSL): use TLS, or another port.`
  if (/certificate|self.signed|altnames/i.test(text)) return `${place}: its certificate is not trusted (${text}).`
  return `${place}: ${text}`.slice(0, 500)
}
