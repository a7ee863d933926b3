/** Products that displays leave out, worked out for each call, as the plans of the displays are: nothing is stored, so nothing is out of date. */
import type { LeftOut } from '@endcap/contract/left-out'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import type { DisplaysAsked } from '../../catalogue/ports.ts'
import type { Context } from '../../platform/context.ts'
import { decorateForDisplay } from '../../catalogue/scripts/decorate-display.ts'
import { displaysWithProducts, storeOf, type DisplayWithProducts } from './manifest.queries.ts'
import { leftOutOf } from './plan-products.ts'

/** Displays looked at in one statement. */
const batchSize = 100

/** Each display with products, with those of them that it leaves out; one batch after the other, so that who asks may stop in between. */
export async function* displaysLeavingOut(
  context: Context,
  asked: DisplaysAsked,
): AsyncGenerator<{ displays: number; leftOut: LeftOut[] }> {
  const { db, labels } = context
  const store = await storeOf(db, asked.storeCode)
  if (store === undefined) return
  const words = { ...store, storeCode: asked.storeCode, aliases: await listAliases(db) }
  const book = await labels.book()
  for (let after = ''; ;) {
    const batch = await displaysWithProducts(db, { ...asked, after, limit: batchSize })
    const leftOut: LeftOut[] = []
    for (const display of batch) leftOut.push(...(await lookAt(display)))
    if (batch.length > 0) yield { displays: batch.length, leftOut }
    if (batch.length < batchSize) return
    after = batch.at(-1)?.mac ?? ''
  }

  async function lookAt({ mac, name, objects, products, ...facts }: DisplayWithProducts): Promise<LeftOut[]> {
    const shown = await decorateForDisplay(context, { ...asked, device: { mac, name, ...facts }, onlyLook: true }, products)
    const reasons = leftOutOf(objects, shown, words, book)
    for (const [place, { prCode, prInfo }] of products.entries())
      if (prInfo !== null && shown[place]?.prInfo === null) reasons.set(prCode, 'decorator-error')
    const concerned = new Set(products.flatMap(({ prCode, staged }) => (staged || asked.fileId === undefined ? [prCode] : [])))
    return [...reasons].filter(([prCode]) => concerned.has(prCode)).map(([prCode, reason]) => ({ mac, name, prCode, reason }))
  }
}

/** All that displays of a store leave out, or one of them. */
export async function readLeftOut(context: Context, asked: Omit<DisplaysAsked, 'fileId'>): Promise<LeftOut[]> {
  const all = await Array.fromAsync(displaysLeavingOut(context, asked))
  return all.flatMap(({ leftOut }) => leftOut)
}
