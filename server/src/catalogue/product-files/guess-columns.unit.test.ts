import { starterAliases } from '@endcap/label/starter'
import { expect, test } from 'vitest'
import { guessColumns, looksLikeHeader } from './guess-columns.ts'

const aliases = starterAliases.map((alias) => ({ ...alias, chart: false }))
const guess = (lines: string[]) => {
  const [first = [], ...following] = lines.map((line) => line.split(';'))
  const hasHeader = looksLikeHeader({ first, following })
  return { hasHeader, guess: guessColumns({ first, following }, hasHeader, aliases) }
}

test.each([
  ['English', 'Article No.;Description;Selling price;Price per unit;Shelf', ['PRODUCT_CODE', 'NAME', 'PRICE', 'UNIT_PRICE', null]],
  ['Japanese', 'ＪＡＮコード;商品名;売価;税込価格;棚', ['PRODUCT_CODE', 'NAME', 'PRICE', 'TAX_PRICE', null]],
  ['Korean', '상품코드;상품명;판매가;원산지;선반', ['PRODUCT_CODE', 'NAME', 'PRICE', 'ORIGIN', null]],
  ['of the aliases', 'name;Product Code;Price;LAYOUT_ID;nothing', ['NAME', 'PRODUCT_CODE', 'PRICE', 'LAYOUT_ID', null]],
])('names that are %s are known', (_, header, expected) => {
  expect(guess([header, '4901000000006;Tea;198;1.98;A1'])).toEqual({ hasHeader: true, guess: expected })
})
test('what stands in columns tells the code, the name and the price, with and without a header', () => {
  const rows = ['Milch 1 l;4901000000006;1,29 €;17', 'Tee;4901000000013;2,49 €;3']
  expect(guess(['Was;Nummer;Kostet;Regal', ...rows])).toEqual({ hasHeader: true, guess: ['NAME', 'PRODUCT_CODE', 'PRICE', null] })
  expect(guess(rows)).toEqual({ hasHeader: false, guess: ['NAME', 'PRODUCT_CODE', 'PRICE', null] })
})
test('each alias is guessed once, and what tells nothing is left out', () => {
  expect(guess(['Price;Price;;?', '1;2;;x']).guess).toEqual(['PRICE', null, null, null])
})
