/** The dashboard and the exceptions of the chain, by the API, on PostgreSQL. */
import { chain } from './chain.ts'
import type { Comparison, List } from './compare-lists.ts'
import type { Figure } from './report.ts'
import type { BenchSystem } from './system.ts'

/** Longer than the dashboard rests: one who asks again sooner waits for what is shared with others. */
const restMs = 600

/** Of a chain that is there. */
export async function benchDashboard({ client }: BenchSystem, comparison: Comparison): Promise<Figure[]> {
  const { tags, largest } = chain
  const { tagStatus } = await client.dashboard.data({ query: {} })
  if (tagStatus === null || tagStatus.total < tags) throw new Error(`The dashboard counts ${tagStatus?.total} tags instead of ${tags}`)
  const ten = Array.from({ length: 10 }, (_, n) => `C${n * 100}`).join(',')
  const { recordsTotal } = await client.exceptions.search({ params: { storeCode: largest, exception: 'duplicate' }, body: {} })
  const lists: List[] = [
    ['dashboard, all stores', (caller) => caller.dashboard.data({ query: {} })],
    ['dashboard, 10 stores', (caller) => caller.dashboard.data({ query: { stores: ten } })],
    ['dashboard, one store', (caller) => caller.dashboard.data({ query: { stores: largest } })],
    [
      'figures store by store, most failed first',
      (caller) => caller.dashboard.stores({ params: {}, body: { length: 10, order: { column: 'error', dir: 'desc' } } }),
    ],
    ['exceptions of a store with 50,000 tags', (caller) => caller.exceptions.statistics({ params: { storeCode: largest } })],
    [
      `list of its ${recordsTotal} duplicate tags, first page`,
      (caller) => caller.exceptions.search({ params: { storeCode: largest, exception: 'duplicate' }, body: { length: 25 } }),
    ],
    [
      'list of its tags with low battery, first page',
      (caller) => caller.exceptions.search({ params: { storeCode: largest, exception: 'lowbattery' }, body: { length: 25 } }),
    ],
  ]
  const figures: Figure[] = []
  for (const [what, call] of lists)
    figures.push(
      ...(await comparison.figuresOf(
        [`1,600 stores, 1,700,000 tags: ${what}`, call],
        { maximum: 200 },
        what.startsWith('dashboard') ? restMs : 0,
      )),
    )
  return figures
}
