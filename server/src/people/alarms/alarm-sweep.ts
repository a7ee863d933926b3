/**
 * Ends alarms whose condition is over without a report of it. The code that sees a condition end clears its alarm; an end that no other
 * code sees is looked for here. An alarm of something that only happens, and does not last, ends when it has not happened for a while.
 */
import type { AlarmType } from '@endcap/contract/alarm-kinds'
import { systemLocation } from '@endcap/contract/alarms'
import { keysOf } from '@endcap/contract/typed-object'
import { errorStatuses, inProgressStatuses, labelTaskTypes } from '@endcap/contract/vocabulary'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { holdLease } from '../../platform/db/leases.ts'
import { displayAlarmTypes } from './alarms.service.ts'

/** Seconds without a repetition after which such an alarm counts as over. */
const quietSeconds: Partial<Record<AlarmType, number>> = {
  'API PERMISSION DENIED': 3600,
  'INVALID STORE CODE': 86_400,
  'PARSER EXCEPTION': 86_400,
  'DECORATOR EXCEPTION': 86_400,
  'TAG STATUS CHECK TIME OUT': 86_400,
  'FILE DOWNLOAD TASK FAILURE': 86_400,
  'DUPLICATE DISPLAY ADDRESS': 3600,
}
const gatewayTypes: AlarmType[] = ['GW STATUS ABNORMAL', 'GW TIME SYNC ABNORMAL', 'SEND TO GW FAILURE', 'INVALID GRM']
/** Failed tasks looked at in one round, whichever they are: each is one probe of an index, and none hides another for ever. */
const tasksInRound = 200

const leaseSeconds = 40

/** One round, if it is this process's turn; answers the locations of alarms that ended, after telling those who look. */
export async function endAlarms({ db, clock, signals }: Context, holder: string): Promise<string[]> {
  if (!(await holdLease(db, 'alarms', holder, leaseSeconds))) return []
  const at = clock.now()
  const now = sql`${at}::timestamptz`
  const open = await sql<{ type: AlarmType }>`select distinct type from alarms where cleared_at is null`.execute(db)
  const types = new Set(open.rows.map((row) => row.type))
  const ended = new Set<string>()
  const end = async (quietTypes: readonly AlarmType[], over: RawBuilder<boolean>) => {
    if (!quietTypes.some((type) => types.has(type))) return
    const result = await sql<{ location: string }>`update alarms a set cleared_at = ${now}
      where a.cleared_at is null and a.type = any(${quietTypes}::text[]) and ${over} returning a.store_code as location`.execute(db)
    for (const { location } of result.rows) ended.add(location)
  }
  for (const type of keysOf(quietSeconds)) await end([type], sql`a.updated_at < ${now} - make_interval(secs => ${quietSeconds[type]})`)
  await end(
    gatewayTypes,
    sql`not exists (select 1 from gateways g where g.store_code = a.store_code and g.gw_mac = split_part(a.subject, ' ', 1))`,
  )
  await end(
    displayAlarmTypes,
    sql`a.store_code <> ${systemLocation} and not exists (select 1 from plus_devices d where d.store_code = a.store_code and d.mac = a.subject)`,
  )
  await end(
    ['ACCOUNT LOCKED'],
    sql`not exists (select 1 from accounts x where x.email = a.subject and (x.locked or x.locked_until > ${now}))`,
  )
  await end(['INVALID STORE CODE'], sql`exists (select 1 from stores s where s.store_code = a.data->>'storeCode')`)
  await end(['UPDATE FAILURE'], sql`a.alarm_id in (${mendedTasks(at)})`)
  for (const storeCode of ended) signals.notify('changed', { storeCode, changes: ['alarms'] })
  return [...ended]
}

/** Failed tasks of which no tag is still without its label; a task that is not about labels after a day. */
function mendedTasks(at: Date): RawBuilder<string> {
  const unwell = [...errorStatuses, ...inProgressStatuses]
  return sql<string>`
    select o.alarm_id from (
      select * from alarms where cleared_at is null and type = 'UPDATE FAILURE' order by random() limit ${tasksInRound}
    ) o
    where case when o.data->>'taskType' = any(${labelTaskTypes}::text[]) then not exists (
      select 1 from ledger l join tags t using (store_code, tag_mac)
      where l.store_code = o.store_code and l.task_id = o.subject::bigint and l.outcome = 'FAILED' and t.status = any(${unwell}::text[])
        -- a swapped tag that cannot be blanked is no failure
        and (l.kind = 'SHOW' or o.data->>'taskType' <> 'SWAP')
    ) else o.updated_at < ${at}::timestamptz - interval '1 day' end`
}
