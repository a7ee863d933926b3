/** The dialog of product files calls columns as people do, and names beside it what stands in the file. */
import type { FileCheck } from '@endcap/contract/product-files'
import { expect, test } from 'vitest'
import { WrongLines } from '../form/WrongLines.tsx'
import { usePriceTicks } from '../form/use-price-ticks.ts'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { FileCheckResult } from './FileCheckResult.tsx'
import { KnownColumns } from './KnownColumns.tsx'

const alias = { monitor: false, chart: false, type: 'text' }
const aliasList = [
  { ...alias, index: 0, name: 'PRODUCT_CODE', key: true, displayNames: { en_US: 'Product code' } },
  { ...alias, index: 1, name: 'PRICE', key: false, displayNames: { en_US: 'Price', ja_JP: '価格' } },
  { ...alias, index: 2, name: 'SHELF', key: false },
]
const meant = { name: null, price: 1, listPrice: null, unit: null, unitPrice: null, taxPrice: null }
// One and the same, as a store of what does not change has it.
const signedIn = { user: { systemConfig: { site: '' } } }
const services = {
  api: { aliases: { list: async () => ({ aliasList, meant }) } },
  session: { get: () => signedIn, subscribe: () => () => undefined },
}
const linesIn = (name: string) => [...document.querySelectorAll(`[aria-label="${name}"] li`)].map((line) => line.textContent)

const text = 'line 3 has "cheap" for PRICE, which must be a number'
const check: FileCheck = {
  dataCount: 2,
  newCount: 0,
  changed: 0,
  unchanged: 0,
  familyCount: 0,
  secondCodeCount: 0,
  error: [text],
  errorCount: 1,
  goodCount: 0,
  reasons: [{ text, code: 'row-no-number', values: { line: 3, text: 'cheap', field: 'PRICE' } }],
  readings: [],
  tagCount: 0,
  checkedCount: 0,
  problemCount: 0,
  problems: [],
  displayCount: 0,
  checkedDisplayCount: 0,
  leftOutCount: 0,
  leftOut: [],
  priceCount: 0,
  prices: [],
  otherPriceCount: 0,
  otherPrices: [],
  cheaper: 0,
  dearer: 0,
  misfitCount: 0,
  misfits: [],
  expectedSeconds: null,
  reviewed: '1-1-1',
  columns: null,
}
function Checked() {
  const ticks = usePriceTicks(check)
  return <FileCheckResult check={check} ticks={ticks} wrongLines={null} goodLines={false} onGoodLines={() => undefined} />
}

test('known columns stand by their display names, each with its name in the file; one without has its name alone', async () => {
  await drawDialog(<KnownColumns storeCode="S1" />, { path: '/', services, words: ['files'] })
  await eventually(() =>
    expect(linesIn('Columns that are known')).toEqual(['Product code PRODUCT_CODE', 'Price PRICE', 'SHELF', 'LAYOUT_ID', 'NFC']),
  )
})

test('a wrong line says the display name of its column, and the name in the file beside it', async () => {
  await drawDialog(<Checked />, { path: '/', services, words: ['files', 'products'] })
  await eventually(() => {
    const [line = ''] = linesIn('What is wrong')
    expect(line).toBe('Line 3 has “cheap” for Price PRICE, which must be a number.')
  })
})

test('lines that the server says in no parts stand as it says them', async () => {
  await drawDialog(<WrongLines label="wrong" lines={['line 2 is wrong', { text: 'x', parts: ['line 3 is wrong'] }]} />, {
    path: '/',
    services,
  })
  await eventually(() => expect(linesIn('wrong')).toEqual(['line 2 is wrong', 'line 3 is wrong']))
})
