/** Drawings for panels that none was made for: those of other families come in sizes that the specification does not have. */
import { classesFor } from '@endcap/contract/colour-classes'
import { layoutDefinition, type LayoutDefinition } from '@endcap/label/layout'
import type { Model } from '@endcap/label/models'
import { scaledLayout } from '@endcap/label/scaled'
import { starterLayout } from '@endcap/label/starter'
import { otherTags, panelOf } from './sizes.ts'
import type { VersionRow } from './labels.queries.ts'
import type { FoundDrawing, Place } from './layouts.ts'

interface Book {
  /** Mark of the aliases that the drawings are read with. */
  aliases: string
  holds: (row: VersionRow, timeZone: string) => boolean
}
/** Drawings held as they were refitted; there are as many as sizes in the stores, unless tags make them up. */
const maxHeld = 400

/** How unlike two panels are: their shapes count more than how many pixels they have. */
function unlike(one: { width: number; height: number }, other: { width: number; height: number }): number {
  const shape = Math.log((one.width * other.height) / (one.height * other.width))
  const area = Math.log((one.width * one.height) / (other.width * other.height))
  return 2 * Math.abs(shape) + Math.abs(area) / 2
}

export function createRefits(rows: readonly VersionRow[], { aliases, holds }: Book) {
  const byLayout = Map.groupBy(
    rows.filter(({ size }) => panelOf(size)?.kind === 'tag'),
    (row) => `${row.storeCode}|${row.layoutId}`,
  )
  const held = new Map<string, FoundDrawing | undefined>()

  /** The newest versions that hold, one of each drawing that the panel can show. */
  function shownOn(model: Model, { storeCode, layoutId, timeZone = 'UTC', without, also }: Place): VersionRow[] {
    const seen = new Set<string>()
    const shown: VersionRow[] = []
    for (const row of byLayout.get(`${storeCode}|${layoutId}`) ?? []) {
      const { drawingId, archived, modelClass } = row
      if (seen.has(drawingId) || drawingId === without || (archived && drawingId !== also)) continue
      if (!classesFor[model.palette].includes(modelClass) || !holds(row, timeZone)) continue
      seen.add(drawingId)
      shown.push(row)
    }
    return shown
  }
  function nearest(model: Model, place: Place): VersionRow | undefined {
    const classes = classesFor[model.palette]
    const rank = ({ size, modelClass }: VersionRow) => [unlike(panelOf(size)!, model), classes.indexOf(modelClass)] as const
    const ranked = shownOn(model, place).map((row) => ({ row, rank: rank(row) }))
    return ranked.toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])[0]?.row
  }

  function refit(row: VersionRow, { drawingSize: size, width, height }: Model): FoundDrawing | undefined {
    const { data: drawn } = layoutDefinition.safeParse(row.definition)
    if (drawn === undefined) return undefined
    const { drawingId, version, modelClass, layoutId } = row
    const starter = isStarter(drawn, row) ? starterLayout(layoutId, { size, width, height }) : undefined
    const found = { drawingId, version, modelClass, key: `${drawingId}.${version} ${size} ${aliases}` }
    if (starter !== undefined) return { ...found, definition: starter }
    return { ...found, definition: scaledLayout(drawn, { width, height }), refittedFrom: row.size }
  }

  return {
    /**
     * For a panel of a size that the specification does not have, and that no drawing was made for: the drawing of the layout whose size is most
     * like it, the store's own before the shared ones. Where that is a starter layout as it came, its rules make one for just these pixels;
     * what was changed is refitted.
     */
    find(place: Place, model: Model): FoundDrawing | undefined {
      if (!model.drawingSize.startsWith(otherTags)) return undefined
      const row = nearest(model, place) ?? (place.storeCode === '' ? undefined : nearest(model, { ...place, storeCode: '' }))
      if (row === undefined) return undefined
      const key = `${row.drawingId}.${row.version} ${model.drawingSize}`
      if (!held.has(key)) {
        if (held.size >= maxHeld) held.clear()
        held.set(key, refit(row, model))
      }
      return held.get(key)
    },
  }
}

/** A drawing as labels of this panel get it; undefined where its starter layout has one for the panel, or there is no such panel to refit to. */
export function refitted(
  definition: unknown,
  from: { layoutId: string; size: string },
  { drawingSize, width, height }: Pick<Model, 'drawingSize' | 'width' | 'height'>,
): LayoutDefinition | undefined {
  const { data: drawn } = layoutDefinition.safeParse(definition)
  return drawn === undefined || !drawingSize.startsWith(otherTags) || isStarter(drawn, from)
    ? undefined
    : scaledLayout(drawn, { width, height })
}

/** Whether a drawing is still the one that every new system begins with. */
const isStarter = (drawn: LayoutDefinition, { layoutId, size }: { layoutId: string; size: string }): boolean =>
  JSON.stringify(drawn.pages) === JSON.stringify(starterLayout(layoutId, { size, width: drawn.width, height: drawn.height })?.pages)
