/** What the columns of a product file mean: by a header row of alias names, or else by the order of the aliases. */
import type { Alias } from '@endcap/contract/products'

/** Columns beside the aliases. */
export const layoutColumn = 'LAYOUT_ID'
export const nfcColumn = 'NFC'

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

/** Names in a message: a header can be a megabyte long. */
const named = 10
const short = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}…` : name)

/**
 * Reads the first row. It is a header when the key alias's name stands in it, or when at least half of it are names of columns. Answers
 * what is wrong with a header as text.
 */
export function readColumns(first: readonly string[], aliases: readonly Alias[]): Columns | string {
  const keyAlias = aliases.find((alias) => alias.key)
  if (keyAlias === undefined) return 'No alias is marked as key: the product code cannot be told. Mark one in the alias configuration.'
  const names = first.map(plain)
  const keyName = plain(keyAlias.name)
  const hasHeader = names.includes(keyName)
  const known = new Set([layoutColumn, nfcColumn, ...aliases.map((alias) => plain(alias.name))])
  if (!hasHeader && names.filter((name) => known.has(name)).length * 2 >= names.length)
    return `The header does not name ${keyAlias.name}, the column of the product code.`
  const places: Columns['places'] = hasHeader ? [] : aliases.map((alias) => alias.index)
  if (hasHeader) {
    const unknown: string[] = []
    for (const [index, name] of names.entries()) {
      const alias = aliases.find((one) => plain(one.name) === name)
      if (names.indexOf(name) !== index) return `The column ${short(name)} stands twice in the header.`
      if (alias !== undefined) places.push(alias.index)
      else if (name === layoutColumn) places.push('layout')
      else if (name === nfcColumn) places.push('nfc')
      else unknown.push(first[index]?.trim() ?? '')
    }
    if (unknown.length > 0) {
      const some = unknown.slice(0, named).map((name) => `"${short(name)}"`)
      const rest = unknown.length - some.length
      return `The header names columns that are no aliases: ${some.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
    }
  }
  return { places, hasHeader, key: places.indexOf(keyAlias.index), keyName }
}
