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
  const known = new Set([layoutColumn, nfcColumn, ...aliases.map((alias) => plain(alias.name))])
  if (!hasHeader && names.filter((name) => known.has(name)).length * 2 >= names.length) throw withoutKey(keyAlias.name)
  const places: Columns['places'] = hasHeader ? [] : aliases.map((alias) => alias.index)
  if (hasHeader) {
    const unknown: string[] = []
    for (const [index, name] of names.entries()) {
      const alias = aliases.find((one) => plain(one.name) === name)
      if (names.indexOf(name) !== index) throw namedTwice(name)
      if (alias !== undefined) places.push(alias.index)
      else if (name === layoutColumn) places.push('layout')
      else if (name === nfcColumn) places.push('nfc')
      else unknown.push(first[index]?.trim() ?? '')
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
  const places = columns.map((name): Columns['places'][number] => {
    if (name === null) return undefined
    if (plain(name) === layoutColumn) return 'layout'
    if (plain(name) === nfcColumn) return 'nfc'
    return aliases.find((one) => plain(one.name) === plain(name))?.index
  })
  const key = places.indexOf(keyAlias.index)
  if (key < 0) throw withoutKey(keyAlias.name)
  const names = columns.map((name, place) => name ?? (hasHeader ? (first[place] ?? '') : ''))
  return { places, hasHeader, key, keyName: hasHeader ? plain(first[key] ?? '') : '', names }
}

/** Refuses a mapping that no file can be read by. */
export function refuseMapping({ columns }: ColumnMapping, aliases: readonly Alias[]): void {
  const named = columns.flatMap((name) => (name === null ? [] : [plain(name)]))
  const known = new Set([layoutColumn, nfcColumn, ...aliases.map(({ name }) => plain(name))])
  const unknown = named.find((name) => !known.has(name))
  if (unknown !== undefined) throw invalid(`There is no alias ${unknown.slice(0, 40)}.`, 'columns')
  const twice = named.find((name, place) => named.indexOf(name) !== place)
  if (twice !== undefined) throw invalid(`Two columns cannot both be ${twice}.`, 'columns')
  const key = aliases.find((alias) => alias.key)
  if (key !== undefined && !named.includes(plain(key.name))) throw invalid(`No column is ${key.name}, the product code.`, 'columns')
}
