/** What the mail server is now: what was stored in the console, else what the environment says (specification 2 §3). */
import type { SmtpConfig } from '@endcap/contract/settings'
import type { Config } from '../platform/base/config.ts'
import type { Db } from '../platform/db/schema.ts'
import type { Destination } from '../platform/outgoing/networks.ts'
import { openSecret } from '../platform/secrets/secrets.ts'
import { getSetting, settingTime } from './settings.service.ts'

export interface MailSettings {
  source: 'stored' | 'environment' | 'none'
  smtp: SmtpConfig
  /** Opened when it is needed: one that cannot be opened must not keep the settings from being read. */
  password(): string | undefined
  hasPassword: boolean
  from: string
}
interface Place {
  db: Db
  config: Config
}

const defaultFrom = 'endcap@localhost'
/** What ENDCAP_MAIL_FROM says; without it the account, when it is an address. */
export const senderOf = ({ mailFrom }: Config, account: string): string =>
  mailFrom === defaultFrom && /^[^\s@]+@[^\s@]+$/.test(account) ? account : mailFrom

/** Mail servers that may be called beside the usual: what is listed, and what the environment names itself. */
export function mailHostsOf(config: Config): readonly Destination[] {
  if (config.smtpUrl === undefined) return config.mailHosts
  const { server, port } = ofEnvironment(config).smtp
  return [...config.mailHosts, { host: server.toLowerCase(), port }]
}

export async function readMailSettings({ db, config }: Place): Promise<MailSettings> {
  if ((await settingTime(db, 'smtp')) === null) return ofEnvironment(config)
  const { password: sealed, ...smtp } = await getSetting(db, 'smtp')
  return {
    source: 'stored',
    smtp,
    hasPassword: sealed !== '',
    password: () => (sealed === '' ? undefined : openSecret({ config }, sealed)),
    from: senderOf(config, smtp.account),
  }
}

function ofEnvironment(config: Config): MailSettings {
  const defaults = { enable: false, server: '', port: 587, account: '', ssl: false, tls: true }
  if (config.smtpUrl === undefined)
    return { source: 'none', smtp: defaults, hasPassword: false, password: () => undefined, from: config.mailFrom }
  const url = new URL(config.smtpUrl)
  const ssl = url.protocol === 'smtps:'
  const password = decodeURIComponent(url.password)
  const account = decodeURIComponent(url.username)
  const port = url.port === '' ? (ssl ? 465 : 587) : Number(url.port)
  return {
    source: 'environment',
    smtp: { enable: true, server: url.hostname, port, account, ssl, tls: url.searchParams.get('requireTLS') === 'true' },
    hasPassword: password !== '',
    password: () => (password === '' ? undefined : password),
    from: senderOf(config, account),
  }
}
