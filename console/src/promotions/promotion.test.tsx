/** The dialog of a promotion: what it says it will do is of what stands in its fields, and is said before it is saved. */
import type { PromotionCheck } from '@endcap/contract/promotions'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import type { Known } from './draft.ts'
import { PromotionModal } from './promotion.modal.tsx'

const known: Known = {
  aliases: [
    { index: 1, name: 'NAME', label: 'NAME', key: false, chart: false, type: 'name' },
    { index: 3, name: 'PRICE', label: 'PRICE', key: false, chart: true, type: 'price' },
    { index: 14, name: 'CATEGORY', label: 'CATEGORY', key: false, chart: false, type: 'text' },
  ],
  meant: { name: 1, price: 3, listPrice: null },
  type: { storeType: 'T', timeZones: ['Europe/Berlin'], currencies: ['EUR'] },
}
const none: PromotionCheck = {
  reach: 3,
  productCount: 12,
  labelCount: 31,
  storeCount: 3,
  partial: false,
  unknownCount: 0,
  unknownCodes: [],
  startedCount: 0,
  started: [],
  overCount: 0,
  leftOutCount: 0,
  leftOut: [],
  sample: null,
  review: { priceCount: 0, prices: [], otherPriceCount: 0, otherPrices: [], cheaper: 0, dearer: 0, misfitCount: 0, misfits: [] },
}
type Looked = { body: { rule: { values: string[]; contains?: boolean } | null; price: unknown } }

/** The dialog for a new promotion; `answer` is what the server says of it. */
async function open(answer: (looked: Looked['body']) => Promise<PromotionCheck>) {
  const [looks, saved]: [Looked['body'][], unknown[]] = [[], []]
  await drawDialog(<PromotionModal known={known} readOnly={false} close={() => undefined} />, {
    path: '/setting/promotion',
    words: ['promotions', 'members', 'products'],
    services: {
      api: {
        promotions: {
          check: ({ body }: Looked) => {
            looks.push(body)
            return answer(body)
          },
          save: async ({ body }: Looked) => void saved.push(body),
          stores: async () => ({ storeList: [{ storeCode: 'S1', storeName: 'Berlin' }] }),
        },
        layouts: { names: async () => ({ layoutList: [] }) },
      },
    },
  })
  await eventually(() => expect(document.querySelector('#promotion-name')).not.toBeNull())
  return { looks, saved }
}
function type(field: string, text: string): void {
  const input = document.querySelector<HTMLInputElement>(`#promotion-${field}`)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}
const hits = () => document.querySelector('[data-part=hits]')?.textContent
const press = () => document.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
const button = () => document.querySelector('button[type=submit]')?.textContent
const problem = () => document.querySelector('[role=alert]')?.textContent
function fill(): void {
  type('name', 'Wine days')
  type('ruleValues', 'Wine')
  type('percent', '20 %')
}

test('what comes late for what stood there before never takes the place of the newer', async () => {
  let late: ((check: PromotionCheck) => void) | undefined
  const { looks } = await open(({ rule }) =>
    rule?.values[0] === 'Wine' ? new Promise((resolve) => (late = resolve)) : Promise.resolve({ ...none, productCount: 2 }),
  )
  expect(hits()).toContain('Choose products')
  fill()
  await eventually(() => expect(looks).toMatchObject([{ rule: { values: ['Wine'] }, price: { kind: 'percent', percent: '20' } }]))
  expect(hits()).toBe('Looking …')
  type('ruleValues', 'Beer')
  await eventually(() => expect(hits()).toBe('2 products, 31 labels in 3 stores'))
  late?.(none)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(hits()).toBe('2 products, 31 labels in 3 stores')
})

test('that nothing is hit is said before it is saved, on the button too', async () => {
  const { saved } = await open(async () => ({ ...none, productCount: 0, labelCount: 0, storeCount: 0 }))
  fill()
  // At once, before anything was said.
  press()
  await eventually(() => expect(problem()).toContain('Look at what it will do'))
  expect(saved).toEqual([])
  await eventually(() => expect([hits(), button()]).toEqual(['No product is hit', 'Save, though nothing is hit']))
  press()
  await eventually(() => expect(saved).toMatchObject([{ name: 'Wine days', rule: { index: 14, values: ['Wine'] } }]))
})

test('that it takes effect at once is said, and once more where it is so in more stores when it is saved', async () => {
  let stores = 1
  const { saved } = await open(async () => ({
    ...none,
    startedCount: stores,
    started: [{ storeCode: 'S1', storeName: 'Berlin', labels: 4 }],
  }))
  fill()
  await eventually(() => expect(button()).toBe('Save and change labels in 1 store now'))
  expect(document.body.textContent).toContain('Takes effect at once in 1 store: Berlin')
  stores = 2
  press()
  await eventually(() => expect(button()).toBe('Save and change labels in 2 stores now'))
  expect(saved).toEqual([])
  press()
  await eventually(() => expect(saved).toHaveLength(1))
})

test('a price to look at needs its tick, and a part of it is said to be one', async () => {
  const price = { line: 0, prCode: 'w1', productName: 'Rioja', name: 'PRICE', kind: 'fall' as const, labels: 3, percent: -80 }
  const prices = [{ ...price, before: '10', after: '2', beforeWords: '10 €', afterWords: '2 €' }]
  const { saved } = await open(async () => ({ ...none, partial: true, review: { ...none.review, priceCount: 1, prices } }))
  fill()
  await eventually(() => expect(hits()).toBe('At least 12 products, 31 labels in 3 stores'))
  expect(document.body.textContent).toContain('the counts and prices are of a part')
  const submit = () => document.querySelector<HTMLButtonElement>('button[type=submit]')
  expect(submit()?.disabled).toBe(true)
  document.querySelector<HTMLInputElement>('[data-part=prices-to-look-at] input[type=checkbox]')?.click()
  await eventually(() => expect(submit()?.disabled).toBe(false))
  press()
  await eventually(() => expect(saved).toHaveLength(1))
})
