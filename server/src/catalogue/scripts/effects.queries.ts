/** Which decorator each store's labels were drawn with, and which one it uses now. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface Mark {
  /** Store code, or empty: the default script. */
  scope: string
  version: number
  /** On the store's clock. */
  day: string
}
export interface DecoratedStore {
  storeCode: string
  timeZone: string
  drawn: Mark | null
  target: Omit<Mark, 'day'> | null
  /** Of the script that is to be used, or that is used no more. */
  savedBy: string | null
}

/** Stores that use a decorator or did. */
export async function decoratedStores(db: Db): Promise<DecoratedStore[]> {
  const result = await sql<DecoratedStore>`
    with standard as (select * from scripts where store_code = '' and kind = 'tag-data-decorator')
    select s.store_code as "storeCode", s.time_zone as "timeZone", coalesce(w.updated_by, o.updated_by, f.updated_by) as "savedBy",
      case when d.store_code is not null then jsonb_build_object('scope', d.scope, 'version', d.version, 'day', d.day) end as drawn,
      case when w.store_code is not null then jsonb_build_object('scope', w.store_code, 'version', w.version) end as target
    from stores s
    left join scripts o on o.store_code = s.store_code and o.kind = 'tag-data-decorator'
    left join standard f on true
    left join lateral (
      select o.store_code, o.version, o.updated_by where o.use_type = 'OWN'
      union all
      select f.store_code, f.version, f.updated_by where coalesce(o.use_type, 'DEFAULT') = 'DEFAULT' and f.use_type = 'OWN'
    ) w on true
    left join decorated_stores d on d.store_code = s.store_code
    where w.store_code is not null or d.store_code is not null
    order by s.store_code`.execute(db)
  return result.rows
}

/** Writes down what the labels are drawn with from now on; false when that was changed by another process since `before`. */
export async function keepDecorated(db: Db, storeCode: string, before: Mark | null, now: Mark | null): Promise<boolean> {
  const row = await db.selectFrom('decorated_stores').selectAll().where('store_code', '=', storeCode).forUpdate().executeTakeFirst()
  const stands = row === undefined ? null : `${row.scope} ${row.version} ${row.day}`
  if (stands !== (before === null ? null : `${before.scope} ${before.version} ${before.day}`)) return false
  if (now === null) await db.deleteFrom('decorated_stores').where('store_code', '=', storeCode).execute()
  else
    await db
      .insertInto('decorated_stores')
      .values({ store_code: storeCode, ...now })
      .onConflict((conflict) => conflict.column('store_code').doUpdateSet(now))
      .execute()
  return true
}
