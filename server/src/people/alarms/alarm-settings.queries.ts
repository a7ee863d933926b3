/** What is set about types of alarms, as it is stored: a row where something is not as usual. */
import type { AlarmMail } from '@endcap/contract/alarm-settings'
import type { AlarmText } from '@endcap/contract/alarms'
import type { Language } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export type ChangedTexts = Partial<Record<Language, AlarmText>>
export interface StoredRule {
  raised: boolean
  class: 1 | 2 | 3 | null
  counted: boolean
  mail: AlarmMail
  content: ChangedTexts
}
export const defaultRule: StoredRule = { raised: true, class: null, counted: true, mail: 'none', content: {} }

export async function readRule(db: Db, type: string): Promise<Pick<StoredRule, 'raised' | 'class' | 'mail'>> {
  const row = await db.selectFrom('alarm_settings').select(['raised', 'class', 'mail']).where('type', '=', type).executeTakeFirst()
  return row ?? defaultRule
}

export async function readRules(db: Db): Promise<Map<string, StoredRule>> {
  const rows = await db.selectFrom('alarm_settings').selectAll().execute()
  return new Map(rows.map(({ type, ...rule }) => [type, rule]))
}

export async function writeRule(db: Db, type: string, { content, ...rule }: StoredRule): Promise<void> {
  const row = { ...rule, content: JSON.stringify(content) }
  await db
    .insertInto('alarm_settings')
    .values({ type, ...row })
    .onConflict((conflict) => conflict.column('type').doUpdateSet(row))
    .execute()
}

/** The texts that were changed, by type. */
export async function readContents(db: Db): Promise<Map<string, ChangedTexts>> {
  const rows = await db
    .selectFrom('alarm_settings')
    .select(['type', 'content'])
    .where(sql<boolean>`content <> '{}'`)
    .execute()
  return new Map(rows.map((row) => [row.type, row.content]))
}

/** Makes the open alarms of a type what they would be if they were raised now; answers the locations in which something changed. */
export async function applyRule(db: Db, type: string, rule: StoredRule, at: Date): Promise<string[]> {
  const level = sql`coalesce(${rule.class}::smallint, default_class, class)`
  const change = rule.raised
    ? sql`class = ${level}, default_class = case when ${rule.class}::smallint is null then null else coalesce(default_class, class) end`
    : sql`cleared_at = ${at}::timestamptz, mail_due = false`
  const result = await sql<{ location: string }>`update alarms set ${change}
    where cleared_at is null and type = ${type} and (not ${rule.raised}::boolean or class <> ${level} or default_class is not null or ${rule.class}::smallint is not null)
    returning store_code as location`.execute(db)
  return [...new Set(result.rows.map((row) => row.location))]
}

export interface AlarmToMail {
  location: string
  type: string
  class: 1 | 2 | 3
  data: Record<string, unknown>
  raisedAt: Date
  storeName: string | null
  timeZone: string | null
  locale: string | null
}
/**
 * Takes the alarms that wait to be mailed, oldest first; a process that comes second finds none. Those that ended meanwhile, or are older than
 * `since`, are taken and not answered: it is too late to act on them.
 */
export async function alarmsToMail(db: Db, since: Date): Promise<AlarmToMail[]> {
  const result = await sql<AlarmToMail & { isOver: boolean }>`
    with due as (
      update alarms set mail_due = false where mail_due
      returning store_code, alarm_id, type, class, data, raised_at, updated_at, cleared_at
    )
    select d.store_code as location, d.type, d.class, d.data, d.raised_at as "raisedAt", s.store_name as "storeName",
      s.time_zone as "timeZone", s.locale, d.cleared_at is not null or d.updated_at < ${since}::timestamptz as "isOver"
    from due d left join stores s using (store_code) order by d.raised_at, d.alarm_id`.execute(db)
  return result.rows.filter((row) => !row.isOver)
}
