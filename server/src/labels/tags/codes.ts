/** What the codes mean that people type and scan to assign: a product, or a second code of one. */
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { productsOfSecondCodes } from '../../catalogue/second-codes/second-codes.service.ts'
import { codeOfSite, getSetting } from '../../settings/settings.service.ts'
import { unknownProducts } from './tags.queries.ts'

/** The product of the store that this is a second code of. */
export async function ofSecondCode(db: Db, storeCode: string, code: string, at: Date): Promise<string | undefined> {
  const prCode = (await productsOfSecondCodes(db, storeCode, [code], at)).get(code)
  if (prCode === undefined) return undefined
  const ofSite = codeOfSite((await getSetting(db, 'system')).site, prCode)
  return (await unknownProducts(db, storeCode, [ofSite])).length === 0 ? ofSite : undefined
}

/**
 * The product codes behind what was given: as the site writes them; what is no product's code and a second code becomes its product's. A
 * code that is both is the product's.
 */
export async function productCodes({ db, clock }: Context, storeCode: string, given: readonly string[]): Promise<Map<string, string>> {
  const { site } = await getSetting(db, 'system')
  const codes = new Map([...new Set(given)].map((code) => [code, codeOfSite(site, code)]))
  const unknown = new Set(await unknownProducts(db, storeCode, [...new Set(codes.values())]))
  if (unknown.size === 0) return codes
  const open = [...codes].filter(([, code]) => unknown.has(code))
  const products = await productsOfSecondCodes(db, storeCode, [...new Set(open.flat())], clock.now())
  for (const [code, ofSite] of open) {
    const prCode = products.get(code) ?? products.get(ofSite)
    if (prCode !== undefined) codes.set(code, codeOfSite(site, prCode))
  }
  return codes
}
