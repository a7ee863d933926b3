/** Which layout a label asks for, before the rules of the store are asked. */

/** The layout of a product that names none, and of a label with several products. */
const defaultLayoutId = 'SHELF_PRICE'
const defaultMultiLayoutId = 'MULTI'

/** The layout a label is drawn with: that of its tag's assignment, else of its first product, else the default for so many products. */
export const layoutOfLabel = ({
  layoutId,
  products,
}: {
  layoutId: string | null
  products: readonly { layoutId?: string | null }[]
}): string => layoutId ?? products[0]?.layoutId ?? (products.length > 1 ? defaultMultiLayoutId : defaultLayoutId)
