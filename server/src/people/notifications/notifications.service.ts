/** Notifications: a sweep under a lease finds what is to be told and queues the mails; and the settings of what is sent. */
import { notificationContents, type NotificationContent, type NotificationRow } from '@endcap/contract/notifications'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { unknownBlanks } from '@endcap/contract/templates'
import { languages, notificationKeys, type Language, type NotificationKey } from '@endcap/contract/vocabulary'
import * as z from 'zod'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, forbidden, invalid } from '../../platform/base/errors.ts'
import { wordsOf } from '../../platform/http/check-request.ts'
import type { Session } from '../../platform/http/session.ts'
import { versionOf } from '../../settings/server-config.service.ts'
import { mailAlarms } from './alarm-mails.ts'
import { composeMails, variablesOf } from './compose.ts'
import { linkOf, notifyConditions } from './conditions.ts'
import { makeReports } from './daily-report.ts'
import {
  lockContents,
  readContents,
  readEnabled,
  readRecipients,
  searchNotifications,
  writeContent,
  writeEnabled,
  type Contents,
} from './notifications.queries.ts'
import { sampleCases, sampleDay } from './samples.ts'
import { defaultContents } from './default-contents.ts'
import { shortMessageOf } from '../../platform/base/thrown.ts'

const leaseName = 'notifications'
/** Another process takes over that long after this one dies. */
const leaseSeconds = 60

export interface Notifier {
  /** Looks once, if it is this process's turn; answers how many mails were queued. Without mail settings it leaves the turn to others. */
  sweep(): Promise<number>
  stop(): Promise<void>
}

/** `holder` names this process in the lease. */
export function createNotifier(context: Context, holder: string): Notifier {
  const { db, mailer } = context
  return {
    sweep: async () => {
      if (!mailer.enabled || !(await holdLease(db, leaseName, holder, leaseSeconds))) return 0
      const enabled = await readEnabled(db)
      const mailed = (await mailAlarms(context)) + (await notifyConditions(context, enabled))
      return mailed + (await makeReports(context, enabled.includes('abnorTagProduct')))
    },
    stop: () => releaseLease(db, leaseName, holder),
  }
}

/** The list of the screen. */
export async function listNotifications({ db }: Context, request: TableRequest): Promise<TablePage<NotificationRow>> {
  const contents = await readContents(db)
  const page = await searchNotifications(db, request)
  const data = page.data.map((row) => ({
    ...row,
    changed: versionOf(sorted(contents[row.notification])) !== versionOf(sorted(defaultContents[row.notification])),
  }))
  return { ...page, data }
}

interface Content {
  key: NotificationKey
  content: Record<Language, NotificationContent>
}

/** In one order, so that equal contents are equal texts. */
const sorted = (content: Content['content']) =>
  languages.map((language) => {
    const { title, detail, subject, body } = content[language]
    return [title, detail, subject, body]
  })

const describe = (key: NotificationKey, content: Content['content']) => {
  const { case: ofCase, mail } = variablesOf[key]
  return {
    key,
    content,
    defaultContent: defaultContents[key],
    variables: { case: [...ofCase], mail: [...mail] },
    version: versionOf(sorted(content)),
  }
}

export async function listContents({ db }: Context) {
  const contents = await readContents(db)
  return notificationKeys.map((key) => describe(key, contents[key]))
}

export async function readContent({ db }: Context, key: NotificationKey) {
  return describe(key, (await readContents(db))[key])
}

/** An account with some stores must not change what all stores get. */
function refuseSome(session: Session) {
  if (session.stores !== 'all') throw forbidden('Only who has all stores may change what they are told.')
}

/** Blanks that are not there, each with its place: `gwOff1Hr.ja_JP.body: …` */
function faultsOf({ key, content }: Content): string[] {
  const { case: ofCase, mail } = variablesOf[key]
  const allowed = { title: ofCase, detail: ofCase, subject: mail, body: mail }
  return languages.flatMap((language) =>
    (['title', 'detail', 'subject', 'body'] as const).flatMap((field) =>
      unknownBlanks(content[language][field], allowed[field]).map(
        (name) => `${key}.${language}.${field}: there is no {{${name}}}. There are: ${allowed[field].join(', ')}`,
      ),
    ),
  )
}
function refuseFaults(faults: readonly string[]): void {
  const [first] = faults
  if (first !== undefined) throw invalid(first, first.slice(0, first.indexOf(':')), [...faults])
}

/** Changes one. 409 when it was made on an older content. */
export async function saveContent(
  context: Context,
  session: Session,
  { key, content, version }: { key: NotificationKey; content: Partial<Content['content']>; version: string | undefined },
): Promise<void> {
  refuseSome(session)
  await inTransaction(context.db, async (tx) => {
    const before = await lockContents(tx)
    const given = { key, content: { ...before[key], ...content } }
    refuseFaults(faultsOf(given))
    if (version !== undefined && version !== versionOf(sorted(before[given.key])))
      throw conflict('Another account has changed this text since you opened it. Open it again.', 'alarms-changed-since')
    await change(tx, before, given)
  })
  notifyChange(context)
}

async function change(tx: Db, before: Contents, { key, content }: Content): Promise<void> {
  await writeContent(tx, key, content)
  await recordChange(tx, { subject: { kind: 'notification', id: key }, before: before[key], after: content })
}

/** Takes in all of these or, when something in one of them is wrong, none: every fault is named. */
export async function importContents(context: Context, session: Session, list: readonly unknown[]): Promise<void> {
  refuseSome(session)
  const checked = list.map((one, index) => checkImported(one, index))
  refuseFaults(checked.flatMap((one) => ('faults' in one ? one.faults : faultsOf(one))))
  const contents = checked.flatMap((one) => ('faults' in one ? [] : [one]))
  const twice = contents.find(({ key }, index) => contents.findIndex((one) => one.key === key) !== index)
  if (twice !== undefined) throw invalid(`${twice.key}: is there twice`, twice.key)
  await inTransaction(context.db, async (tx) => {
    const before = await lockContents(tx)
    for (const one of contents) await change(tx, before, one)
  })
  notifyChange(context)
}

/** One notification of an import, or what is wrong with it, by key, language and field. */
function checkImported(given: unknown, index: number): Content | { faults: string[] } {
  const checked = z.safeParse(notificationContents, given, { error: wordsOf })
  if (checked.success) return checked.data
  const key = typeof given === 'object' && given !== null && 'key' in given ? given.key : undefined
  const name = typeof key === 'string' && key.length <= 40 ? key : `contentList.${index}`
  const faults = checked.error.issues.map(({ path, message }) => {
    const place = path[0] === 'content' ? path.slice(1) : path
    return `${[name, ...place].join('.')}: ${message}`
  })
  return { faults }
}

const notifyChange = ({ signals }: Context) => signals.notify('changed', { storeCode: '', changes: ['alarms'] })

export const listEnabled = ({ db }: Context): Promise<NotificationKey[]> => readEnabled(db)

export async function chooseEnabled(context: Context, session: Session, enabled: readonly NotificationKey[]): Promise<void> {
  refuseSome(session)
  await inTransaction(context.db, async (tx) => {
    const before = await readEnabled(tx)
    await writeEnabled(tx, enabled)
    const after = await readEnabled(tx)
    await recordChange(tx, { subject: { kind: 'setting', id: 'notifications' }, before: { sent: before }, after: { sent: after } })
  })
  notifyChange(context)
}

/** Who is told of the account's stores: all that people need to know who answers an alarm; who they are is for who may read members. */
export async function listRecipients({ db, mailer }: Context, { stores, can }: Session) {
  const recipients = (await readRecipients(db)).flatMap(({ email, name, language, stores: theirs }) => {
    const shared = theirs === 'all' ? null : stores === 'all' ? theirs : theirs.filter((one) => stores.includes(one))
    return shared?.length === 0 ? [] : [{ email, name, language, stores: shared?.length ?? null }]
  })
  return { count: recipients.length, recipientList: can('member.read') ? recipients : [], mailEnabled: mailer.enabled }
}

interface Shown {
  key: NotificationKey
  language: Language
  content: NotificationContent
}
/** The mail that these texts make of sample data, by the composer of the real ones. */
export function composeSample({ config }: Context, { email }: Pick<Session, 'email'>, { key, language, content }: Shown) {
  refuseFaults(faultsOf({ key, content: { ...defaultContents[key], [language]: content } }))
  const [mail] = composeMails({
    cases: sampleCases(key, language),
    contents: { ...defaultContents[key], [language]: content },
    recipients: [{ email, language, stores: 'all' }],
    more: { day: sampleDay },
    link: `${config.publicUrl ?? 'https://endcap.example'}/#${linkOf[key]}`,
  })
  // There are cases, and a recipient who may read all of them.
  const { subject, text } = mail!
  return { subject, text }
}

/** Says that it is a test, so that no clerk runs for a gateway that is not there. */
const testMark: Record<Language, string> = { en_US: '[Test]', ja_JP: '[テスト]', ko_KR: '[테스트]' }

/** Sends the sample to who asks; a failure is an answer as well, in the mail server's own words. */
export async function sendSample(context: Context, session: Session, shown: Shown): Promise<{ ok: boolean; message: string }> {
  const { subject, text } = composeSample(context, session, shown)
  try {
    await context.mailer.send({ to: session.email, subject: `${testMark[shown.language]} ${subject}`, text })
    return { ok: true, message: session.email }
  } catch (error) {
    return { ok: false, message: shortMessageOf(error) }
  }
}
