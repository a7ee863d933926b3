/** A product file to begin from: every column that is known, with a few products of the store. */
import { csvLine, csvStart, isFormula } from '@endcap/contract/csv'
import type { Alias, Product } from '@endcap/contract/products'

/** Rows of products in it. */
const rows = 3
/** Products to choose them from. */
export const sampledProducts = 20

/** What stands in the file of a store without products, by the type of the alias. */
const examples: Partial<Record<Alias['type'], string>> = { price: '198', number: '12', date: '2026-12-31', barcode: '4901000000006' }

type Sampled = Pick<Product, 'prCode' | 'prInfo'>

/** `name`: what an example is called. Taken in as it is, a sample of a store's products changes nothing. */
export function sampleFile(aliases: readonly Alias[], products: readonly Sampled[], { name }: { name: string }): string {
  const example = aliases.map(({ key, type }) => (key ? '4901000000006' : type === 'name' ? name : (examples[type] ?? '')))
  const own = products
    .map(({ prCode, prInfo }) => aliases.map(({ key, index }) => (key ? prCode : (prInfo[index] ?? ''))))
    // What a spreadsheet would run is written in another way, which is another value when it is taken in.
    .filter((values) => !values.some(isFormula))
  const lines = own.length > 0 ? own.slice(0, rows) : [example]
  return csvStart + [aliases.map((alias) => alias.name), ...lines].map(csvLine).join('')
}
