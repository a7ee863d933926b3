/** Finds entries by their words: every word that was typed stands somewhere in them, in any case and width. */

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** What an entry is called, and what else it is found by. */
export interface Named {
  title: string
  also?: string | undefined
}

/** The matching ones, those called just so first, then those whose name begins so: `limit` at most. Nothing for no text. */
export function matching<E extends Named>(entries: readonly E[], typed: string, limit: number): E[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const hasAll = (text: string) => words.every((word) => plain(text).includes(word))
  const found = entries.filter(({ title, also = '' }) => hasAll(`${title} ${also}`))
  const rank = (entry: E) => (isCalled(entry, typed) ? 0 : startsSo(entry, typed) ? 1 : hasAll(entry.title) ? 2 : 3)
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, limit)
}

/** Its name begins as it was typed, be it in full. */
export const startsSo = ({ title }: Named, typed: string): boolean => plain(title).startsWith(plain(typed).trim())

/** What was typed is its whole name. */
export const isCalled = ({ title }: Named, typed: string): boolean => plain(title) === plain(typed).trim()
