/** The aliases as the form edits them: one row for each slot of prInfo, also for those without a name. */
import { prInfoShown, prInfoSlots, type Alias } from '@endcap/contract/products'

const blank = (index: number): Alias => ({ index, name: '', key: false, chart: false, type: 'text' })

/** All slots up to the last one that has a name, and those that lists show by default. */
export function toRows(aliases: readonly Alias[]): Alias[] {
  const last = Math.max(prInfoShown - 1, ...aliases.map((alias) => alias.index))
  return Array.from({ length: last + 1 }, (_, index) => aliases.find((alias) => alias.index === index) ?? blank(index))
}

/** More slots at the end, as far as there are any. */
export const withMore = (rows: readonly Alias[], count: number): Alias[] => [
  ...rows,
  ...Array.from({ length: Math.min(count, prInfoSlots - rows.length) }, (_, place) => blank(rows.length + place)),
]

/** Only one may be the key: marking one takes the mark from the others (specification 2 §4). */
export const withKey = (rows: readonly Alias[], index: number): Alias[] => rows.map((row) => ({ ...row, key: row.index === index }))

/** What is saved: entries with a blank name are dropped (specification 2 §5). */
export const toSave = (rows: readonly Alias[]): Alias[] =>
  rows.map((row) => ({ ...row, name: row.name.trim() })).filter((row) => row.name !== '')

/** Names that stand twice, as files and layouts read them: case does not matter. */
export function namesTwice(rows: readonly Alias[]): ReadonlySet<number> {
  const byName = Map.groupBy(toSave(rows), (row) => row.name.toUpperCase())
  return new Set([...byName.values()].filter((same) => same.length > 1).flatMap((same) => same.map((row) => row.index)))
}
