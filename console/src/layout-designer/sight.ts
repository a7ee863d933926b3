/** What a layout is looked at with: products, panels, typed values. */
import type { Alias } from '@endcap/contract/products'
import { classesFor, colourClasses, type ColourClass, type PanelPalette } from '@endcap/contract/colour-classes'
import { fieldsOf, type LayoutDefinition } from '@endcap/label/layout'
import { modelOf } from '@endcap/label/models'

export interface SightProduct {
  prCode: string
  /** Absent: as it is stored. */
  prInfo?: string[]
}

/** Classes of panels that show a drawing of this one: those with no fewer colours. */
export const classesShowing = (modelClass: ColourClass): ColourClass[] => colourClasses.slice(colourClasses.indexOf(modelClass))

/** The colours of a store's panels of this size that show the drawing, most of them first. */
const palettesIn = (tagTypes: readonly string[], size: string, modelClass: ColourClass): PanelPalette[] =>
  tagTypes
    .map(modelOf)
    .flatMap((model) => (model?.drawingSize === size && classesFor[model.palette].includes(modelClass) ? [model.palette] : []))

/** The colours that most of a store's panels of this size have, among those that show the drawing; its own when there are none. */
export const defaultClass = (tagTypes: readonly string[], size: string, modelClass: ColourClass): PanelPalette =>
  palettesIn(tagTypes, size, modelClass)[0] ?? modelClass
/** Colours that the drawing can be looked at with: those of the classes that show it, and what the store has besides. */
export const panelsShowing = (tagTypes: readonly string[], size: string, modelClass: ColourClass): PanelPalette[] => [
  ...new Set([...classesShowing(modelClass), ...palettesIn(tagTypes, size, modelClass)]),
]

/** The aliases that a layout reads, in the order in which they come. */
export function aliasesRead<A extends Alias>(definition: LayoutDefinition, aliases: readonly A[]): A[] {
  return fieldsOf(definition).flatMap((name) => aliases.find((alias) => alias.name.toUpperCase() === name) ?? [])
}

/** Longest value that a product has. */
const longest = 2000
/** Typed values as the address has them, by slot of prInfo; what is none is left out. */
export function readTyped(value: unknown): Record<number, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => /^\d{1,3}$/.test(entry[0]) && typeof entry[1] === 'string' && entry[1].length <= longest,
    ),
  )
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
/** `NAME`, of the second product `2.NAME`. */
export const fieldName = (name: string, product: number): string => (product > 0 ? `${product}.${name}` : name)
/** The product that a field names, 0 for the one of its place, and the name of the alias. */
export function fieldParts(field: string): { product: number; name: string } {
  const [, number = '0', name = field] = /^(\d{1,2})\.(.*)$/s.exec(field) ?? []
  return { product: Number(number), name }
}
/** `{NAME}`, `{PRICE:price}`, of the second product `{2.NAME}`. */
export const slotText = (name: string, { format = '', product = 0 }: { format?: string; product?: number } = {}): string =>
  `{${fieldName(name, product)}${format === '' ? '' : `:${format}`}}`
