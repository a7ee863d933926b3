/** What a person has looked at before a product file is applied: the prices that its check has told, old → new. */
import { sql } from 'kysely'
import { conflict } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { productsState, reviewedPrices } from '../products/products.service.ts'

interface Stage {
  storeCode: string
  fileId: string
}

/** Begins before the file is compared with the products; the answer stands for the prices of its narrowed stage. */
export async function beginReview(db: Db, { storeCode, fileId }: Stage): Promise<() => Promise<string>> {
  const { updateId } = await productsState(db, storeCode)
  return async () => `${updateId}-${await reviewedPrices(db, { fileId })}`
}

/** Refuses a stage that would change other prices than those that were looked at, and says which products have changed since. */
export async function refuseUnseen(tx: Db, { storeCode, fileId, reviewed }: Stage & { reviewed: string }): Promise<void> {
  const [updateId = '0', ...prices] = reviewed.split('-')
  if (prices.join('-') === (await reviewedPrices(tx, { fileId }))) return
  const { rows } = await sql<{ prCode: string; changedBy: string | null; all: number }>`
    select p.pr_code as "prCode", u.changed_by as "changedBy", count(*) over ()::int as all
    from products p left join updates u on u.store_code = p.store_code and u.update_id = p.update_id
    where p.store_code = ${storeCode} and p.update_id > ${updateId}::bigint order by p.update_id desc, p.pr_code limit 3`.execute(tx)
  const named = rows.map(({ prCode, changedBy }) => (changedBy === null ? prCode : `${prCode} (by ${changedBy})`))
  const more = (rows[0]?.all ?? 0) - rows.length
  const since = rows.length === 0 ? '' : ` Changed since the check: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
  throw conflict(`The file would change other prices than its check has told.${since}`, 'other-prices')
}
