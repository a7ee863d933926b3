/** The ticks of a review of prices: a tick is one for this price, and those that are not named have one for all. */
import type { PriceChange, PriceReview as Review } from '@endcap/contract/price-review'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { PriceReview } from './PriceReview.tsx'
import { usePriceTicks } from './use-price-ticks.ts'

const change = (prCode: string, after: string): PriceChange => ({
  line: Number(prCode),
  prCode,
  productName: `Product ${prCode}`,
  name: 'PRICE',
  kind: 'zero',
  before: '5',
  after,
  beforeWords: '5 €',
  afterWords: `${after} €`,
  percent: -100,
  labels: 1,
})
const reviewOf = (...prices: PriceChange[]): Review => ({
  priceCount: prices.length + 3,
  prices,
  otherPriceCount: 0,
  otherPrices: [],
  cheaper: 0,
  dearer: 0,
  misfitCount: 0,
  misfits: [],
})
const first = reviewOf(change('1', '0'), change('2', '0'))
const second = reviewOf(change('1', '0'), change('2', '0.1'))

function Reviewed() {
  const [review, setReview] = useState(first)
  const ticks = usePriceTicks(review)
  return (
    <>
      <output>{ticks.leftOf(review)}</output>
      <button type="button" onClick={() => setReview(second)}>
        next
      </button>
      <PriceReview review={review} ticks={ticks} />
    </>
  )
}
const ticks = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
const left = () => document.querySelector('output')?.textContent

test('a price that becomes another one wants its tick again; one that stays keeps it', async () => {
  await drawDialog(<Reviewed />, { path: '/product', services: {}, words: ['products'] })
  await eventually(() => expect([left(), ticks().length]).toEqual(['5', 3]))
  for (const tick of ticks()) tick.click()
  await eventually(() => expect(left()).toBe('0'))
  document.querySelector('button')?.click()
  // The second price is another one, and so may be those that are not named.
  await eventually(() => expect([left(), ticks().map(({ checked }) => checked)]).toEqual(['4', [true, false, false]]))
  ticks()[0]?.click()
  await eventually(() => expect(left()).toBe('5'))
})
