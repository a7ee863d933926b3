/**
 * What elements are on a label for: the price, and the name of a product. A label on which one of these is empty would stand on a shelf
 * and say nothing, or worse, so it is not drawn: the problem is `no-price` or `no-name`, and the tag keeps the label that it shows.
 */
import type { Fields, LabelAlias } from './fields.ts'
import type { Element, LayoutDefinition, Leaf, LeafRole } from './layout.ts'
import { inEnglish, short, type InWords } from './sentences.ts'
import { slotsOf, type Slot } from './template.ts'

export const roles = ['price', 'name'] as const
export type Role = (typeof roles)[number]
/** What a problem with each role is called, as a kind and as the reason of a failed label. */
export const lacking = { price: 'no-price', name: 'no-name' } as const satisfies Record<Role, string>

/** Alias names in upper case and without a product's number. */
const plain = (field: string) => field.replace(/^\d+\./, '').toUpperCase()
/** White space, control and format characters, and the letters that Unicode draws as nothing: Hangul fillers and the empty Braille cell. */
const invisible = /[\p{Z}\p{Cc}\p{Cf}\s\u115f\u1160\u2800\u3164\uffa0]/gu
export const isBlank = (text: string): boolean => text.replace(invisible, '') === ''

const drawnSlots = (element: Leaf): readonly Slot[] => {
  if (element.type === 'price') return [{ field: element.field, format: 'price', argument: '' }]
  return element.type === 'text' ? slotsOf(element.text) : []
}
const statedRole = (element: Leaf): LeafRole | undefined => (element.type === 'text' || element.type === 'price' ? element.role : undefined)
function* leavesOf(elements: readonly Element[]): Iterable<Leaf> {
  for (const element of elements) {
    if (element.type === 'repeat') yield* element.elements
    else yield element
  }
}

/** What the elements of a layout are for. */
export interface Roles {
  of(element: Leaf): readonly Role[]
  /** The field that means the role in this layout, in upper case; undefined where elements state theirs by other fields. */
  field: Readonly<Record<Role, string | undefined>>
}

/** The alias that means the price, or the name, where nothing says so: that of this name, else the first of this type. */
export function meantAlias<A extends LabelAlias>(role: Role, aliases: readonly A[]): A | undefined {
  const named = role.toUpperCase()
  const byIndex = aliases.toSorted((one, other) => one.index - other.index)
  return (
    byIndex.find(({ name }) => name.toUpperCase() === named) ??
    byIndex.find(({ origin }) => origin?.toUpperCase() === named) ??
    byIndex.find(({ type }) => type === role)
  )
}
/** A layout that reads PRICE means the price by it, also where the alias was removed since. */
function defaultField(role: Role, aliases: readonly LabelAlias[], read: ReadonlySet<string>): string | undefined {
  if (read.has(role.toUpperCase())) return role.toUpperCase()
  const field = meantAlias(role, aliases)?.name.toUpperCase()
  return field !== undefined && read.has(field) ? field : undefined
}

/**
 * The roles that elements state, and for a role that none states those that follow from what they read. A price element whose field is no alias
 * is for a price in any case: what it was for is gone. A price that is struck through is the old one.
 */
export function rolesOf(layout: Pick<LayoutDefinition, 'pages'>, aliases: readonly LabelAlias[]): Roles {
  const leaves = layout.pages.flatMap(({ elements }) => [...leavesOf(elements)])
  const open = leaves.filter((element) => statedRole(element) === undefined && !(element.type === 'text' && element.strike))
  const read = new Set(open.flatMap((element) => drawnSlots(element).map(({ field }) => plain(field))))
  const stated = new Set(leaves.map(statedRole))
  const firstPrice = open.find((element) => element.type === 'price' && element.when === undefined)
  const field = {
    price: defaultField('price', aliases, read) ?? (firstPrice?.type === 'price' ? plain(firstPrice.field) : undefined),
    name: defaultField('name', aliases, read),
  }
  const known = new Set(['PRODUCT_CODE', ...aliases.flatMap(({ name, origin = name }) => [name.toUpperCase(), origin.toUpperCase()])])
  const isFor = (element: Leaf, role: Role) =>
    !stated.has(role) && field[role] !== undefined && drawnSlots(element).some((slot) => plain(slot.field) === field[role])
  const derived = new Map<Leaf, readonly Role[]>()
  for (const element of open) {
    const isOrphan = element.type === 'price' && !known.has(plain(element.field))
    derived.set(element, isOrphan ? ['price'] : roles.filter((role) => isFor(element, role)))
  }
  return {
    field,
    of: (element) => {
      const own = statedRole(element)
      return own === undefined ? (derived.get(element) ?? []) : own === 'none' ? [] : [own]
    },
  }
}

/** Roles that no element of a layout has, unless it leaves them out on purpose: an element with the role `none` says so. */
export function nowhereOn({ pages }: Pick<LayoutDefinition, 'pages'>, { of }: Roles): Role[] {
  const leaves = pages.flatMap(({ elements }) => [...leavesOf(elements)])
  if (leaves.some((element) => statedRole(element) === 'none')) return []
  const held = new Set(leaves.flatMap(of))
  return roles.filter((role) => !held.has(role))
}

/** The slots that carry the role: those of the field that means it, else those that are drawn as money, else all. */
function carriersOf(element: Leaf, role: Role, { field }: Roles): readonly Slot[] {
  const slots = drawnSlots(element)
  const own = slots.filter((slot) => plain(slot.field) === field[role])
  if (own.length > 0 || role === 'name') return own.length > 0 ? own : slots
  const money = slots.filter(({ format }) => format === 'price' || format === 'tax' || format === 'net' || format === 'unit')
  return money.length > 0 ? money : slots
}

/** Why an element with a role must not be drawn for a product; undefined when it holds what it is for. */
function wrongWith(element: Leaf, role: Role, scope: number, { fields, roles: own }: Asked): InWords | undefined {
  const carriers = carriersOf(element, role, own)
  // Words alone, such as `SOLD OUT`, are what they are.
  if (carriers.length === 0) return undefined
  const values = carriers.map(({ field }) => ({ field, text: fields.value(field, scope) }))
  if (role === 'name')
    return values.every(({ text }) => isBlank(text)) ? inEnglish('name-empty', { field: values[0]?.field ?? '' }) : undefined
  const blank = values.find(({ text }) => isBlank(text))
  if (blank !== undefined) return inEnglish('price-empty', { field: blank.field })
  const bad = values.find(({ text }) => fields.isNoNumber(text))
  return bad && inEnglish('no-price', { field: bad.field, text: short(bad.text) })
}

/** The product, counted from 0, that an element shows in the turn of `scope`. */
function productOf(element: Leaf, scope: number): number {
  const numbers = drawnSlots(element).map(({ field }) => /^(\d+)\./.exec(field)?.[1])
  const number = numbers.find((one) => one !== undefined)
  return number === undefined ? scope : Number(number) - 1
}

interface Asked {
  fields: Fields
  roles: Roles
}
export interface Lack {
  role: Role
  /** Place of the element in its page, such as `3` or `2.1`, and its turn; empty where the conditions of all elements for the role fail. */
  element: string
  scope: number
  words: InWords
}
/**
 * What a page lacks for the products that it is to show: an element is reached and empty, or all that there are for a product are left out by
 * their conditions. Places without a product are left empty on purpose.
 */
export function lackingOn(elements: readonly Element[], asked: Asked): Lack[] {
  const { fields, roles: own } = asked
  const lacks: Lack[] = []
  const [whole, reached] = [
    { price: new Set<number>(), name: new Set<number>() },
    { price: new Set<number>(), name: new Set<number>() },
  ]
  function visit(element: Leaf, name: string, scope: number, shown: boolean): void {
    const product = productOf(element, scope)
    if (product >= fields.products) return
    const isReached = shown && holds(element, scope)
    for (const role of own.of(element)) {
      whole[role].add(product)
      if (!isReached) continue
      reached[role].add(product)
      const words = wrongWith(element, role, scope, asked)
      if (words !== undefined) lacks.push({ role, element: name, scope, words })
    }
  }
  const holds = ({ when }: Element, scope: number) => when?.every((condition) => fields.holds(condition, scope)) !== false
  for (const [index, element] of elements.entries()) {
    const name = String(index + 1)
    if (element.type !== 'repeat') {
      visit(element, name, 0, true)
      continue
    }
    const shown = holds(element, 0)
    for (let scope = 0; scope < Math.min(element.count, fields.products); scope++)
      for (const [inner, leaf] of element.elements.entries()) visit(leaf, `${name}.${inner + 1}`, scope, shown)
  }
  for (const role of roles)
    for (const product of whole[role].difference(reached[role]))
      lacks.push({ role, element: '', scope: product, words: inEnglish(`${role}-hidden`, { product: short(fields.code(product)) }) })
  return lacks
}

interface LabelAsked {
  layout: Pick<LayoutDefinition, 'pages'>
  aliases: readonly LabelAlias[]
  fields: Fields
}
/** What the main page of a label lacks, without drawing it. */
export const lackingOf = ({ layout, aliases, fields }: LabelAsked): Lack[] =>
  lackingOn(layout.pages[0]?.elements ?? [], { fields, roles: rolesOf(layout, aliases) })
