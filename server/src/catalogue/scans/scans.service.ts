/** Products by what is scanned or typed for them: their code, a second code, or one of the bar codes among their values. */
import { sql } from 'kysely'
import { ApiError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { codeOfSite, getSetting } from '../../settings/settings.service.ts'
import { listAliases } from '../aliases/aliases.service.ts'
import { productsOfSecondCodes } from '../second-codes/second-codes.service.ts'

interface Scanned {
  storeCode: string
  /** Each with the field of the call that it stands in. */
  codes: readonly { code: string; field: string }[]
  at: Date
}

/** The product codes of all of them; throws for the first that is no product of the store (404), or the bar code of several (409). */
export async function productsOfScans(db: Db, { storeCode, codes, at }: Scanned): Promise<Map<string, string>> {
  const { site } = await getSetting(db, 'system')
  const given = [...new Set(codes.map(({ code }) => code))]
  const found = new Map<string, string>()
  const isProduct = await inStore(db, storeCode, [...new Set(given.map((code) => codeOfSite(site, code)))])
  for (const code of given) if (isProduct.has(codeOfSite(site, code))) found.set(code, codeOfSite(site, code))
  const rest = () => given.filter((code) => !found.has(code))
  if (rest().length > 0) {
    const second = await productsOfSecondCodes(db, storeCode, rest(), at)
    const known = await inStore(db, storeCode, [...new Set(second.values())])
    for (const [code, prCode] of second) if (known.has(prCode)) found.set(code, prCode)
  }
  const several = rest().length === 0 ? new Set() : await addBarcodes(db, { storeCode, codes: rest(), found })
  for (const { code, field } of codes) {
    if (found.has(code)) continue
    const values = { code }
    if (several.has(code))
      throw new ApiError(409, { code: 'several-products', message: `Several products have the bar code ${code}.`, values, field })
    throw new ApiError(404, { code: 'unknown-product', message: `There is no product ${code} in this store.`, values, field })
  }
  return found
}

async function inStore(db: Db, storeCode: string, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const { rows } = await sql<{ prCode: string }>`select pr_code as "prCode" from products
    where store_code = ${storeCode} and pr_code = any(${[...codes]}::text[])`.execute(db)
  return new Set(rows.map(({ prCode }) => prCode))
}

/** Adds the products that these are a bar code of; answers those that several products have. */
async function addBarcodes(
  db: Db,
  { storeCode, codes, found }: { storeCode: string; codes: readonly string[]; found: Map<string, string> },
): Promise<Set<string>> {
  const places = (await listAliases(db)).filter(({ type }) => type === 'barcode').map(({ index }) => index + 1)
  const { rows } = await sql<{ code: string; prCode: string; products: number }>`
    select p.pr_info[b.place] as code, min(p.pr_code) as "prCode", count(distinct p.pr_code)::int as products
    from products p, unnest(${places}::int[]) as b (place)
    where p.store_code = ${storeCode} and p.pr_info[b.place] = any(${[...codes]}::text[]) group by 1`.execute(db)
  for (const { code, prCode, products } of rows) if (products === 1) found.set(code, prCode)
  return new Set(rows.flatMap(({ code, products }) => (products > 1 ? [code] : [])))
}
