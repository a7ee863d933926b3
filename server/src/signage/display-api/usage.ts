/** Memory and disks of displays that are nearly full (specification 3 §1): an alarm once it is so for some heartbeats running. */
import type { DeviceReport } from '@endcap/contract/device-report'
import { clearAlarm, raiseAlarm } from '../../people/alarms/alarms.service.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Heartbeats in a row before an alarm begins or ends: one that is over by accident says nothing. */
const running = 3
/** An alarm ends when usage is so much under the threshold, percent: it does not come and go around it. */
const slack = 5

const alarmOf = { memory: 'MEMORY USAGE ABNORMAL', disk: 'DISK USAGE ABNORMAL' } as const

interface Reported {
  mac: string
  /** As the alarm calls it. */
  name: string
  storeCode: string
  report: Pick<DeviceReport, 'memory' | 'disk'>
  thresholds: { memory: number; disk: number }
  at: Date
}

/** Answers whether an alarm began or ended. */
export async function evaluateUsage(tx: Db, { mac, name, storeCode, report, thresholds, at }: Reported): Promise<boolean> {
  let changed = false
  const known = await tx.selectFrom('plus_usage').selectAll().where('mac', '=', mac).execute()
  for (const kind of ['memory', 'disk'] as const) {
    const use = report[kind]
    if (use === null || use.total <= 0) continue
    const percent = Math.min(100, Math.round((use.used / use.total) * 100))
    const before = known.find((one) => one.kind === kind)
    const open = before?.open_since ?? null
    const turning = open === null ? percent >= thresholds[kind] : percent <= thresholds[kind] - slack
    const count = turning ? (before?.running ?? 0) + 1 : 0
    const turns = count >= running
    const row = { percent, running: turns ? 0 : count, open_since: turns ? (open === null ? at : null) : open }
    changed ||= turns
    if (turns) {
      const alarm = { storeCode, type: alarmOf[kind], subject: mac, at }
      if (open === null) await raiseAlarm(tx, { ...alarm, class: 2, data: { name, mac, percent } })
      else await clearAlarm(tx, alarm)
    }
    // Most reports tell nothing new.
    if (before?.percent === row.percent && before.running === row.running && !turns) continue
    await tx
      .insertInto('plus_usage')
      .values({ mac, kind, store_code: storeCode, ...row })
      .onConflict((conflict) => conflict.columns(['mac', 'kind']).doUpdateSet({ store_code: storeCode, ...row }))
      .execute()
  }
  return changed
}
