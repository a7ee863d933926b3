/** Which stores and products a promotion is for, as conditions of SQL: the same wherever it is asked. */
import { sql } from 'kysely'

/** A store `s` of a promotion `p` of its type. */
export const isFor = sql<boolean>`(p.every_store or exists (
  select from promotion_stores o where o.promotion_id = p.promotion_id and o.version = p.version and o.store_code = s.store_code))`

interface Rule {
  /** Of prInfo, from 1. */
  slot: ReturnType<typeof sql>
  values: ReturnType<typeof sql>
  contains: ReturnType<typeof sql>
}
const ofRow: Rule = { slot: sql`p.rule_slot + 1`, values: sql`p.rule_values`, contains: sql`p.rule_contains` }
/** A product `b` that the rule takes; of a promotion `p`, if no other rule is given. Unknown where there is no rule. */
export const isTaken = ({ slot, values, contains }: Rule = ofRow) => sql<boolean>`(case when ${contains}
  then exists (select from unnest(${values}) as part where position(lower(part) in lower(b.pr_info[${slot}])) > 0)
  else b.pr_info[${slot}] = any(${values}) end)`
