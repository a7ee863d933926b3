/** The columns of a product file as its check tells them, so that a person can say what each means where the first line does not. */
import { maxColumns, type FileColumns } from '@endcap/contract/file-columns'
import type { Db } from '../../platform/db/schema.ts'
import { listAliases } from '../aliases/aliases.service.ts'
import { columnNames } from './columns.ts'
import { findMapping } from './column-mappings.queries.ts'
import { guessColumns, looksLikeHeader, type Seen } from './guess-columns.ts'

const longest = 60
const short = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** `readable`: rows can be read by the first line. A file with one column holds no prices, whatever its column means. */
export async function describeColumns(
  db: Db,
  { storeCode, seen, readable }: { storeCode: string; seen: Seen; readable: boolean },
): Promise<FileColumns | null> {
  const { first, following } = seen
  if (first.length > maxColumns) return null
  const aliases = await listAliases(db)
  const hasHeader = looksLikeHeader(seen)
  const earlier = await findMapping(db, { storeCode, hasHeader, first })
  const known = new Set(columnNames(aliases))
  // An alias may be gone since, and a file without names be another one.
  const remembered = earlier?.columns.length === first.length && earlier.columns.every((name) => name === null || known.has(name))
  return {
    needed: !readable && first.length > 1 && aliases.some((alias) => alias.key),
    hasHeader: remembered ? earlier.hasHeader : hasHeader,
    columns: first.map((text, place) => ({ first: short(text), samples: following.map((line) => short(line[place] ?? '')) })),
    guess: remembered ? earlier.columns : guessColumns(seen, hasHeader, aliases),
    remembered,
  }
}
