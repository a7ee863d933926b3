/** Notifications: a sweep under a lease finds what is to be told and queues the mails; and the settings of what is sent. */
import type { NotificationContent } from '@endcap/contract/notifications'
import { notificationKeys, type Language, type NotificationKey } from '@endcap/contract/vocabulary'
import type { Context } from '../context.ts'
import { holdLease, releaseLease } from '../db/leases.ts'
import { inTransaction } from '../db/transaction.ts'
import { forbidden, invalid } from '../http/errors.ts'
import type { Session } from '../session/session.ts'
import { unknownBlanks, variablesOf } from './compose.ts'
import { tellConditions } from './conditions.ts'
import { makeReports } from './daily-report.ts'
import { readContents, readEnabled, writeContent, writeEnabled } from './notifications.queries.ts'

/** How often somebody looks: what is told is late by so much at most. */
export const notifyEveryMs = 20_000
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
      const conditions = await tellConditions(context, enabled)
      return conditions + (await makeReports(context, enabled.includes('abnorTagProduct')))
    },
    stop: () => releaseLease(db, leaseName, holder),
  }
}

export interface ToldContent {
  key: NotificationKey
  content: Record<Language, NotificationContent>
}

const describe = (key: NotificationKey, content: Record<Language, NotificationContent>) => {
  const { case: ofCase, mail } = variablesOf[key]
  return { key, content, variables: { case: [...ofCase], mail: [...mail] } }
}

export async function listContents({ db }: Context) {
  const contents = await readContents(db)
  return notificationKeys.map((key) => describe(key, contents[key]))
}

export async function readContent({ db }: Context, key: NotificationKey) {
  return describe(key, (await readContents(db))[key])
}

/** What all stores get is not for somebody to change who has some of them. */
function refuseSome(session: Session) {
  if (session.stores !== 'all') throw forbidden('Only who has all stores may change what they are told.')
}

/** Changes all of these or, when one names a blank that it may not have, none. */
export async function saveContents({ db }: Context, session: Session, list: readonly ToldContent[]): Promise<void> {
  refuseSome(session)
  for (const { key, content } of list) {
    const { case: ofCase, mail } = variablesOf[key]
    for (const [language, { title, detail, subject, body }] of Object.entries(content)) {
      for (const [field, text, allowed] of [
        ['title', title, ofCase],
        ['detail', detail, ofCase],
        ['subject', subject, mail],
        ['body', body, mail],
      ] as const) {
        const [unknown] = unknownBlanks(text, allowed)
        const place = `${key}.${language}.${field}`
        if (unknown !== undefined) throw invalid(`${place}: there is no {{${unknown}}}. There are: ${allowed.join(', ')}`, place)
      }
    }
  }
  await inTransaction(db, async (tx) => {
    for (const { key, content } of list) await writeContent(tx, key, content)
  })
}

export const listEnabled = ({ db }: Context): Promise<NotificationKey[]> => readEnabled(db)

export async function chooseEnabled({ db }: Context, session: Session, enabled: readonly NotificationKey[]): Promise<void> {
  refuseSome(session)
  await writeEnabled(db, enabled)
}
