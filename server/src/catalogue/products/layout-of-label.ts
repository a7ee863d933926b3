/** Which layout a label asks for, before the rules of the store are asked. */
import { defaultLayoutId } from '@endcap/contract/default-layout'

/** The layout of a label with several products. */
const defaultMultiLayoutId = 'MULTI'

/** The layout a label is drawn with: that of its tag's assignment, else of its first product, else the default for so many products. */
export const layoutOfLabel = ({
  layoutId,
  products,
}: {
  layoutId: string | null
  products: readonly { layoutId?: string | null }[]
}): string => layoutId ?? products[0]?.layoutId ?? (products.length > 1 ? defaultMultiLayoutId : defaultLayoutId)
