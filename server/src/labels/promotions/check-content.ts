/** Refuses what a promotion cannot be, and says of numbers how they are meant. */
import type { PromotionChange } from '@endcap/contract/promotions'
import { coinsOf, readNumber } from '@endcap/label/numbers'
import { keySlot, listAliases, meantAliases, type StoredAlias } from '../../catalogue/aliases/aliases.service.ts'
import { invalid } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { numberProblem } from '../../platform/text-files/row-problem.ts'
import { unknownLayouts } from '../layout-names/layout-names.service.ts'
import { reachedCurrencies } from './hits.queries.ts'
import type { PriceRule } from '@endcap/contract/promotions'

/** What is looked at of a promotion: what it takes and what becomes of it. */
interface Content {
  prCodeList: readonly string[]
  rule: { index: number } | null
  storeList: readonly string[] | null
  changes: NonNullable<PromotionChange['changes']>
  price: PriceRule | null
  oldPrice: boolean
  layoutId: string | null
}

/** Nothing to show, no product, values that labels could not show. Answers it with plain numbers. */
export async function checkContent<C extends Content>(db: Db, storeType: string, given: C): Promise<C> {
  const { prCodeList, rule, changes, price, oldPrice, layoutId } = given
  if (prCodeList.length === 0 && rule === null) throw invalid('Enter Product Code, Please!', 'prCodeList')
  if (changes.length === 0 && price === null && !layoutId) throw invalid('Say what shall change: a value or the layout.', 'changes')
  const aliases = await listAliases(db)
  for (const index of [...changes.map((one) => one.index), ...(rule === null ? [] : [rule.index])])
    if (!aliases.some((alias) => alias.index === index)) throw invalid(`Slot ${index + 1} of products has no name.`, 'changes')
  if (oldPrice && price === null) throw invalid('The old price is shown beside a price that the promotion works out.', 'oldPrice')
  if (price !== null) checkPrice(given, price, { aliases, currencies: await reachedCurrencies(db, storeType, given.storeList) })
  const plain = plainChanges(changes, aliases)
  if (layoutId && (await unknownLayouts(db, '', [layoutId])).length > 0) throw invalid(`There is no layout ${layoutId}.`, 'layoutId')
  return { ...given, changes: plain }
}

function plainChanges(changes: Content['changes'], aliases: readonly StoredAlias[]): Content['changes'] {
  const key = keySlot(aliases)
  return changes.map(({ index, value }, place) => {
    const { name = '', type = 'text' } = aliases.find((alias) => alias.index === index) ?? {}
    if (index === key) throw invalid(`${name} is the code of products: it cannot change.`, 'changes')
    if (changes.slice(0, place).some((other) => other.index === index)) throw invalid(`${name} stands twice.`, 'changes')
    if ((type !== 'price' && type !== 'number') || value === '') return { index, value }
    // It is drawn in stores of several languages: what they would read in different ways is refused.
    const made = readNumber(value, {})
    if ('problem' in made) throw invalid(`The change ${numberProblem(value, name, made).text}.`, 'changes')
    return { index, value: made.plain }
  })
}

interface Known {
  aliases: readonly StoredAlias[]
  /** Of the stores that it is for. */
  currencies: readonly string[]
}
function checkPrice({ changes, oldPrice }: Content, price: PriceRule, { aliases, currencies }: Known): void {
  const meant = meantAliases(aliases)
  if (meant.price === undefined) throw invalid('No alias is the price of products.', 'price')
  if (changes.some(({ index }) => index === meant.price?.index)) throw invalid(`${meant.price.name} stands twice.`, 'changes')
  if (oldPrice && meant.listPrice === undefined)
    throw invalid('No alias is called LIST_PRICE: there is no place for the old price.', 'oldPrice')
  if (oldPrice && changes.some(({ index }) => index === meant.listPrice?.index))
    throw invalid(`${meant.listPrice?.name} stands twice.`, 'changes')
  if (price.kind === 'percent') return
  const missing = currencies.find((currency) => price.amounts[currency] === undefined)
  if (missing !== undefined) throw invalid(`Enter the amount in ${missing}, Please!`, `price.amounts.${missing}`)
  for (const [currency, amount] of Object.entries(price.amounts)) {
    const { decimals } = coinsOf(currency)
    const behind = amount.split('.')[1] ?? ''
    if (/[1-9]/.test(behind.slice(decimals))) throw invalid(`${amount} has more decimals than ${currency}.`, `price.amounts.${currency}`)
  }
}
