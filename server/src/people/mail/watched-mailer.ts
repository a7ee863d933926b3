/** A mailer that raises SEND E-MAIL FAILURE when a mail cannot be sent, whatever code sends it, and clears it when mail goes out again. */
import { systemLocation } from '@endcap/contract/alarms'
import { clearAlarm, raiseAlarm } from '../alarms/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import { isRefusedForGood, type Mailer } from '../../platform/mail/mailer.ts'
import { shortMessageOf } from '../../platform/base/thrown.ts'

/** What the alarm is about when it is not one recipient that is refused. */
export const mailServerSubject = 'SMTP'

export function watchMailer(mailer: Mailer, { db, clock, log, signals }: Pick<Context, 'db' | 'clock' | 'log' | 'signals'>): Mailer {
  const alarm = { storeCode: systemLocation, type: 'SEND E-MAIL FAILURE' } as const
  const notifyAlarms = () => signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })

  async function failed(to: string, error: unknown) {
    const reason = shortMessageOf(error)
    const subject = isRefusedForGood(error) ? to : mailServerSubject
    await raiseAlarm(db, { ...alarm, class: 2, subject, data: { recipient: to, reason }, at: clock.now() })
    notifyAlarms()
  }
  async function sent(to: string) {
    const at = clock.now()
    const over = [await clearAlarm(db, { ...alarm, subject: mailServerSubject, at }), await clearAlarm(db, { ...alarm, subject: to, at })]
    if (over.includes(true)) notifyAlarms()
  }
  // An alarm that cannot be stored changes nothing about the mail itself.
  const quiet = (work: Promise<void>) => work.catch((error: unknown) => log.error({ err: error }, 'alarm about mail'))
  return {
    get enabled() {
      return mailer.enabled
    },
    send: async (mail) => {
      // That mail is switched off is no failure of the mail server.
      if (!mailer.enabled) return mailer.send(mail)
      try {
        await mailer.send(mail)
      } catch (error) {
        await quiet(failed(mail.to, error))
        throw error
      }
      await quiet(sent(mail.to))
    },
  }
}
