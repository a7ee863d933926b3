/** The daily report of abnormal tags and products, at 10:00 on the store's own clock (specification 2 §9). */
import type { TagStatus } from '@endcap/contract/vocabulary'
import { raiseAlarm } from '../alarms/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { queueMails } from '../mail/outbox.ts'
import { composeMails, type Case } from './compose.ts'
import {
  abnormalCounts,
  abnormalOf,
  allStores,
  clearOtherFailures,
  forgetReports,
  recordNotified,
  readContents,
  readRecipients,
  readReported,
  type AbnormalTag,
  type StorePlace,
} from './notifications.queries.ts'
import { localDay, momentOf } from './store-clock.ts'
import { shortMessageOf } from '../../platform/base/thrown.ts'

/** Specification 1 §9, 2 §9. */
export const reportHour = 10
/** Tags and products named for each store. */
const named = 20
const notedDays = 7

/** The day whose report is due: 10:00 has passed, and the store was there by then. Made late when no process ran at 10:00, but on its day. */
export function dueDay(at: Date, { timeZone, createdAt }: Pick<StorePlace, 'timeZone' | 'createdAt'>): string | undefined {
  const day = localDay(at, timeZone)
  const due = momentOf(day, reportHour, timeZone)
  return at >= due && createdAt < due ? day : undefined
}

interface Due extends StorePlace {
  day: string
}

/**
 * Makes the reports that are due; answers how many mails were queued. Those of stores that are due together go out as one mail to each
 * recipient; stores without anything abnormal are not told. A day on which the report is switched off counts as made.
 */
export async function makeReports(context: Context, enabled: boolean): Promise<number> {
  const at = context.clock.now()
  const failures = new Map<string, string>()
  /** What fails in one store raises an alarm there, and the other stores get their report. */
  const attempt = async <T>(storeCode: string, work: () => Promise<T> | T): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      context.log.error({ err: error, store: storeCode }, 'the daily report could not be made')
      failures.set(storeCode, shortMessageOf(error))
      return undefined
    }
  }
  const due = await findDue(context, (store) => attempt(store.storeCode, () => dueDay(at, store)))
  const made: { store: Due; report: Case | undefined }[] = []
  if (due.length > 0) {
    const counts = enabled ? await abnormalCounts(context.db) : new Map<never, never>()
    for (const store of due) {
      const abnormal = counts.get(store.storeCode)
      const report =
        abnormal &&
        (await attempt(store.storeCode, async () => describe(store, abnormal, await abnormalOf(context.db, store.storeCode, named))))
      if (!failures.has(store.storeCode)) made.push({ store, report })
    }
  }
  const queued = made.length === 0 ? 0 : await send(context, made, at)
  await reportFailures(context, failures, at)
  return queued
}

async function findDue({ db }: Context, dayOf: (store: StorePlace) => Promise<string | undefined>): Promise<Due[]> {
  const due: Due[] = []
  for (const store of await allStores(db)) {
    const day = await dayOf(store)
    if (day !== undefined) due.push({ ...store, day })
  }
  const reported = await readReported(db, [...new Set(due.map((one) => one.day))])
  return due.filter((one) => !reported.has(`${one.storeCode}/${one.day}`))
}

/** Notes the reports as made and queues their mails, in one transaction: a process that comes second with the same finds it noted. */
async function send({ db, config }: Context, made: readonly { store: Due; report: Case | undefined }[], at: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const list = made.map(({ store }) => ({ storeCode: store.storeCode, subject: store.day }))
    const fresh = await recordNotified(tx, 'abnorTagProduct', list, at)
    await forgetReports(tx, new Date(at.getTime() - notedDays * 86_400_000))
    let queued = 0
    // Stores due at the same moment may be on different days.
    for (const [day, stores] of Map.groupBy(made, ({ store }) => store.day)) {
      const cases = stores.flatMap(({ store, report }) => (report !== undefined && fresh.has(`${store.storeCode}/${day}`) ? [report] : []))
      if (cases.length === 0) continue
      const mails = composeMails({
        cases,
        contents: (await readContents(tx)).abnorTagProduct,
        recipients: await readRecipients(tx),
        more: { day },
        link: config.publicUrl === undefined ? '' : `${config.publicUrl}/#/tag`,
      })
      await queueMails(tx, mails, at, 'abnorTagProduct')
      queued += mails.length
    }
    return queued
  })
}

/** Raises STATS TASK FAILURE for stores whose report failed, and clears it for the others. */
async function reportFailures({ db, signals }: Context, failures: ReadonlyMap<string, string>, at: Date): Promise<void> {
  const changed = await inTransaction(db, async (tx) => {
    const over = await clearOtherFailures(tx, [...failures.keys()], at)
    const fresh: string[] = []
    for (const [storeCode, reason] of failures) {
      const data = { task: 'abnorTagProduct', reason }
      const isNew = await raiseAlarm(tx, { storeCode, type: 'STATS TASK FAILURE', class: 2, subject: 'abnorTagProduct', data, at })
      if (isNew) fresh.push(storeCode)
    }
    return [...over, ...fresh]
  })
  for (const storeCode of changed) signals.notify('changed', { storeCode, changes: ['alarms'] })
}

const lines = (list: readonly string[], all: number) => {
  if (list.length === 0) return '  –'
  return [...list.map((line) => `  ${line}`), ...(all > list.length ? [`  … +${all - list.length}`] : [])].join('\n')
}
const tagLine = ({ barcode, status, lowBattery, prCode }: AbnormalTag) =>
  [barcode, status, ...(lowBattery ? ['LOW BATTERY'] : []), ...(prCode === null ? [] : [prCode])].join('  ')

function describe(
  { storeCode, storeName, timeZone, locale }: StorePlace,
  { byStatus, lowBattery }: { byStatus: Partial<Record<TagStatus, number>>; lowBattery: number },
  abnormal: Awaited<ReturnType<typeof abnormalOf>>,
): Case {
  const count = (...statuses: TagStatus[]) => statuses.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
  const [missing, unconfirmed, failures] = [count('MISSING'), count('REQ_ONLY', 'REQ_ONLY2'), count('NG')]
  const tags = missing + unconfirmed + failures
  const products = abnormal.products.map((one) => `${one.prCode}  × ${one.tags}`)
  const all = Object.values(byStatus).reduce((sum, one) => sum + one, 0)
  const numbers = { tags, total: all, products: abnormal.productCount, failed: failures, missing, unconfirmed, lowBattery }
  return {
    storeCode,
    locale,
    variables: {
      storeName,
      storeCode,
      timeZone,
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
      tagList: lines(abnormal.tags.map(tagLine), Math.max(tags, lowBattery)),
      productList: lines(products, abnormal.productCount),
    },
  }
}
