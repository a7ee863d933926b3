/** What a list asks for, as labels: products with what stands on them, on sheets of which layout. */
import { maxPrintLabels, type PrintItem } from '@endcap/contract/printing'
import { paperLayoutOf, paperLayouts, type PaperLayout } from '@endcap/label/paper'
import { keySlot, listAliases } from '../../catalogue/aliases/aliases.service.ts'
import type { Db } from '../../platform/db/schema.ts'
import { ApiError, invalid, unknownStore } from '../../platform/base/errors.ts'
import { storeWords } from '../../labels/rendering/labels.service.ts'
import { productsOf } from '../papers/papers.service.ts'
import { withKey } from '../../catalogue/products/products.service.ts'
import { codeOfSite, getSetting } from '../../settings/settings.service.ts'

export interface PrintLabel {
  /** Its row in the list, from 1. */
  line: number
  prCode: string
  prInfo: string[]
  layout: PaperLayout
  copies: number
}
export interface PrintJob {
  storeCode: string
  labels: PrintLabel[]
  aliases: Awaited<ReturnType<typeof listAliases>>
  locale: string
  currency: string
  timeZone: string
}
/** Faults named in one answer. */
const named = 100
const refuse = (message: string, faults: readonly string[], code: string) =>
  new ApiError(400, { code, message, field: 'prList', error: faults.slice(0, named) })

/** Refuses what cannot be printed, with each wrong row by its number. */
export async function readPrintList(db: Db, storeCode: string, items: readonly PrintItem[]): Promise<PrintJob> {
  // Specification 3 §5, word for word.
  if (items.length === 0) throw invalid('There are no products to print.', 'prList')
  const layouts = items.map((item) => paperLayoutOf(item.layoutId))
  if (items.some((item) => item.layoutId === '')) throw invalid('Please select a template.', 'prList')
  const noLayout = items.flatMap((item, index) =>
    layouts[index] === undefined ? [`line ${index + 1} names the sheet ${item.layoutId}`] : [],
  )
  if (noLayout.length > 0)
    throw refuse(`There is no such template; there are ${paperLayouts.map(({ name }) => name).join(', ')}.`, noLayout, 'invalid')
  if (items.reduce((sum, item) => sum + item.qty, 0) > maxPrintLabels)
    throw invalid(`A document has at most ${maxPrintLabels} labels.`, 'prList')
  const words = await storeWords(db, storeCode)
  if (words === undefined) throw unknownStore(storeCode)
  const { site } = await getSetting(db, 'system')
  const aliases = await listAliases(db)
  const codes = items.map((item) => codeOfSite(site, item.prCode))
  const products = await productsOf(db, storeCode, [...new Set(codes)])
  const unknown = codes.flatMap((code, index) => (products.has(code) ? [] : [{ code, line: index + 1 }]))
  if (unknown[0] !== undefined)
    throw refuse(
      `This product does not exist: ${unknown[0].code}`,
      unknown.map(({ code, line }) => `line ${line}: This product does not exist: ${code}`),
      'unknown-product',
    )
  const key = keySlot(aliases)
  const labels = items.flatMap((item, index): PrintLabel[] => {
    const [prCode = '', layout] = [codes[index], layouts[index]]
    if (layout === undefined) return []
    const own = products.get(prCode) ?? []
    const length = Math.max(own.length, item.prInfo.length)
    const prInfo = Array.from({ length }, (_, slot) => item.prInfo[slot] ?? own[slot] ?? '')
    return [{ line: index + 1, prCode, prInfo: withKey(prInfo, key, prCode), layout, copies: item.qty }]
  })
  return { storeCode, labels, aliases, ...words }
}
