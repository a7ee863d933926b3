/** The name and the prices of products in words, as their labels say them: in the language and currency of the store. */
import type { Alias, ListedProduct } from '@endcap/contract/products'
import { BadValue } from '@endcap/label/bad-value'
import { createFields } from '@endcap/label/fields'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { meantAliases, toStoredAlias, type StoredAlias } from '../aliases/aliases.service.ts'

export interface StoreOfWords {
  locale: string
  currency: string
  aliases: readonly StoredAlias[]
}

/** What the words of a store's products follow from, in one statement. */
export async function storeOfWords(db: Db, storeCode: string): Promise<StoreOfWords> {
  const { rows } = await sql<Omit<StoreOfWords, 'aliases'> & { aliases: (Alias & { origin: string | null })[] }>`
    select s.locale, s.currency, (select coalesce(jsonb_agg(to_jsonb(a) order by a.index), '[]') from aliases a) as aliases
    from stores s where s.store_code = ${storeCode}`.execute(db)
  const [store] = rows
  if (store === undefined) return { locale: 'en-US', currency: 'USD', aliases: [] }
  return { ...store, aliases: store.aliases.map(toStoredAlias) }
}

interface PriceWords {
  name: string
  /** The price of an alias; one that a label could not show stands as it is stored. A unit price may be finer than a coin. */
  price: (alias: string) => string
}
/** Says any price of products of a store in words. */
export function createPriceWords(store: StoreOfWords): (product: { prCode: string; prInfo: readonly string[] }) => PriceWords {
  const { name, unitPrice } = meantAliases(store.aliases)
  return (product) => {
    const fields = createFields([product], store.aliases, store)
    return {
      name: name === undefined ? '' : fields.value(name.name, 0),
      price: (alias) => {
        try {
          return alias === unitPrice?.name ? fields.fill(`{${alias}:unit}`, 0) : fields.priceWords(alias, 0)
        } catch (error) {
          if (!(error instanceof BadValue)) throw error
          return fields.value(alias, 0)
        }
      },
    }
  }
}

type Words = Pick<ListedProduct, 'name' | 'price' | 'listPrice'>
/** Says products of a store in words. */
export function createWords(store: StoreOfWords): (product: { prCode: string; prInfo: readonly string[] }) => Words {
  const { price, listPrice } = meantAliases(store.aliases)
  const wordsOf = createPriceWords(store)
  return (product) => {
    const words = wordsOf(product)
    const amount = (alias: StoredAlias | undefined) => (alias === undefined ? '' : words.price(alias.name))
    return { name: words.name, price: amount(price), listPrice: amount(listPrice) }
  }
}

/** Says products of several stores in words, each in the language and currency of its store. */
export function createWordsOfStores(
  aliases: readonly StoredAlias[],
): (store: { storeCode: string; locale: string; currency: string }) => ReturnType<typeof createWords> {
  const known = new Map<string, ReturnType<typeof createWords>>()
  return ({ storeCode, locale, currency }) => {
    const words = known.get(storeCode) ?? createWords({ locale, currency, aliases })
    known.set(storeCode, words)
    return words
  }
}
