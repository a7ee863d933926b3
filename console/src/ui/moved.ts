/** The same list with one entry elsewhere. */
export function moved<T>(entries: readonly T[], from: number, to: number): T[] {
  const rest = entries.filter((_, place) => place !== from)
  const entry = entries[from]
  return entry === undefined ? rest : rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, entry)
}
