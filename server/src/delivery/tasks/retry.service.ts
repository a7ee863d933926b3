/** What failed in a task is tried once more. */
import { errorStatuses } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { done } from '../../platform/http/done.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
import { startTask } from './tasks.service.ts'

/** Only tags that are still wrong and that nothing newer is under way to: of the others the failure is past. */
export async function retryTask(
  { db, clock, signals }: Context,
  { storeCode, taskId }: { storeCode: string; taskId: string },
  createdBy: string,
): Promise<{ taskId: string; tagCount: number; message: string }> {
  const task = await inTransaction(db, async (tx) => {
    const known = await sql`select 1 from tasks where store_code = ${storeCode} and task_id = ${taskId}::bigint`.execute(tx)
    if (known.rows.length === 0) throw notFound('There is no such task.')
    const { rows } = await sql<{ tagMac: string; carries: boolean }>`
      select distinct t.tag_mac as "tagMac", t.pr_code is not null as carries from ledger l
      join tags t on t.store_code = l.store_code and t.tag_mac = l.tag_mac
      where l.store_code = ${storeCode} and l.task_id = ${taskId}::bigint and l.outcome = 'FAILED' and l.kind in ('SHOW', 'BLANK')
        and t.status = any(${errorStatuses}::text[])
        and not exists (select 1 from operations o where o.store_code = l.store_code and o.tag_mac = l.tag_mac and o.lane = 'image')`.execute(
      tx,
    )
    if (rows.length === 0) throw invalid('No tags to update', 'taskId')
    const macs = (carries: boolean) => rows.filter((row) => row.carries === carries).map((row) => row.tagMac)
    const [shown, blanked] = [macs(true), macs(false)]
    const common = { storeCode, createdBy, at: clock.now(), force: true, priority: 3, priorTaskId: taskId }
    return shown.length === 0
      ? await startTask(tx, { ...common, taskType: 'DEASSIGN', kind: 'BLANK', tagMacs: blanked })
      : await startTask(tx, { ...common, taskType: 'UPDATE', kind: 'SHOW', tagMacs: shown, also: { kind: 'BLANK', tagMacs: blanked } })
  })
  signals.notify('operations', { storeCode })
  signals.notify('changed', { storeCode, changes: ['tags', 'tasks'] })
  return { ...task, ...done }
}
