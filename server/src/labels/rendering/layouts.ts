/** Which drawing a label gets: its layout's for its size and colours, the store's own before the shared one, in the version that holds there now. */
import { classesFor, type ColourClass, type PanelPalette } from '@endcap/contract/colour-classes'
import type { LayoutContent } from '@endcap/contract/layout-drawings'
import { allModels, modelOf } from '@endcap/label/models'
import type { Clock } from '../../platform/base/clock.ts'
import type { RuleLists } from '../../platform/db/layout-tables.ts'
import type { Db } from '../../platform/db/schema.ts'
import { createRefits } from './refits.ts'
import { readAliases, readMarks, readRules, readVersions, type VersionRow } from './labels.queries.ts'

export interface Place {
  storeCode: string
  layoutId: string
  /** Of the store, for versions that begin at a time; UTC when it is not known. */
  timeZone?: string | undefined
  /** As if there were no such drawing. */
  without?: string
  /** As if this one were not archived. */
  also?: string
}
export interface FoundDrawing {
  drawingId: string
  version: number
  modelClass: ColourClass
  definition: LayoutContent
  /** Another one means that something else may be drawn. */
  key: string
  /** The size that it was drawn for, where it was refitted to the panel. */
  refittedFrom?: string
}
export interface LayoutBook {
  aliases: { index: number; name: string; key: boolean; type: string }[]
  find(wanted: Place & { tagType: string }): FoundDrawing | undefined
  /** For what is no tag: a size such as `A6`, and the colours that it has. */
  findSize(wanted: Place & { size: string; palette: PanelPalette }): FoundDrawing | undefined
  /** The tag types that a drawing of this layout was made for; empty when there is no such layout. */
  typesOf(wanted: Place): string[]
  rulesOf(storeCode: string): RuleLists
  /** Sizes that some layout has a drawing for. */
  sizes: ReadonlySet<string>
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** The minute on the clocks of a zone: `2026-12-01T06:00`. */
export function localMinute(at: Date, timeZone: string): string {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(timeZone, clock)
  }
  return clock.format(at).replace(' ', 'T')
}

/** Keeps the book until layouts, rules or aliases change. */
export function createLayoutBook(db: Db, clock: Clock): () => Promise<LayoutBook> {
  let seen: string | undefined
  let book: LayoutBook | undefined
  return async () => {
    const marks = await readMarks(db)
    const mark = `${marks.layouts} ${marks.aliases}`
    if (book !== undefined && mark === seen) return book
    const [rows, rules, aliases] = await Promise.all([readVersions(db, clock.now()), readRules(db), readAliases(db)])
    const drawings = Map.groupBy(rows, (row) => [row.storeCode, row.layoutId, row.size, row.modelClass].join('|'))
    const rulesOf = new Map(rules.map((one) => [one.storeCode, one.rules]))
    const holds = ({ from }: VersionRow, timeZone: string) => from === null || from <= localMinute(clock.now(), timeZone)
    const findSize: LayoutBook['findSize'] = ({ storeCode, layoutId, size, palette, timeZone = 'UTC', without, also }) => {
      for (const scope of storeCode === '' ? [''] : [storeCode, '']) {
        for (const modelClass of classesFor[palette]) {
          const row = drawings
            .get([scope, layoutId, size, modelClass].join('|'))
            ?.find((one) => one.drawingId !== without && (!one.archived || one.drawingId === also) && holds(one, timeZone))
          if (row === undefined) continue
          const { drawingId, version, definition } = row
          return { drawingId, version, modelClass, definition, key: `${drawingId}.${version} ${marks.aliases}` }
        }
      }
      return undefined
    }
    const refits = createRefits([...drawings.values()].flat(), { aliases: marks.aliases, holds })
    const find: LayoutBook['find'] = ({ tagType, ...place }) => {
      const model = modelOf(tagType)
      if (model === undefined) return undefined
      return findSize({ ...place, size: model.drawingSize, palette: model.palette }) ?? refits.find(place, model)
    }
    seen = mark
    book = {
      aliases,
      find,
      findSize,
      sizes: new Set(rows.filter((row) => !row.archived).map((row) => row.size)),
      typesOf: (modelTypes) =>
        allModels()
          .filter(({ drawingSize, palette }) => findSize({ ...modelTypes, size: drawingSize, palette }) !== undefined)
          .map(({ tagType }) => tagType),
      rulesOf: (storeCode) => ({ own: storeCode === '' ? [] : (rulesOf.get(storeCode) ?? []), shared: rulesOf.get('') ?? [] }),
    }
    return book
  }
}
