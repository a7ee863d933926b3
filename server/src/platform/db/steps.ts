/** Long statements in named steps: common table expressions that are written, documented and changed one by one. */
import { sql, type RawBuilder } from 'kysely'

export type Sql = RawBuilder<unknown>

/**
 * `with a as (…), b as (…) answer`: one statement, so that all of it happens or nothing. A step sees the rows that those before it
 * answer, and the tables as they were before the statement. PostgreSQL runs steps that write whether or not one asks for their rows.
 */
export function inSteps<T>(steps: Record<string, Sql>, answer: Sql): RawBuilder<T> {
  const parts = Object.entries(steps).map(([name, step]) => sql`${sql.id(name)} as (${step})`)
  return sql<T>`with ${sql.join(parts)} ${answer}`
}
