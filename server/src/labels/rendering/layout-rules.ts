/** Layout rules: which layout a product gets whose file names none, or, where a rule says so, whatever it names. */
import type { PanelPalette } from '@endcap/contract/colour-classes'
import { layoutField, type LayoutRule } from '@endcap/contract/layout-rules'
import { createFields } from '@endcap/label/fields'
import type { RuleLists } from '../../platform/db/layout-tables.ts'
import type { FoundDrawing, LayoutBook, Place } from './layouts.ts'
import { layoutOfLabel } from '../../catalogue/products/layout-of-label.ts'

export interface Ruled {
  layoutId: string
  rule: { place: number; name: string; own: boolean }
}
interface Product {
  prCode: string
  prInfo: readonly string[] | null
  /** What it names itself. */
  layoutId?: string | null
}

/** Conditions compare texts and numbers: neither language nor currency matters. */
const plain = { locale: 'en-US', currency: 'USD' }
const ownLayout = [{ index: 0, name: layoutField }]

/**
 * For each product the first rule that holds, those of the store before those of all stores, each list in its order; undefined where none
 * does. A rule that does not override is passed over by products that name a layout.
 */
export function ruleProducts(
  products: readonly Product[],
  { own, shared }: RuleLists,
  aliases: LayoutBook['aliases'],
): (Ruled | undefined)[] {
  const rules = [...own.entries()].map(([place, rule]) => ({ ...rule, place: place + 1, own: true }))
  for (const [place, rule] of shared.entries()) rules.push({ ...rule, place: place + 1, own: false })
  const used = rules.filter(({ enabled }) => enabled)
  if (used.length === 0) return products.map(() => undefined)
  const fields = createFields(
    products.map(({ prCode, prInfo }) => ({ prCode, prInfo: prInfo ?? [] })),
    aliases,
    plain,
  )
  const named = createFields(
    products.map(({ prCode, layoutId }) => ({ prCode, prInfo: [layoutId ?? ''] })),
    ownLayout,
    plain,
  )
  const holds = (rule: LayoutRule, place: number) =>
    rule.when.every((one) => (one.field === layoutField ? named : fields).holds(normaliseCondition(one), place))
  return products.map(({ prInfo, layoutId }, place) => {
    if (prInfo === null) return undefined
    const found = used.find((rule) => (rule.overrides || !layoutId) && holds(rule, place))
    return found && { layoutId: found.layoutId, rule: { place: found.place, name: found.name, own: found.own } }
  })
}
/** `exactOptionalPropertyTypes`: a value that is not given is not there. */
const normaliseCondition = ({ value, ...rest }: LayoutRule['when'][number]) => ({ ...rest, ...(value !== undefined && { value }) })

interface Label {
  storeCode: string
  layoutId: string | null
  products: readonly Product[]
}
/** Gives labels the layouts of their stores' rules: those with one product that were not given a layout themselves. */
export function ruleLabels<T extends Label>(labels: readonly T[], book: LayoutBook): T[] {
  const withoutLayout = labels.filter(({ layoutId, products }) => layoutId === null && products.length === 1)
  const ruled = new Map<T, string>()
  for (const [storeCode, own] of Map.groupBy(withoutLayout, (label) => label.storeCode)) {
    const found = ruleProducts(
      own.flatMap(({ products }) => products),
      book.rulesOf(storeCode),
      book.aliases,
    )
    for (const [place, label] of own.entries()) {
      const one = found[place]
      if (one !== undefined) ruled.set(label, one.layoutId)
    }
  }
  return ruled.size === 0 ? [...labels] : labels.map((label) => ({ ...label, layoutId: ruled.get(label) ?? label.layoutId }))
}

/** The drawing that was made for a product where it does not stand on a tag: on paper, in a place on a display. */
export function drawingOfProduct(
  product: Product,
  place: Omit<Place, 'layoutId'> & { size: string; palette: PanelPalette },
  book: LayoutBook,
): FoundDrawing | undefined {
  if (!book.sizes.has(place.size)) return undefined
  const [label] = ruleLabels([{ storeCode: place.storeCode, layoutId: null, products: [product] }], book)
  return label && book.findSize({ ...place, layoutId: layoutOfLabel(label) })
}
