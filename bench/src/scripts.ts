/** What scripts cost beside the plain path of the same run: a parser over 100,000 rows, a decorator over 20,000 labels. */
import { setTimeout as wait } from 'node:timers/promises'
import { percentile, type Figure } from './report.ts'
import { productFile, tagId, type BenchSystem } from './system.ts'

const storeCode = 'PYTHON'
const sizes = { products: 100_000, labels: 20_000 }
/** The decorator that is saved is first looked through for labels that it changes. */
const settleMs = 12_000
const rounds = 3

const parser = `
FORMAT = {'header': True}

def row(r, ctx):
    return {
        'prCode': r['PRODUCT_CODE'].strip(),
        'prInfo': {'NAME': r['NAME'][:40], 'NAME2': r['NAME2'], 'PRICE': int(r['PRICE']), 'UNIT': r['UNIT'], 'CURRENCY': r['CURRENCY']},
    }
`
const decorator = `
def decorate(product, tag, ctx):
    info, at = product['prInfo'], ctx['alias']
    if float(info[at['PRICE']]) > 1000000:
        info[at['PROMO']] = 'HIGH'
    if tag['size'] == '1p54':
        info[at['NAME']] = info[at['NAME']][:18]
`

export async function benchScripts({ client }: BenchSystem): Promise<Figure[]> {
  await client.stores.create({ body: { storeCode, storeName: 'Python', currency: 'EUR', locale: 'de-DE' } })
  const params = { storeCode }
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return (performance.now() - start) / 1000
  }
  const upload = () =>
    client.productFiles.upload({ body: { storeCode }, file: { name: 'p.csv', content: productFile(sizes.products, 100) } })
  const check = async () => {
    const checked = await client.productFiles.check({
      body: { storeCode },
      file: { name: 'p.csv', content: productFile(sizes.products, 500) },
    })
    if (checked.checkedCount !== sizes.labels || checked.problemCount > 0) throw new Error(`${checked.checkedCount} labels were tried`)
  }
  await upload()
  // In turns, so that what else the machine does falls on both alike.
  const rows: [plain: number, script: number][] = []
  for (let round = 0; round < rounds; round++) {
    const plain = await timed(upload)
    await client.scripts.saveProductFileParser({ params, body: { code: parser } })
    rows.push([plain, await timed(upload)])
    await client.scripts.saveProductFileParser({ params, body: { code: parser, useType: 'OFF' } })
  }
  const all = Array.from({ length: sizes.labels }, (_, n) => ({ tagMac: tagId(7_000_000 + n), prCode: String(1_000_000 + n) }))
  for (let from = 0; from < all.length; from += 10_000)
    await client.tags.assign({ body: { storeCode, tagList: all.slice(from, from + 10_000) } })
  const labels: [plain: number, script: number][] = []
  for (let round = 0; round < rounds; round++) {
    await wait(settleMs)
    const plain = await timed(check)
    await client.scripts.saveTagDecorator({ params, body: { code: decorator } })
    await wait(settleMs)
    labels.push([plain, await timed(check)])
    await client.scripts.saveTagDecorator({ params, body: { code: decorator, useType: 'OFF' } })
  }
  const middle = (values: readonly number[]) => percentile(values, 0.5)
  const of = (pairs: typeof rows, place: 0 | 1) => middle(pairs.map((pair) => pair[place]))
  const ratio = (pairs: typeof rows) => middle(pairs.map(([plain, script]) => script / plain))

  const figure = (what: string, value: number, unit: string, budget?: Figure['budget']): Figure => ({ what, value, unit, budget })
  return [
    figure('scripts: file of 100,000 unchanged rows, read as CSV', of(rows, 0), 's'),
    figure('scripts: the same file, read by a parser script', of(rows, 1), 's'),
    figure('scripts: parser against CSV', ratio(rows), 'times'),
    figure('scripts: dry run of 100,000 rows with 20,000 labels, undecorated', of(labels, 0), 's'),
    figure('scripts: the same with a tag data decorator', of(labels, 1), 's'),
    figure('scripts: decorator against plain', ratio(labels), 'times'),
  ]
}
