/** The two notifications about what lasts too long: told once when it has lasted long enough, and again only after it was over. */
import type { NotificationKey } from '@endcap/contract/vocabulary'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { queueMails } from '../mail/outbox.ts'
import { composeMails, type Case } from './compose.ts'
import {
  forgetOver,
  gatewaysOffline,
  recordNotified,
  readContents,
  readRecipients,
  storesWithoutFile,
  type StorePlace,
  type Notified,
} from './notifications.queries.ts'
import { localTime } from './store-clock.ts'

/** Specification 2 §9: a gateway offline over 1 hour, no CSV file for 4 hours. */
export const gatewayOfflineSeconds = 3600
export const noFileSeconds = 4 * 3600

/** Where a mail leads: the addresses of the console. */
export const linkOf: Record<NotificationKey, string> = {
  gwOff1Hr: '/alarm/history',
  notRecvCsv4Hr: '/product/file/upload/history',
  abnorTagProduct: '/tag',
}

interface Lasting extends Notified {
  reported: Case
}
type ConditionKey = Exclude<NotificationKey, 'abnorTagProduct'>

function caseOf({ storeCode, storeName, timeZone, locale }: StorePlace, since: Date, more: Record<string, string>): Case {
  return { storeCode, locale, variables: { storeName, storeCode, timeZone, since: timeIn(since, timeZone), ...more } }
}
/** What is told must not fail on a zone that cannot be read. */
function timeIn(at: Date, timeZone: string): string {
  try {
    return localTime(at, timeZone)
  } catch {
    return localTime(at, 'UTC')
  }
}

const before = (at: Date, seconds: number) => new Date(at.getTime() - seconds * 1000)
const find: Record<ConditionKey, (context: Context, at: Date) => Promise<Lasting[]>> = {
  gwOff1Hr: async ({ db }, at) =>
    (await gatewaysOffline(db, before(at, gatewayOfflineSeconds))).map((one) => ({
      storeCode: one.storeCode,
      subject: one.gwMac,
      reported: caseOf(one, one.since, { gateway: one.gwMac, ip: one.ip }),
    })),
  notRecvCsv4Hr: async ({ db }, at) =>
    (await storesWithoutFile(db, before(at, noFileSeconds))).map((one) => ({
      storeCode: one.storeCode,
      subject: '',
      reported: caseOf(one, one.since, { fileName: one.fileName }),
    })),
}

/** Looks once; answers how many mails were queued. A notification that is off forgets what it told: switched on, it tells what lasts. */
export async function notifyConditions(context: Context, enabled: readonly NotificationKey[]): Promise<number> {
  const { db, clock, config } = context
  let queued = 0
  for (const key of ['gwOff1Hr', 'notRecvCsv4Hr'] as const) {
    const at = clock.now()
    const lasting = enabled.includes(key) ? await find[key](context, at) : []
    queued += await inTransaction(db, async (tx) => {
      await forgetOver(tx, key, lasting)
      const fresh = await recordNotified(tx, key, lasting, at)
      const cases = lasting.filter((one) => fresh.has(`${one.storeCode}/${one.subject}`)).map((one) => one.reported)
      if (cases.length === 0) return 0
      const mails = composeMails({
        cases,
        contents: (await readContents(tx))[key],
        recipients: await readRecipients(tx),
        link: config.publicUrl === undefined ? '' : `${config.publicUrl}/#${linkOf[key]}`,
      })
      await queueMails(tx, mails, at, key)
      return mails.length
    })
  }
  return queued
}
