/** Makes the numbers and prices of a product plain, as its store writes them, or says which one cannot be read in one way only. */
import type { Alias } from '@endcap/contract/products'
import { createNumberReader, type NumberWords } from '@endcap/label/numbers'
import type { Db } from '../../platform/db/schema.ts'
import { numberProblem, type RowProblem } from '../../platform/text-files/row-problem.ts'

export interface NumberRules {
  /** The store's language and currency. */
  words: Required<Pick<NumberWords, 'locale' | 'currency'>>
  /** Of one file or call: it remembers how its numbers are written. */
  read: ReturnType<typeof createNumberReader>
}

/** How numbers of a store are written; begin anew with each file and call. */
export async function numberRulesOf(db: Db, storeCode: string): Promise<NumberRules> {
  const words = await db.selectFrom('stores').select(['locale', 'currency']).where('store_code', '=', storeCode).executeTakeFirst()
  return { words: words ?? { locale: 'en-US', currency: 'USD' }, read: createNumberReader() }
}

/** The currency that a product names itself, as layouts read it. */
const currencyAlias = 'CURRENCY'

/** What is to be known of aliases for each product of a file. */
interface NumberPlaces {
  /** Of prices and numbers, in the order of the aliases. */
  numbers: readonly { alias: Alias; isPrice: boolean; finer: boolean }[]
  /** Slot of the currency; -1 where no alias is called so. */
  currency: number
}
const known = new WeakMap<readonly Alias[], NumberPlaces>()
function placesOf(aliases: readonly Alias[]): NumberPlaces {
  let places = known.get(aliases)
  if (places === undefined) {
    const price = aliases.find(({ type }) => type === 'price')
    places = {
      numbers: aliases
        .filter(({ type }) => type === 'price' || type === 'number')
        .map((alias) => ({ alias, isPrice: alias.type === 'price', finer: alias !== price })),
      currency: aliases.find(({ name }) => name.toUpperCase() === currencyAlias)?.index ?? -1,
    }
    known.set(aliases, places)
  }
  return places
}

/**
 * Puts plain numbers into the slots of the types price and number; answers what is wrong with the first that has none. The
 * first price is what customers pay, in coins that there are; other prices may be finer, such as unit prices.
 */
export function normaliseNumbers(
  prInfo: (string | null)[],
  aliases: readonly Alias[],
  { words, read }: NumberRules,
): RowProblem | undefined {
  const places = placesOf(aliases)
  const own = prInfo[places.currency]?.trim().toUpperCase() ?? ''
  const currency = /^[A-Z]{3}$/.test(own) ? own : words.currency
  for (const { alias, isPrice, finer } of places.numbers) {
    const text = prInfo[alias.index]?.trim() ?? ''
    if (text === '') continue
    const made = read(text, { locale: words.locale, ...(isPrice && { currency, finer }) })
    if ('problem' in made) return numberProblem(text, alias.name, made)
    prInfo[alias.index] = made.plain
  }
  return undefined
}
