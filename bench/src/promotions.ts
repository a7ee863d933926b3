/** A promotion that begins in a hundred stores at once, beside a plain change of the same products in the same run. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { percentile, type Figure } from './report.ts'
import { tagId, type BenchSystem } from './system.ts'

const storeType = 'PROMOBENCH'
const sizes = { stores: 100, products: 200 }
const labels = sizes.stores * sizes.products
const rounds = 3
const longestMs = 600_000
const lookMs = 100

/** Labels are drawn and wait for gateways, of which there are none: what is measured ends where a plain change and a promotion are the same. */
export async function benchPromotions({ client }: BenchSystem, databaseUrl: string): Promise<Figure[]> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const codes = Array.from({ length: sizes.stores }, (_, n) => `PB${String(n).padStart(3, '0')}`)
  const prCodes = Array.from({ length: sizes.products }, (_, n) => String(8_000_000 + n))
  const products = (price: number) =>
    prCodes.map((prCode, n) => ({ prCode, prInfo: ['', `Product ${n}`, '', String(price + n), '', 'EUR'] }))
  const change = async (price: number) => {
    for (const storeCode of codes) await client.products.save({ body: { storeCode, productList: products(price) } })
  }
  for (const storeCode of codes)
    await client.stores.create({ body: { storeCode, storeName: storeCode, storeType, currency: 'EUR', locale: 'de-DE', timeZone: 'UTC' } })
  await change(100)
  for (const [place, storeCode] of codes.entries()) {
    const tagList = prCodes.map((prCode, n) => ({ tagMac: tagId(9_000_000 + place * sizes.products + n), prCode }))
    await client.tags.assign({ body: { storeCode, tagList } })
  }
  /** Operations that were made since `last`, and those of them that are drawn. */
  const count = async (last: string) => {
    const { rows } = await database.query<{ made: number; drawn: number }>(
      `select count(*)::int as made, count(*) filter (where state = 'RENDERED')::int as drawn from operations
       where op_id > $1 and store_code like 'PB%'`,
      [last],
    )
    return rows[0] ?? { made: 0, drawn: 0 }
  }
  const newest = async () =>
    (await database.query<{ id: string }>('select coalesce(max(op_id), 0)::text as id from operations')).rows[0]?.id ?? '0'
  const timed = async (begin: () => Promise<unknown>): Promise<{ made: number; drawn: number }> => {
    const last = await newest()
    const start = performance.now()
    const begun = begin()
    let made = 0
    for (;;) {
      const now = await count(last)
      const seconds = (performance.now() - start) / 1000
      if (made === 0 && now.made === labels) made = seconds
      if (now.drawn === labels) {
        await begun
        return { made, drawn: seconds }
      }
      if (seconds * 1000 > longestMs) throw new Error(`${now.made} of ${labels} labels were issued, ${now.drawn} drawn`)
      await wait(lookMs)
    }
  }
  while ((await count('0')).drawn < labels) await wait(lookMs)

  const plain: { made: number; drawn: number }[] = []
  const promoted: { made: number; drawn: number }[] = []
  for (let round = 0; round < rounds; round++) {
    plain.push(await timed(() => change(1000 * (round + 1))))
    const changes = [{ index: 3, value: String(50 + round) }]
    let promotionId = ''
    promoted.push(
      await timed(async () => {
        const saved = await client.promotions.save({
          params: { storeType },
          body: { name: `Round ${round}`, prCodeList: prCodes, starts: '2020-01-01T00:00', ends: '2099-01-01T00:00', changes },
        })
        promotionId = saved.promotionId
      }),
    )
    await timed(() => client.promotions.remove({ params: { storeType, promotionId } }))
  }
  await database.end()
  const middle = (values: readonly number[]) => percentile(values, 0.5)
  const of = (runs: typeof plain, what: 'made' | 'drawn') => middle(runs.map((run) => run[what]))
  const ratio = (what: 'made' | 'drawn') => middle(promoted.map((run, round) => run[what] / plain[round]![what]))
  const figure = (what: string, value: number, unit: string): Figure => ({ what, value, unit, budget: undefined })
  return [
    figure('promotions: 20,000 products of 100 stores changed plainly, all labels issued', of(plain, 'made'), 's'),
    figure('promotions: a promotion of them begins, all labels issued', of(promoted, 'made'), 's'),
    figure('promotions: all labels drawn, changed plainly', of(plain, 'drawn'), 's'),
    figure('promotions: all labels drawn, by the promotion', of(promoted, 'drawn'), 's'),
    figure('promotions: promotion against plain change, issued', ratio('made'), 'times'),
    figure('promotions: promotion against plain change, drawn', ratio('drawn'), 'times'),
  ]
}
