/** Lists about one thing: one that is empty because the thing is not there is answered with 404, not with no rows. */
import { sql } from 'kysely'
import { notFound } from '../base/errors.ts'
import type { Db } from './schema.ts'

/** Each is found by its primary key. */
const things = {
  tag: { table: 'tags', key: 'tag_mac', missing: (id: string) => `There is no tag ${id} in this store.` },
  sensor: { table: 'sensors', key: 'sensor_mac', missing: (id: string) => `There is no sensor ${id} in this store.` },
  product: { table: 'products', key: 'pr_code', missing: () => 'This product does not exist.' },
  task: { table: 'tasks', key: 'task_id', missing: () => 'There is no such task.' },
  update: { table: 'updates', key: 'update_id', missing: () => 'There is no such update.' },
  file: { table: 'plus_files', key: 'file_id', missing: () => 'There is no such file.' },
  schedule: { table: 'plus_schedules', key: 'schedule_id', missing: () => 'There is no such schedule.' },
  paperTask: { table: 'paper_tasks', key: 'task_id', missing: () => 'There is no such paper task.' },
} as const

export interface Thing {
  kind: keyof typeof things
  storeCode: string
  id: string
}

/** Looks for the thing only where the list has no row at all, so that lists with rows cost nothing more. Histories may outlive their thing. */
export async function orNotFound<Page extends { recordsTotal: number }>(db: Db, thing: Thing, page: Page): Promise<Page> {
  if (page.recordsTotal === 0) await requireThing(db, thing)
  return page
}

/** Throws 404 where it is not there. */
export async function requireThing(db: Db, { kind, storeCode, id }: Thing): Promise<void> {
  const { table, key, missing } = things[kind]
  const found = await sql`select 1 from ${sql.table(table)} where store_code = ${storeCode} and ${sql.ref(key)} = ${id}`.execute(db)
  if (found.rows.length === 0) throw notFound(missing(id))
}
