/** The review of prices that a file would change: a dry run of many rows, whose answer has the largest changes first, beside COPY of the rows. */
import { median, type Figure } from './report.ts'
import { productFile, type BenchSystem } from './system.ts'

const storeCode = 'REVIEW'
const rows = 100_000
const rounds = 3

interface Given {
  kind: 'embedded' | 'native'
  /** Seconds that COPY of so many products takes. */
  rawCopy: (count: number) => Promise<number>
}

/** Of a store without labels: what drawing them takes is measured with the dry run of the pipeline. */
export async function benchReview({ client }: BenchSystem, { kind, rawCopy }: Given): Promise<Figure[]> {
  const fileOf = (price: number) => ({ name: 'p.csv', content: productFile(rows, price) })
  await client.stores.create({ body: { storeCode, storeName: storeCode, currency: 'EUR', locale: 'de-DE' } })
  await client.productFiles.upload({ body: { storeCode }, file: fileOf(100) })
  const raw = await rawCopy(rows)
  const file = fileOf(500)
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const { dearer, prices } = await client.productFiles.check({ body: { storeCode }, file })
    seconds.push((performance.now() - start) / 1000)
    const changes = prices.map(({ percent }) => percent ?? 0)
    if (dearer !== rows || changes[0] !== 400 || changes.some((change, place) => change > (changes[place - 1] ?? change)))
      throw new Error(`The review has ${dearer} of ${rows} prices, the first with ${changes[0]} percent`)
  }
  return [
    {
      what: `review of ${rows.toLocaleString('en')} changed prices of a file, the largest change first (raw: COPY), ${kind}`,
      value: median(seconds),
      unit: 's',
      raw,
      budget: undefined,
    },
  ]
}
