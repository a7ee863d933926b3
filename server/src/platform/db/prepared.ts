/**
 * Statements that every call sends, such as who calls: a PostgreSQL server parses and plans them once on each connection instead of each
 * time. Only for statements that are found by a key, so that one plan is right for all values.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { sqlState } from './sql-state.ts'

const mark = '/* prepared */'
/** What such a statement begins with. Its text must be the same each time: each text stays on each connection. */
export const prepared = sql.raw(mark)

/** The same names on all connections. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `endcap-${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * Why a prepared statement cannot run though its text can: feature_not_supported, when another process has changed a table so that the plan
 * answers other types than it was prepared for; invalid_sql_statement_name and duplicate_prepared_statement, when a pooler between gives
 * each transaction another connection.
 */
const notPrepared: unknown[] = ['0A000', '26000', '42P05']

/** A connection to a PostgreSQL server. On the embedded database all connections are one to it, and would share their names. */
export class PreparingClient extends pg.Client {
  override query: pg.Client['query'] = (...given: unknown[]) => {
    const send = (...what: unknown[]) => Reflect.apply(super.query, this, what)
    const [text, values] = given
    if (given.length > 2 || typeof text !== 'string' || !text.startsWith(mark)) return send(...given)
    return send({ name: nameOf(text), text, values }).catch((error: unknown) => {
      if (notPrepared.includes(sqlState(error))) return send(...given)
      throw error
    })
  }
}
