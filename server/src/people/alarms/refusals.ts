/** Raises API PERMISSION DENIED when one account is refused again and again: a script with the wrong role, or a person who tries endpoints. */
import { systemLocation } from '@endcap/contract/alarms'
import { alarmLimits } from '@endcap/contract/alarm-settings'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { raiseAlarm } from './alarms.service.ts'

/** Refusals within this time raise the alarm. Once may be a link of a colleague, or a role that was just changed. */
const withinMs = 10 * 60_000
/** An alarm that is open is counted up at most this often. */
const noticeIntervalMs = 60_000

interface Refused {
  count: number
  since: number
  reportedAt: number
}

export function watchRefusals(app: FastifyInstance, { db, clock, log, signals }: Context): void {
  // By account, so no more entries than there are accounts.
  const byAccount = new Map<string, Refused>()
  app.addHook('onResponse', async (request, reply) => {
    const { session } = request
    if (reply.statusCode !== 403 || session === undefined) return
    const at = clock.now()
    const now = at.getTime()
    const known = byAccount.get(session.email)
    const fresh = known === undefined || now - known.since > withinMs
    const entry: Refused = fresh ? { count: 0, since: now, reportedAt: 0 } : known
    byAccount.set(session.email, entry)
    entry.count++
    if (entry.count < alarmLimits.refusals.min || now - entry.reportedAt < noticeIntervalMs) return
    const call = `${request.method} ${request.routeOptions.url ?? ''}`
    try {
      if (entry.count < (await getSetting(db, 'alarms')).refusals || now - entry.reportedAt < noticeIntervalMs) return
      entry.reportedAt = now
      await raiseAlarm(db, {
        storeCode: systemLocation,
        type: 'API PERMISSION DENIED',
        class: 2,
        subject: session.email,
        at,
        data: { email: session.email, denied: entry.count, call, ip: request.ip },
      })
      signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })
    } catch (error) {
      log.error({ err: error }, 'the alarm about refused calls could not be raised')
    }
  })
}
