/** What the columns of a product file mean: by a header row of alias names, or else by the order of the aliases. */
import { layoutColumn, nfcColumn } from '@endcap/contract/product-files'
import type { Alias } from '@endcap/contract/products'
import { namedTwice, noKey, unknownColumns, withoutKey } from '../../platform/text-files/header-problem.ts'

export interface Columns {
  /** Slot of each column, or which of the other two it is. */
  places: (number | 'layout' | 'nfc')[]
  hasHeader: boolean
  /** Column of the product code. */
  key: number
  /** What a header calls it: a row that says it again is no product. */
  keyName: string
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
  return { places, hasHeader, key: places.indexOf(keyAlias.index), keyName }
}
