/** What assigning a code would mean. */
import { familiesMeant } from '../../catalogue/families/families.service.ts'
import { findProduct } from '../../catalogue/products/products.service.ts'
import type { Context } from '../../platform/context.ts'
import { productCodes } from './codes.ts'
import { nameSlotOf } from './name-slot.ts'

/** The product that has this code, or this second code; and the families that hold it. */
export async function findCode(context: Context, storeCode: string, given: string) {
  const { db } = context
  const prCode = (await productCodes(context, storeCode, [given])).get(given) ?? given
  const row = await findProduct(db, storeCode, prCode)
  const name = await nameSlotOf(db)
  const familyList = await familiesMeant(db, storeCode, [prCode, given])
  const product =
    row === undefined
      ? null
      : { prCode, prName: name === undefined ? null : (row.prInfo[name] ?? null), layoutId: row.layoutId, tagCount: row.tagCount }
  return { product, familyList }
}
