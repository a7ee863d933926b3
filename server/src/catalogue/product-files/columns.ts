/** What the columns of a product file mean: by a header row of alias names, or else by the order of the aliases. */
import { layoutColumn, nfcColumn } from '@endcap/contract/product-files'
import type { ColumnMapping } from '@endcap/contract/file-columns'
import type { Alias } from '@endcap/contract/products'
import { invalid } from '../../platform/base/errors.ts'
import { FileProblem, reasonOf } from '../../platform/text-files/file-problem.ts'
import { namedTwice, noKey, unknownColumns, withoutKey } from '../../platform/text-files/header-problem.ts'

export interface Columns {
  /** Slot of each column, or which of the other two it is; undefined for one that is left out. */
  places: (number | 'layout' | 'nfc' | undefined)[]
  hasHeader: boolean
  /** Column of the product code. */
  key: number
  /** What a header calls it: a row that says it again is no product. */
  keyName: string
  /** What each column is called. */
  names: readonly string[]
}

const plain = (name: string) => name.trim().toUpperCase()

/** What a column may be called. */
export const columnNames = (aliases: readonly Pick<Alias, 'name'>[]): string[] => [
  ...aliases.map(({ name }) => name),
  layoutColumn,
  nfcColumn,
]

/** What a column of this name holds; undefined for one that is called otherwise. */
function placeOf(name: string, aliases: readonly Alias[]): Columns['places'][number] {
  const alias = aliases.find((one) => plain(one.name) === plain(name))
  if (alias !== undefined) return alias.index
  if (plain(name) === layoutColumn) return 'layout'
  return plain(name) === nfcColumn ? 'nfc' : undefined
}

/**
 * Reads the first row. It is a header when the key alias's name stands in it, or when at least half of it are names of columns. Throws a
 * `FileProblem` for a header that is wrong.
 */
export function readColumns(first: readonly string[], aliases: readonly Alias[]): Columns {
  const keyAlias = aliases.find((alias) => alias.key)
  if (keyAlias === undefined) throw noKey()
  const names = first.map(plain)
  const keyName = plain(keyAlias.name)
  const hasHeader = names.includes(keyName)
  const known = new Set(columnNames(aliases).map(plain))
  if (!hasHeader && names.filter((name) => known.has(name)).length * 2 >= names.length) throw withoutKey(keyAlias.name)
  const places: Columns['places'] = hasHeader ? [] : aliases.map((alias) => alias.index)
  if (hasHeader) {
    const unknown: string[] = []
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) !== index) throw namedTwice(name)
      const place = placeOf(name, aliases)
      if (place === undefined) unknown.push(first[index]?.trim() ?? '')
      else places.push(place)
    }
    if (unknown.length > 0) throw unknownColumns(unknown)
  }
  return { places, hasHeader, key: places.indexOf(keyAlias.index), keyName, names: hasHeader ? names : aliases.map(({ name }) => name) }
}

/** The columns as a person has said what they mean. Throws a `FileProblem` for a file that is not so. */
export function mappedColumns(first: readonly string[], { hasHeader, columns }: ColumnMapping, aliases: readonly Alias[]): Columns {
  const keyAlias = aliases.find((alias) => alias.key)
  if (keyAlias === undefined) throw noKey()
  if (first.length !== columns.length) throw new FileProblem(reasonOf('mapped-count', { count: first.length, given: columns.length }))
  const places = columns.map((name) => (name === null ? undefined : placeOf(name, aliases)))
  const key = places.indexOf(keyAlias.index)
  if (key < 0) throw withoutKey(keyAlias.name)
  const names = columns.map((name, place) => name ?? (hasHeader ? (first[place] ?? '') : ''))
  return { places, hasHeader, key, keyName: hasHeader ? plain(first[key] ?? '') : '', names }
}

/** Refuses a mapping that no file can be read by. */
export function refuseMapping({ columns }: ColumnMapping, aliases: readonly Alias[]): void {
  const named = columns.flatMap((name) => (name === null ? [] : [plain(name)]))
  const known = new Set(columnNames(aliases).map(plain))
  const unknown = named.find((name) => !known.has(name))
  if (unknown !== undefined) throw invalid(`There is no alias ${unknown.slice(0, 40)}.`, 'columns')
  const twice = named.find((name, place) => named.indexOf(name) !== place)
  if (twice !== undefined) throw invalid(`Two columns cannot both be ${twice}.`, 'columns')
  const key = aliases.find((alias) => alias.key)
  if (key !== undefined && !named.includes(plain(key.name))) throw invalid(`No column is ${key.name}, the product code.`, 'columns')
}
