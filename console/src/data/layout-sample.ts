/** A product that shows what a drawing is for, where none is chosen: every field says something. */
import type { Alias } from '@endcap/contract/products'
import type { LayoutDefinition } from '@endcap/label/layout'

/** By the names that layouts usually go by, then by type. */
const byName: Record<string, string> = {
  UNIT: '1 kg',
  ORIGIN: 'España',
  CURRENCY: 'EUR',
  LIST_PRICE: '3.49',
  UNIT_PRICE: '2.99',
  PROMO: '-15 %',
  CATEGORY: 'Obst',
  URL: 'https://example.com',
}
const byType: Record<string, string> = {
  price: '2.99',
  number: '12',
  date: '2030-12-31',
  barcode: '4006381333931',
  currency: 'EUR',
  store: '',
  url: 'https://example.com',
}

/** `name`: what the product is called, in the language of who looks. */
export function sampleInfo(aliases: readonly Alias[], name: string): string[] {
  const info: string[] = Array.from({ length: Math.max(0, ...aliases.map(({ index }) => index + 1)) }, () => '')
  for (const { index, name: alias, key, type } of aliases)
    info[index] = key ? '4006381333931' : type === 'name' ? name : (byName[alias.toUpperCase()] ?? byType[type] ?? name)
  return info
}
/** Some labels have room for several. */
export const sampleProducts = (info: string[]) => ['1', '2', '3', '4'].map((prCode) => ({ prCode, prInfo: info }))

/** Products that a layout has places for: of those that it repeats for, and those that it names by number. */
export function placesOf({ pages }: LayoutDefinition): number {
  let highest = 1
  const texts: string[] = []
  for (const { elements, when } of pages) {
    texts.push(...(when ?? []).map(({ field }) => `{${field}}`))
    for (const element of elements) {
      if (element.type === 'repeat') highest = Math.max(highest, element.count)
      for (const one of element.type === 'repeat' ? element.elements : [element]) {
        texts.push(...(one.when ?? []).map(({ field }) => `{${field}}`))
        if (one.type === 'text') texts.push(one.text)
        else if (one.type === 'barcode') texts.push(one.value)
        else if (one.type === 'price') texts.push(`{${one.field}}`)
      }
    }
  }
  for (const text of texts) for (const [, number] of text.matchAll(/\{(\d{1,2})\./g)) highest = Math.max(highest, Number(number))
  return Math.min(20, highest)
}
