import type { Alias } from '@endcap/contract/products'
import { expect, test } from 'vitest'
import { sampleFile } from './sample-file.ts'

const alias = (index: number, name: string, type: Alias['type'], key = false): Alias => ({ index, name, key, type, chart: false })
const aliases = [alias(1, 'NAME', 'name'), alias(0, 'CODE', 'text', true), alias(4, 'PRICE', 'price'), alias(5, 'UNIT', 'text')]
const example = { name: 'Milk' }
const product = (prCode: string, ...prInfo: string[]) => ({ prCode, prInfo })

test('has a column for each alias in their order, and three products of the store', () => {
  const products = ['1', '2', '3', '4'].map((code) => product(code, '', `Oil, ${code}`, '', '', '1.98'))
  expect(sampleFile(aliases, products, example)).toBe(
    '\uFEFFNAME,CODE,PRICE,UNIT\r\n"Oil, 1",1,1.98,\r\n"Oil, 2",2,1.98,\r\n"Oil, 3",3,1.98,\r\n',
  )
})
test('leaves out a product that a spreadsheet would change', () => {
  const products = [product('1', '', '=A1', '', '', '1'), product('2', '', 'Oil', '', '', '1')]
  expect(sampleFile(aliases, products, example)).toBe('\uFEFFNAME,CODE,PRICE,UNIT\r\nOil,2,1,\r\n')
})
test('of a store without products has an example', () => {
  expect(sampleFile(aliases, [], example)).toBe('\uFEFFNAME,CODE,PRICE,UNIT\r\nMilk,4901000000006,198,\r\n')
})
