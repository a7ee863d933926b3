/**
 * The signage data decorator: products pass through the store's script before a display shows them. A display asks for its plan again and again:
 * what the script made of a product is kept while nothing it was told has changed.
 */
import { createHash } from 'node:crypto'
import { decorateBy, type Scripts } from './decorate.ts'
import { createReadier, scriptsInUse } from './in-use.ts'

const kind = 'plus-data-decorator'
/** Answers kept in memory: a chain's displays with all their products; forgotten together when there are more. */
const maxCached = 50_000
const cached = new Map<string, { prInfo: string[] | null; until: number }>()
/** A product on which the script failed is tried again after so long: it may have been for want of a sandbox. */
const againAfterMs = 300_000

/** As the script is told of it. */
export interface DisplayFacts {
  mac: string
  name: string
  model: string
  width: number
  height: number
  template: string
}
interface Shown {
  prCode: string
  prInfo: string[] | null
}

interface ForDisplay {
  storeCode: string
  device: DisplayFacts
  /** The call only asks what would be shown: the script is neither blamed nor suspended for it, and its failures are not cached. */
  onlyLook?: boolean
}

/** What the display shows of each product; null where there is no product, or the script fails on it: nothing undecorated comes onto a screen. */
export async function decorateForDisplay<Product extends Shown>(
  context: Scripts,
  { storeCode, device, onlyLook = false }: ForDisplay,
  products: readonly Product[],
): Promise<Product[]> {
  const inUse = products.length === 0 ? undefined : (await scriptsInUse(context.db, kind, [storeCode])).get(storeCode)
  if (inUse === undefined) return [...products]
  const script = (await createReadier(context, [storeCode]))(inUse, storeCode)
  const keyOf = ({ prCode, prInfo }: Shown) =>
    createHash('sha256')
      .update(JSON.stringify([inUse.scope, inUse.version, inUse.suspended, script.context, device, prCode, prInfo]))
      .digest('base64url')
  const now = context.clock.now().getTime()
  const missing = products.filter((product) => product.prInfo !== null && !((cached.get(keyOf(product))?.until ?? 0) > now))
  if (missing.length > 0) {
    const labels = missing.map((product) => ({ storeCode, tagType: '', device, products: [product] }))
    const decorated = await decorateBy(context, { script, labels, ...(!onlyLook && { inUse }) })
    if (cached.size + missing.length > maxCached) cached.clear()
    for (const [place, product] of missing.entries()) {
      const prInfo = decorated[place]?.label?.products[0]?.prInfo ?? null
      if (prInfo !== null || !onlyLook) cached.set(keyOf(product), { prInfo, until: prInfo === null ? now + againAfterMs : Infinity })
    }
  }
  return products.map((product) => (product.prInfo === null ? product : { ...product, prInfo: cached.get(keyOf(product))?.prInfo ?? null }))
}
