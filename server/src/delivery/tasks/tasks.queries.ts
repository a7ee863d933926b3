/** Tasks and their rows as lists show them. */
import type { Task, TaskRow } from '@endcap/contract/tasks'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import type { TaskType } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { deliveriesOf, listConfirmedSql, listStatus, listStatusSql } from './deliveries.queries.ts'

const finished = sql`(k.shown + k.same + k.superseded + k.failed)`
const progress = sql<number>`case when k.total = 0 then -1 else ${finished} * 100 / k.total end`

export async function searchTasks(db: Db, stores: Session['stores'], request: TableRequest, at: Date): Promise<TablePage<Task>> {
  const query = db
    .selectFrom('tasks as k')
    .innerJoin('stores as s', 's.store_code', 'k.store_code')
    .select([
      'k.task_id as taskId',
      'k.store_code as storeCode',
      's.store_name as storeName',
      'k.task_type as taskType',
      'k.total',
      'k.shown',
      'k.delivered',
      'k.same',
    ])
    .select([
      'k.superseded',
      'k.failed',
      'k.layout_id as layoutId',
      'k.created_by as createdBy',
      'k.start_time as startTime',
      'k.end_time as endTime',
    ])
    .select(progress.as('progress'))
    .where(ofStores(stores, 'k.store_code'))
  const page = await tablePage(query, request, {
    columns: {
      taskId: textColumn('k.task_id'),
      storeCode: textColumn('k.store_code'),
      storeName: textColumn('s.store_name'),
      taskType: textColumn('k.task_type'),
      progress: { sql: progress, kind: 'number' },
      totalTags: numberColumn('k.total'),
      delivered: numberColumn('k.delivered'),
      failed: numberColumn('k.failed'),
      startTime: timeColumn('k.start_time'),
      endTime: timeColumn('k.end_time'),
      createdBy: textColumn('k.created_by'),
    },
    dateColumn: sql.ref('k.start_time'),
    defaultOrder: sql`k.start_time desc`,
    tieBreak: sql`k.store_code, k.task_id desc`,
    total: () => countTasks(db, stores),
  })
  return { ...page, data: page.data.map((row) => toTask(row, at)) }
}

async function countTasks(db: Db, stores: Session['stores']): Promise<number> {
  const row = await db
    .selectFrom('task_counts')
    .select(sql<number>`coalesce(sum(tasks), 0)::int`.as('tasks'))
    .where(ofStores(stores, 'store_code'))
    .executeTakeFirstOrThrow()
  return row.tasks
}

interface Row {
  taskId: string
  storeCode: string
  storeName: string
  taskType: TaskType
  total: number
  shown: number
  delivered: number
  same: number
  superseded: number
  failed: number
  layoutId: string | null
  createdBy: string
  startTime: Date
  endTime: Date | null
  progress: number
}

function toTask({ total, startTime, endTime, ...row }: Row, at: Date): Task {
  const left = Math.max(0, total - row.shown - row.same - row.superseded - row.failed)
  return {
    ...row,
    totalTags: total,
    left,
    startTime: toEpoch(startTime),
    endTime: toEpochOrNull(endTime),
    expectedEnd: expectedEnd({ done: total - left, left, startTime }, at),
  }
}

/** At the rate so far; unknown until something is done. */
export function expectedEnd({ done, left, startTime }: { done: number; left: number; startTime: Date }, at: Date): number | null {
  if (left === 0 || done === 0) return null
  const elapsed = Math.max(1000, at.getTime() - startTime.getTime())
  return toEpoch(new Date(at.getTime() + (elapsed * left) / done))
}

/** Tasks that tell the rate of a store's gateways. */
const recentTasks = 10

/** Seconds until so many more labels are shown, behind what is still open, at the rate of the store's last tasks; null when there are none. */
export async function expectedSeconds(db: Db, storeCode: string, labels: number): Promise<number | null> {
  if (labels === 0) return 0
  const result = await sql<{ shown: number; seconds: number; open: number }>`
    select coalesce(sum(r.shown), 0)::float8 as shown, coalesce(sum(greatest(1, extract(epoch from r.end_time - r.start_time))), 0)::float8 as seconds,
      (select coalesce(sum(greatest(0, k.total - k.shown - k.same - k.superseded - k.failed)), 0)::float8 from tasks k
        where k.store_code = ${storeCode} and k.end_time is null) as open
    from (select shown, start_time, end_time from tasks where store_code = ${storeCode} and end_time is not null and shown > 0
      order by start_time desc limit ${recentTasks}) r`.execute(db)
  const { shown = 0, seconds = 0, open = 0 } = result.rows[0] ?? {}
  return shown === 0 ? null : Math.max(1, Math.round(((labels + open) * seconds) / shown))
}

export async function searchTaskRows(
  db: Db,
  task: { storeCode: string; taskId: string; failedOnly: boolean },
  request: TableRequest,
): Promise<TablePage<TaskRow>> {
  const { storeCode, taskId, failedOnly } = task
  const query = db
    .selectFrom(deliveriesOf(storeCode, sql`task_id = ${taskId}::bigint`).as('d'))
    .leftJoin('tags as t', (join) => join.on('t.store_code', '=', storeCode).onRef('t.tag_mac', '=', 'd.tagMac'))
    .selectAll('d')
    .select('t.barcode')
    .$if(failedOnly, (some) => some.where('d.state', '=', 'FAILED'))
  const page = await tablePage(query, request, {
    columns: {
      tagId: textColumn('d.tagMac'),
      prCode: textColumn('d.prCode'),
      layout: textColumn('d.layoutId'),
      result: { sql: listStatusSql, kind: 'text' },
      state: textColumn('d.state'),
      confirmed: { sql: listConfirmedSql, kind: 'flag' },
      reason: textColumn('d.reason'),
      updatedAt: { sql: sql`coalesce(d."finishedAt", d."queuedAt")`, kind: 'time' },
    },
    dateColumn: sql`coalesce(d."finishedAt", d."queuedAt")`,
    statusDateColumn: sql.ref('d.finishedAt'),
    defaultOrder: sql`coalesce(d."finishedAt", d."queuedAt") desc`,
    tieBreak: sql`d."deliveryId"`,
  })
  const data = page.data.map(
    ({ deliveryId, tagMac, barcode, prCode, layoutId, prInfo, finishedAt, queuedAt, kind, state, confirmed, reason, detail, tries }) => ({
      deliveryId,
      tagMac,
      prCode,
      kind,
      state,
      confirmed,
      reason,
      detail,
      tries,
      tagId: barcode ?? tagMac,
      layout: layoutId,
      prInfo: prInfo ?? [],
      result: listStatus(state),
      updatedAt: toEpoch(finishedAt ?? queuedAt),
    }),
  )
  return { ...page, data }
}
