/** Settings of the whole system: server, mail, amac (specification 2 §3, §5, §7). Aliases are in products.ts, the app's files in apps.ts. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, email, epochSeconds, orSay } from './schemas.ts'
import { site } from './session.ts'
import { communicationModes, ipv4Form, settingBounds } from './vocabulary.ts'

/** The dialog's sentence for a field that must be given (specification 2 §5). */
const enter = (name: string) => `Enter ${name}, Please!`
const bounded = (name: keyof typeof settingBounds, label: string) =>
  z
    .int({ error: ({ input }) => (input === undefined || input === null ? enter(label) : 'must be a whole number') })
    .min(settingBounds[name].min, `must be ${settingBounds[name].min} to ${settingBounds[name].max}`)
    .max(settingBounds[name].max, `must be ${settingBounds[name].min} to ${settingBounds[name].max}`)

/** A machine: a name or an IPv4 address; empty for none. */
const host = z
  .string()
  .trim()
  .max(253)
  .refine(
    (text) =>
      text === '' || ipv4Form.test(text) || (/^(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/.test(text) && !/^[\d.]+$/.test(text)),
    'must be a host name or an IPv4 address',
  )
const port = z.int().min(1, 'must be 1 to 65535').max(65535, 'must be 1 to 65535')

/** What the whole system does by itself; the specification gives no defaults and no bounds (2 §5, §9): docs/guide/settings.md tells ours. */
export const serverConfig = z.strictObject({
  retailServerIp: host,
  retailServerPort: port,
  timeServerIp: host,
  timeServerPort: port,
  /** Seconds between two status reports of a gateway. */
  gatewayStatusCheckInterval: bounded('gatewayStatusCheckInterval', 'Gateway Status Check Interval'),
  historyRetentionDays: bounded('historyRetentionDays', 'History Retention Days'),
  updateHistoryRetentionDays: bounded('updateHistoryRetentionDays', 'Update History Retention Days'),
  /** Of the audit log; 0 for ever. Changed by administrators alone; left out, it stays. */
  auditRetentionDays: bounded('auditRetentionDays', 'Audit Retention Days'),
  /** 0 for never. */
  tagDisplayRefreshDays: bounded('tagDisplayRefreshDays', 'Tag Display Refresh Days'),
  /** Four hexadecimal digits. */
  panId: z
    .string(enter('PAN ID'))
    .trim()
    .toUpperCase()
    .min(1, enter('PAN ID'))
    .regex(/^[0-9A-F]{4}$/, 'PAN ID must be four hexadecimal digits, such as 2A01')
    .refine((text) => text !== 'FFFF', 'PAN ID FFFF means all networks: choose another'),
  communicationMode: z.enum(communicationModes, enter('Communication Mode')),
  mobile: z.string().trim().max(40),
  email: z.union([z.literal(''), email], 'must be an e-mail address'),
  /** The first tag that `mainFromPage` holds for: 16 hexadecimal digits; empty for all. */
  mainFromMac: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([0-9A-F]{16})?$/, 'must be a tag ID of 16 hexadecimal digits, or empty'),
  /** The page of a label that stands first in its pictures. */
  mainFromPage: z.int().min(0, 'must be 0 to 15').max(15, 'must be 0 to 15'),
})
export interface ServerConfig extends z.infer<typeof serverConfig> {}

export const systemSettings = z.strictObject({
  site,
  imageBaseUpdate: z.boolean(),
  familyProductItemCount: bounded('familyProductItemCount', 'Products in a Family'),
  enableProductUpdateHistory: z.boolean(),
  enableTagUpdateHistory: z.boolean(),
  enableTagStatusCheck: z.boolean(),
})
export const passwordRules = z.strictObject({
  /** Days a password is good for; 0 for ever. */
  maxAgeDays: bounded('maxAgeDays', 'Password Age'),
  /** Administrators without a second factor set one up before anything else. Changed by administrators alone. */
  requireSecondFactor: z.boolean(),
})
/** From where a price that changes is to be looked at (price-review.ts). */
export const priceRules = z.strictObject({
  risePercent: bounded('risePercent', 'Price Rise'),
  fallPercent: bounded('fallPercent', 'Price Fall'),
})

const given = serverConfig.extend({ system: systemSettings, passwords: passwordRules, prices: priceRules })
/** Beforehand the PAN ID is empty: gateways keep theirs until one is chosen. */
const stored = given.extend({ panId: z.string(), updatedAt: epochSeconds.nullable(), version: z.string() })
export interface StoredServerConfig extends z.infer<typeof stored> {}

/** What stands on the form when it was read: a save on an older one is refused (`changed-since`). Left out, it is not checked. */
const version = z.string().max(64).optional()

const retentionDays = z.object({
  historyRetentionDays: serverConfig.shape.historyRetentionDays,
  updateHistoryRetentionDays: serverConfig.shape.updateHistoryRetentionDays,
  auditRetentionDays: serverConfig.shape.auditRetentionDays,
})
const retentionRow = z.object({
  history: z.string(),
  /** Which of the settings rules it. */
  setting: z.enum(['historyRetentionDays', 'updateHistoryRetentionDays', 'auditRetentionDays']),
  /** About how many rows would go; those of a part of the history that was never counted are not in it. */
  rows: z.int(),
  bytes: z.int(),
  /** What is older would go. */
  before: epochSeconds,
})
export interface RetentionRow extends z.infer<typeof retentionRow> {}

export const smtpConfig = z.strictObject({
  enable: z.boolean(),
  server: host,
  port: z
    .int({ error: orSay('Enter Port, Please!') })
    .min(1, 'must be 1 to 65535')
    .max(65_535, 'must be 1 to 65535'),
  /** Who signs in at the mail server; the sender, when it is an address. */
  account: z.string().trim().max(200),
  /** The connection is encrypted from its beginning. */
  ssl: z.boolean(),
  /** STARTTLS is insisted on. */
  tls: z.boolean(),
})
export interface SmtpConfig extends z.infer<typeof smtpConfig> {}
/** Left out or empty: the one that is stored stays. Null: none, the mail server wants no sign-in. */
const smtpPassword = z.string().max(500).nullable().optional()

export const amacEntry = z.strictObject({
  abstractCode: z
    .string(enter('Abstract Code'))
    .trim()
    .min(1, enter('Abstract Code'))
    .max(64)
    .regex(/^[A-Za-z0-9._-]+$/, 'Abstract Code takes letters, digits, . _ -'),
  abstractData: z.string(enter('Abstract Data')).trim().min(1, enter('Abstract Data')).max(500),
})
export interface Amac extends z.infer<typeof amacEntry> {}
/** All of them go to each gateway in one message. */
export const maxAmac = 100

const systemWide = { store: 'none' } as const

export const settings = {
  server: endpoint('GET', '/config/server', {
    ...systemWide,
    access: 'server_config.read',
    summary: 'What the whole system does by itself.',
    response: stored,
  }),
  saveServer: endpoint('PUT', '/config/server', {
    ...systemWide,
    access: 'server_config.write',
    summary: 'Changes it; `system`, `passwords` and `prices` may be left out. For accounts of the whole chain.',
    body: given.extend({
      auditRetentionDays: serverConfig.shape.auditRetentionDays.optional(),
      system: systemSettings.optional(),
      passwords: passwordRules.partial({ requireSecondFactor: true }).optional(),
      prices: priceRules.optional(),
      version,
    }),
    response: stored,
  }),
  retention: endpoint('GET', '/config/server/retention', {
    ...systemWide,
    access: 'server_config.read',
    summary: 'What would be removed now if histories were kept so many days.',
    query: z.object({
      historyRetentionDays: z.coerce.number().pipe(retentionDays.shape.historyRetentionDays),
      updateHistoryRetentionDays: z.coerce.number().pipe(retentionDays.shape.updateHistoryRetentionDays),
      /** Left out: as it is stored. */
      auditRetentionDays: z.coerce.number().pipe(retentionDays.shape.auditRetentionDays).optional(),
    }),
    response: z.object({ rows: z.array(retentionRow) }),
  }),
  removeOld: endpoint('POST', '/config/server/retention', {
    ...systemWide,
    access: 'server_config.write',
    summary: 'Removes now what is older than the stored settings say, which else happens once a day.',
    perMinute: 10,
    body: z.strictObject({}),
    response: z.object({ rows: z.array(retentionRow) }),
  }),
  contact: endpoint('GET', '/config/contact', {
    ...systemWide,
    access: 'public',
    summary: 'Whom to ask: e-mail and telephone of who runs the system, for the sign-in page.',
    response: z.object({ email: z.string(), mobile: z.string() }),
  }),
  smtp: endpoint('GET', '/config/smtp', {
    ...systemWide,
    access: 'server_config.read',
    summary: 'The mail server. The password is never told, only whether there is one.',
    response: smtpConfig.extend({
      hasPassword: z.boolean(),
      /** `environment`: nothing is stored, mail goes through ENDCAP_SMTP_URL. */
      source: z.enum(['stored', 'environment', 'none']),
      version: z.string(),
    }),
  }),
  saveSmtp: endpoint('PUT', '/config/smtp', {
    ...systemWide,
    access: 'server_config.write',
    summary: 'Changes the mail server; holds for the next mail, in all processes. For accounts of the whole chain.',
    body: smtpConfig.extend({ password: smtpPassword, version }),
    response: done,
  }),
  testSmtp: endpoint('POST', '/test/smtp', {
    ...systemWide,
    access: 'server_config.write',
    summary: 'Sends a mail to the caller’s address with the settings given, without storing them; answers what the mail server said.',
    perMinute: 10,
    writes: false,
    body: smtpConfig.extend({ password: smtpPassword }),
    response: z.object({ ok: z.boolean(), message: z.string() }),
  }),
  amac: endpoint('GET', '/config/amac', {
    ...systemWide,
    access: 'server_config.read',
    summary: 'The records that are handed to every gateway.',
    response: z.object({ amacList: z.array(amacEntry.extend({ updatedAt: epochSeconds })) }),
  }),
  createAmac: endpoint('POST', '/config/amac', {
    ...systemWide,
    access: 'server_config.write',
    summary: 'Adds a record; a code that is there already is refused.',
    body: amacEntry,
    response: done,
  }),
  saveAmac: endpoint('PUT', '/config/amac', {
    ...systemWide,
    access: 'server_config.write',
    summary: 'Changes the data of a record.',
    body: amacEntry,
    response: done,
  }),
  removeAmac: endpoint('DELETE', '/config/amac/:abstractCode', {
    ...systemWide,
    access: 'server_config.write',
    summary: 'Removes a record.',
    response: done,
  }),
}
