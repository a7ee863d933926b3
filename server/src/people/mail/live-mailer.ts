/** The mailer of a running server: each mail goes by the settings as they are at that moment, and tells whom to ask. */
import type { Context } from '../../platform/context.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { mailHostsOf, readMailSettings, type MailSettings } from '../../settings/mail-settings.ts'
import { createMailer, smtpMailer, type Mailer } from '../../platform/mail/mailer.ts'

export interface LiveMailer extends Mailer {
  /** Reads whether mail is to be sent at all. */
  refresh(): Promise<void>
}

export function createLiveMailer(place: Pick<Context, 'db' | 'config'>): LiveMailer {
  const { db, config } = place
  const isOn = ({ source, smtp }: MailSettings) => source === 'environment' || smtp.enable
  let enabled = config.smtpUrl !== undefined
  return {
    get enabled() {
      return enabled
    },
    refresh: async () => {
      enabled = isOn(await readMailSettings(place))
    },
    send: async (mail) => {
      const settings = await readMailSettings(place)
      enabled = isOn(settings)
      // The address of the environment may say more than the settings have fields for.
      const mailer =
        settings.source === 'stored' && enabled
          ? smtpMailer({ ...settings.smtp, password: settings.password(), from: settings.from, listed: mailHostsOf(config) })
          : createMailer({ smtpUrl: enabled ? config.smtpUrl : undefined, from: settings.from })
      await mailer.send({ ...mail, text: mail.text + (await footer(db)) })
    },
  }
}

/** Below the mark that mail programs know as the end of the text: who runs the system. */
async function footer(db: Context['db']): Promise<string> {
  const { email, mobile } = await getSetting(db, 'server')
  const contact = [email, mobile].filter((one) => one !== '')
  return contact.length === 0 ? '' : `\n\n-- \nEndcap · ${contact.join(' · ')}\n`
}
