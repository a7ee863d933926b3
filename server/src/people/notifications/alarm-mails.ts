/**
 * Alarms that are mailed as soon as they are raised, where that is set for their type (/alarm/setting): one mail to each person who may read
 * alarms of the place, with all that was raised since the last look.
 */
import { isAlarmType, classWords } from '../alarms/alarm-texts.ts'
import { alarmContents, alarmsToMail, alarmWords, type AlarmToMail } from '../alarms/alarms.service.ts'
import type { NotificationContent } from '@endcap/contract/notifications'
import type { Language } from '@endcap/contract/vocabulary'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { queueMails } from '../mail/outbox.ts'
import { composeMails, type Case } from './compose.ts'
import { readRecipients } from './notifications.queries.ts'
import { localTime } from './store-clock.ts'

/** An alarm that could not be mailed for so long is in the history, and no news. */
const newsSeconds = 3600

const defaultContent: NotificationContent = {
  title: '[{{class}}] {{title}}',
  detail: '{{detail}}\n{{place}} · {{since}}',
  subject: '{{first}}',
  body: '{{list}}\n\n{{link}}',
}
/** The frame around the texts of the alarms; what it adds is the same in all languages. */
const contents = { en_US: defaultContent, ja_JP: defaultContent, ko_KR: defaultContent }

/** Looks once; answers how many mails were queued. */
export async function mailAlarms({ db, clock, config }: Context): Promise<number> {
  const at = clock.now()
  return inTransaction(db, async (tx) => {
    const alarms = await alarmsToMail(tx, new Date(at.getTime() - newsSeconds * 1000))
    if (alarms.length === 0) return 0
    const cases = await casesOf(tx, alarms)
    const mails = composeMails({
      cases,
      contents,
      recipients: await readRecipients(tx),
      link: config.publicUrl === undefined ? '' : `${config.publicUrl}/#/alarm/history`,
      moreOf: (own, language) => {
        const first = own[0]?.words?.[language]
        return { first: `[${first?.class ?? ''}] ${first?.title ?? ''}${own.length > 1 ? ` (+${own.length - 1})` : ''}` }
      },
    })
    await queueMails(tx, mails, at)
    return mails.length
  })
}

async function casesOf(tx: Db, alarms: readonly AlarmToMail[]): Promise<Case[]> {
  const changed = await alarmContents(tx)
  return alarms.flatMap(({ location, type, class: level, data, raisedAt, storeName, timeZone, locale }) => {
    if (!isAlarmType(type)) return []
    const zone = timeZone ?? 'UTC'
    const wordsIn = (language: Language) => ({
      class: classWords[language][level],
      ...alarmWords({ type, data }, language, changed.get(type)),
    })
    const words = { en_US: wordsIn('en_US'), ja_JP: wordsIn('ja_JP'), ko_KR: wordsIn('ko_KR') }
    const place = storeName === null ? location : `${storeName} (${location})`
    return [{ storeCode: location, locale: locale ?? 'en', words, variables: { place, since: `${localTime(raisedAt, zone)} (${zone})` } }]
  })
}
