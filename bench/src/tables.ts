/** Lists by the API: of the chain on PostgreSQL, of one store with 20,000 tags on the embedded database. */
import { chain } from './chain.ts'
import type { Comparison, List } from './compare-lists.ts'
import { p95, type Figure } from './report.ts'
import { tagId, type BenchSystem } from './system.ts'

const firstPage = 'first page, newest first'
/** A pattern may take this many times what the first page of tags takes without one, on a machine of any speed. */
const timesFirstPage = { maximum: 2 }

type Request = [name: string, body: object]
const tagRequests = (lastPage: number): Request[] => [
  [firstPage, { order: { column: 'updatedAt', dir: 'desc' } }],
  ['regex filter on the tag id', { filter_barcode: 'A[0-9]F' }],
  ['regex filter on the product code, ordered by battery', { filter_prCode: '1[0-5]9$', order: { column: 'battery', dir: 'asc' } }],
  // As costly as a pattern may be: 92 of the 100 steps that are allowed, and every tag is looked at to its end.
  ['the costliest pattern on the product code', { filter_prCode: '(.*1){30}b' }],
  ['a pattern that backtracking would not end', { filter_barcode: '^(A*)*.*.*.*.*.*.*z$' }],
  ['failed tags', { filter_status: 'NG', condition_status: '==' }],
  ['last pages', { start: lastPage, order: { column: 'barcode', dir: 'asc' } }],
]

interface Place {
  storeCode: string
  words: string
  /** Where the last pages begin. */
  lastPage: number
}
const listsOf = ({ storeCode, words, lastPage }: Place): List[] => {
  const params = { storeCode }
  const lists: List[] = [
    ...tagRequests(lastPage).map(([name, body]): List => [`tags, ${name}`, (client) => client.tags.search({ params, body })]),
    ['products, regex filter on the code', (client) => client.products.search({ params, body: { filter_prCode: '7[0-5]$' } })],
    [
      'products, the costliest pattern on any column',
      (client) => client.products.search({ params, body: { filter_prInfo: '(.*1){30}b' } }),
    ],
    ['stores by tags', (client) => client.stores.tagOverview({ params: {}, body: { length: 25 } })],
    ['stores by gateways', (client) => client.stores.gatewayOverview({ params: {}, body: { length: 25 } })],
    ['update tasks', (client) => client.tasks.search({ params: {}, body: { length: 25 } })],
  ]
  return lists.map(([what, call]) => [`${words}: ${what}`, call])
}

async function figuresOf(place: Place, measure: (list: List) => Promise<Figure[]>): Promise<Figure[]> {
  const figures: Figure[] = []
  let reference = 0
  for (const list of listsOf(place)) {
    const [what] = list
    const own = await measure(list)
    const { value = 0 } = own[0] ?? {}
    figures.push(...own)
    if (what.endsWith(firstPage)) reference = value
    else if (/pattern|regex/.test(what))
      figures.push({ what: `${what}, over the first page of tags`, value: value / reference, unit: '×', budget: timesFirstPage })
  }
  return figures
}

/** Of a chain that is there. */
export async function benchTables(comparison: Comparison): Promise<Figure[]> {
  const place = {
    storeCode: chain.largest,
    words: 'list, 50,000 of 1,700,000 tags, 1,600 stores',
    lastPage: chain.largestTags - 2500,
  }
  return await figuresOf(place, (list) => comparison.figuresOf(list, { maximum: 100 }))
}

/** The same screens as a small shop has them; there is no budget, only that they work. */
export async function benchSmallTables(system: BenchSystem): Promise<Figure[]> {
  const [storeCode, tags] = ['SMALL', 20_000]
  const { client } = system
  await client.stores.create({ body: { storeCode, storeName: 'Small' } })
  const productList = Array.from({ length: tags / 4 }, (_, n) => ({ prCode: `p${n}`, prInfo: [`p${n}`, `Product ${n}`, '', `${100 + n}`] }))
  await client.products.save({ body: { storeCode, productList } })
  for (let from = 0; from < tags; from += 5000) {
    const tagList = Array.from({ length: 5000 }, (_, n) => ({
      tagMac: tagId(6_000_000 + from + n),
      prCode: `p${(from + n) / 4}`.split('.')[0] ?? '',
    }))
    await client.tags.assign({ body: { storeCode, tagList } })
  }
  // Without gateways they wait; what is to be drawn is drawn first.
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  const place = { storeCode, words: 'list, 20,000 tags, embedded database', lastPage: tags - 1000 }
  return await figuresOf(place, async ([what, call]) => [
    { what: `${what}, p95`, value: await p95(() => call(client)), unit: 'ms', budget: undefined },
  ])
}
