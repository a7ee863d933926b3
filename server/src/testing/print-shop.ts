/** A store whose labels are printed. */
import { starterAliases } from '@endcap/label/starter'
import type { Context } from '../platform/context.ts'
import { seedStore } from './seed.ts'

/** EAN-13 with its check digit. */
function ean(number: number): string {
  const digits = String(400000000000 + number)
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return digits + String((10 - (sum % 10)) % 10)
}
const slots = starterAliases.map((alias) => alias.name)
const infoOf = (values: Partial<Record<(typeof slots)[number], string>>) => slots.map((name) => values[name] ?? '')
const productOf = (number: number, more: Partial<Record<(typeof slots)[number], string>> = {}) => ({
  prCode: ean(number),
  prInfo: infoOf({ PRODUCT_CODE: ean(number), NAME: `Apfelsaft ${number}`, PRICE: '2.49', CURRENCY: 'EUR', BARCODE: ean(number), ...more }),
})
export const apple = productOf(1)
export const bread = productOf(2, { NAME: 'Vollkornbrot', PRICE: '3.10' })
export const cheese = productOf(3, { NAME: 'Bergkäse', PRICE: '5.99' })
/** Its price cannot be read: no label of it can be right. */
export const broken = productOf(4, { PRICE: 'cheap' })
export const many = Array.from({ length: 60 }, (_, index) => productOf(100 + index))

/** A row of a print list, as calls give it. */
export interface PrintItem {
  prCode: string
  layoutId?: string
  qty?: number
  prInfo?: (string | null)[]
}

/** The store PR1 with these products, and PR2 without any. */
export async function seedPrintShop(context: Context): Promise<void> {
  for (const store of ['PR1', 'PR2']) await seedStore(context, store, { locale: 'de-DE', currency: 'EUR' })
  const common = { store_code: 'PR1', layout_id: null, nfc: null, update_id: '1', updated_at: context.clock.now() }
  await context.db
    .insertInto('products')
    .values([apple, bread, cheese, broken, ...many].map(({ prCode, prInfo }) => ({ ...common, pr_code: prCode, pr_info: prInfo })))
    .execute()
}
