/** What a layout is looked at with: products, panels, typed values. */
import type { Alias } from '@endcap/contract/products'
import { colourClasses, type ColourClass } from '@endcap/contract/layouts'
import { fieldsOf, type LayoutDefinition } from '@endcap/label/layout'
import { modelOf } from '@endcap/label/models'

export interface SightProduct {
  prCode: string
  /** Absent: as it is stored. */
  prInfo?: string[]
}

/** Classes of panels that show a drawing of this one: those with no fewer colours. */
export const classesShowing = (modelClass: ColourClass): ColourClass[] => colourClasses.slice(colourClasses.indexOf(modelClass))

/** The class that most of a store's panels of this size have, among those that show the drawing; its own when there are none. */
export function usualClass(tagTypes: readonly string[], size: string, modelClass: ColourClass): ColourClass {
  const showing = classesShowing(modelClass)
  const found = tagTypes.map(modelOf).find((model) => model?.size === size && showing.includes(model.palette))
  return found?.palette ?? modelClass
}

/** Products that a layout has places for: of those that it repeats for, and those that it names by number. */
export function placesOf({ pages }: LayoutDefinition): number {
  let most = 1
  const texts: string[] = []
  for (const { elements, when } of pages) {
    texts.push(...(when ?? []).map(({ field }) => `{${field}}`))
    for (const element of elements) {
      if (element.type === 'repeat') most = Math.max(most, element.count)
      for (const one of element.type === 'repeat' ? element.elements : [element]) {
        texts.push(...(one.when ?? []).map(({ field }) => `{${field}}`))
        if (one.type === 'text') texts.push(one.text)
        else if (one.type === 'barcode') texts.push(one.value)
        else if (one.type === 'price') texts.push(`{${one.field}}`)
      }
    }
  }
  for (const text of texts) for (const [, number] of text.matchAll(/\{(\d{1,2})\./g)) most = Math.max(most, Number(number))
  return Math.min(20, most)
}

/** The aliases that a layout reads, in the order in which they come. */
export function aliasesRead(definition: LayoutDefinition, aliases: readonly Alias[]): Alias[] {
  return fieldsOf(definition).flatMap((name) => aliases.find((alias) => alias.name.toUpperCase() === name) ?? [])
}

/** A product with values that were typed in the place of its own. */
export function typedProduct(
  prCode: string,
  prInfo: readonly string[],
  typed: Readonly<Record<number, string>>,
  aliases: readonly Alias[],
): SightProduct {
  const length = Math.max(prInfo.length, ...Object.keys(typed).map((index) => Number(index) + 1), 0)
  const values = Array.from({ length }, (_, index) => typed[index] ?? prInfo[index] ?? '')
  const key = aliases.find((alias) => alias.key)
  const code = key === undefined ? '' : (typed[key.index] ?? '').trim()
  return { prCode: code === '' ? prCode : code, prInfo: values }
}
/** What a product says in a field; empty for one that has none. */
export const valueOf = (alias: Alias, { prCode, prInfo }: { prCode: string; prInfo: readonly string[] }): string =>
  alias.key ? prCode : (prInfo[alias.index] ?? '')

/** How a field's values can be written, by what they are. */
const formats: Partial<Record<string, readonly string[]>> = {
  price: ['price', 'unit', 'tax(10)', 'net(10)', 'number'],
  number: ['number', 'percent', 'unit'],
  date: ['date', 'date(long)', 'date(day)'],
  name: ['upper'],
  text: ['upper', 'number', 'percent', 'date'],
}
export const formatsFor = (type: string): readonly string[] => formats[type] ?? []
/** `{NAME}`, `{PRICE:price}`, of the second product `{2.NAME}`. */
export const slotText = (name: string, { format = '', product = 0 }: { format?: string; product?: number } = {}): string =>
  `{${product > 0 ? `${product}.` : ''}${name}${format === '' ? '' : `:${format}`}}`
