/** Plans of statements, as `explain (format json)` answers them. */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Total Cost': number
  Plans?: Plan[]
}
export interface Explained {
  'QUERY PLAN': { Plan: Plan }[]
}
const isExplained = (row: object): row is Explained => 'QUERY PLAN' in row
/** Those of these rows that are plans. */
export const explainedOf = (rows: readonly object[]): Explained[] => rows.filter(isExplained)
const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)]
/** Every node of the plans, each before those that it reads from. */
export const nodesOf = (explained: readonly Explained[]): Plan[] =>
  explained.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan: plan }) => within(plan))
