/** Which slots of a product are numbers, and in which language and currency they are read. How numbers are read: label/src/numbers.test.ts. */
import type { Alias } from '@endcap/contract/products'
import { afterAll, expect, test } from 'vitest'
import { seedStore } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { normaliseNumbers, numberRulesOf } from './normalise-numbers.ts'

const { context, close } = await createTestContext()
afterAll(close)
const { db } = context
await seedStore(context, 'N1')
await db.updateTable('stores').set({ locale: 'de-DE', currency: 'EUR' }).where('store_code', '=', 'N1').execute()

const alias = (index: number, name: string, type: Alias['type']): Alias => ({ index, name, key: index === 0, chart: false, type })
const plain = [
  alias(0, 'PRODUCT_CODE', 'text'),
  alias(1, 'NAME', 'name'),
  alias(2, 'PRICE', 'price'),
  alias(3, 'UNIT_PRICE', 'price'),
  alias(4, 'WEIGHT', 'number'),
]
const withCurrency = [...plain, alias(5, 'Currency', 'text')]
/** The slots after they were read in a store of Berlin, or what is wrong with them. */
async function made(prInfo: (string | null)[], aliases: readonly Alias[] = plain) {
  const slots = [...prInfo]
  const problem = normaliseNumbers(slots, aliases, await numberRulesOf(db, 'N1'))
  return problem === undefined ? slots : { code: problem.code, ...problem.values }
}

test('prices and numbers are made plain as the store writes them; texts and empty slots stay', async () => {
  expect(await made(['0001', '1,5', ' 1.298,50 ', '0,0499', '12,3456'])).toEqual(['0001', '1,5', '1298.50', '0.0499', '12.3456'])
  expect(await made(['0001', 'Milk', '', ' ', null])).toEqual(['0001', 'Milk', '', ' ', null])
})
test('the first price is in coins that there are, and the first that is wrong is named', async () => {
  expect(await made(['1', 'Milk', '0,0499', 'x', ''])).toMatchObject({ code: 'row-decimals', field: 'PRICE', currency: 'EUR' })
  expect(await made(['1', 'Milk', '1,00', 'x', 'y'])).toMatchObject({ code: 'row-no-number', field: 'UNIT_PRICE' })
})
test.each([
  ['JPY', { code: 'row-decimals', currency: 'JPY' }],
  [' jpy ', { code: 'row-decimals', currency: 'JPY' }],
  ['', ['1', 'JPY', '1.50', '', '', '']],
  ['YEN!', ['1', 'JPY', '1.50', '', '', 'YEN!']],
])('a product with the currency %j is read in it, else in that of its store', async (currency, expected) => {
  const answer = await made(['1', 'JPY', '1,50', '', '', currency], withCurrency)
  if (Array.isArray(expected)) expect(answer).toEqual(expected)
  else expect(answer).toMatchObject(expected)
})
test('where no alias is called so, no other slot is a currency', async () => {
  expect(await made(['JPY', 'JPY', '1,50', '', ''])).toEqual(['JPY', 'JPY', '1.50', '', ''])
})
test('a store that there is not writes as in the United States', async () => {
  expect((await numberRulesOf(db, 'NONE')).words).toEqual({ locale: 'en-US', currency: 'USD' })
})
