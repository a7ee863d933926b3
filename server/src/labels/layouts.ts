/** Which drawing a tag gets: its layout's variant for its size and colours, the store's own before the shared one. */
import { allModels, modelOf } from '@endcap/label/models'
import type { Db } from '../db/schema.ts'
import { layoutsChangedAt, readAliases, readLayouts, type LayoutRow } from './labels.queries.ts'

/** The layout of a product that names none, and of a label with several products. */
const defaultLayoutId = 'SHELF_PRICE'
const defaultMultiLayoutId = 'MULTI'

export const defaultLayoutFor = (products: number): string => (products > 1 ? defaultMultiLayoutId : defaultLayoutId)

export interface LayoutBook {
  aliases: { index: number; name: string; key: boolean; type: string }[]
  find(wanted: { storeCode: string; layoutId: string; tagType: string }): (LayoutRow & { key: string }) | undefined
  /** The tag types that this layout has a drawing for; empty when there is no such layout. */
  typesOf(wanted: { storeCode: string; layoutId: string }): string[]
}

/** Colour classes a model can show, best first: a drawing for fewer colours always works. */
const classesFor: Record<string, readonly string[]> = { bwry: ['bwry', 'bwr', 'bw'], bwr: ['bwr', 'bw'], bw: ['bw'] }

/** Keeps the book until layouts or aliases change. */
export function createLayoutBook(db: Db): () => Promise<LayoutBook> {
  let mark: string | undefined
  let book: LayoutBook | undefined
  return async () => {
    const now = await layoutsChangedAt(db)
    if (book !== undefined && now === mark) return book
    const [rows, aliases] = await Promise.all([readLayouts(db), readAliases(db)])
    const byKey = new Map(rows.map((row) => [[row.storeCode, row.layoutId, row.size, row.modelClass].join('|'), row]))
    const find: LayoutBook['find'] = ({ storeCode, layoutId, tagType }) => {
      const model = modelOf(tagType)
      if (model === undefined) return undefined
      for (const scope of [storeCode, '']) {
        for (const modelClass of classesFor[model.palette] ?? ['bw']) {
          const key = [scope, layoutId, model.size, modelClass].join('|')
          const row = byKey.get(key)
          if (row !== undefined) return { ...row, key: `${key}|${row.version}|${now}` }
        }
      }
      return undefined
    }
    mark = now
    book = {
      aliases,
      find,
      typesOf: (wanted) =>
        allModels()
          .map(({ tagType }) => tagType)
          .filter((tagType) => find({ ...wanted, tagType }) !== undefined),
    }
    return book
  }
}
