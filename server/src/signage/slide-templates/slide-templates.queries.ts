/** Templates as lists and dialogs show them. */
import type { SlideTemplateRow } from '@endcap/contract/slide-templates'
import type { MediaUser } from '@endcap/contract/media'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

const ofStore = (db: Db, storeCode: string) =>
  db
    .selectFrom('plus_templates as t')
    .where('t.store_code', '=', storeCode)
    .select(['t.template_id', 't.size', 't.updated_at'])
    .select(sql<number>`jsonb_array_length(t.show)`.as('slides'))
    .select(
      sql<number>`(select count(*)::int from plus_devices d where d.store_code = t.store_code and d.template_id = t.template_id)`.as(
        'devices',
      ),
    )
type Row = Awaited<ReturnType<ReturnType<typeof ofStore>['executeTakeFirstOrThrow']>>
const toRow = ({ template_id: _id, size, slides, devices, updated_at }: Row): SlideTemplateRow => ({
  _id,
  size,
  slides,
  devices,
  updatedAt: toEpoch(updated_at),
})

export async function searchTemplates(
  db: Db,
  storeCode: string,
  request: TableRequest<'_id' | 'size'>,
): Promise<TablePage<SlideTemplateRow>> {
  const page = await tablePage(ofStore(db, storeCode), request, {
    columns: { _id: textColumn('t.template_id'), size: textColumn('t.size'), updatedAt: timeColumn('t.updated_at') },
    dateColumn: sql.ref('t.updated_at'),
    tieBreak: sql.ref('t.template_id'),
  })
  return { ...page, data: page.data.map(toRow) }
}
export const listTemplates = async (db: Db, storeCode: string): Promise<SlideTemplateRow[]> =>
  (await ofStore(db, storeCode).orderBy('t.template_id').execute()).map(toRow)

export const findTemplate = (db: Db, storeCode: string, name: string, { lock = false } = {}) =>
  db
    .selectFrom('plus_templates')
    .selectAll()
    .where('store_code', '=', storeCode)
    .where('template_id', '=', name)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** Those of the names that templates of the store have, in their order. */
export async function namesTaken(tx: Db, storeCode: string, names: readonly string[]): Promise<string[]> {
  const taken = tx.selectFrom('plus_templates').select('template_id').where('store_code', '=', storeCode)
  const rows = await taken
    .where('template_id', '=', sql<string>`any(${[...names]}::text[])`)
    .orderBy('template_id')
    .execute()
  return rows.map(({ template_id }) => template_id)
}

/** Displays that show it. */
export const devicesOf = (tx: Db, storeCode: string, name: string): Promise<MediaUser[]> =>
  tx
    .selectFrom('plus_devices')
    .select(['mac', 'name'])
    .where('store_code', '=', storeCode)
    .where('template_id', '=', name)
    .orderBy('name')
    .orderBy('mac')
    .forUpdate()
    .execute()

/** The copies of displays follow; those that were held back keep what they play. */
export async function writeCopies(tx: Db, { storeCode, name, show, at }: { storeCode: string; name: string; show: string; at: Date }) {
  await sql`update plus_devices set
      given_show = case when show is not distinct from given_show then ${show}::jsonb else given_show end,
      show = ${show}::jsonb, updated_at = ${at}
    where store_code = ${storeCode} and template_id = ${name}`.execute(tx)
}

/** Whether there is such a store; it stays until the transaction ends. */
export const holdStore = async (tx: Db, storeCode: string): Promise<boolean> =>
  (await tx
    .selectFrom('stores')
    .select('store_code')
    .where('store_code', '=', storeCode)
    .where('closing_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()) !== undefined
