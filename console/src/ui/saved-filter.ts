/** A list's filters kept for a day (specification 1 §9: 86400 s). */
export const savedFilterSeconds = 86_400

export type FilterTexts = Record<string, string>
interface Saved {
  at: number
  filters: FilterTexts
}
const keyOf = (screen: string) => `endcap.filter.${screen}`

/** What was saved and until when (epoch seconds); undefined when there is nothing or it is too old, which is then dropped. */
export function readSavedFilter(screen: string, now = Date.now()): { filters: FilterTexts; until: number } | undefined {
  const text = localStorage.getItem(keyOf(screen))
  if (text === null) return undefined
  try {
    const { at, filters } = JSON.parse(text) as Saved
    if (now / 1000 - at <= savedFilterSeconds) return { filters, until: at + savedFilterSeconds }
  } catch {
    // Not ours any more: dropped below.
  }
  localStorage.removeItem(keyOf(screen))
  return undefined
}
export function saveFilter(screen: string, filters: FilterTexts, now = Date.now()): void {
  localStorage.setItem(keyOf(screen), JSON.stringify({ at: Math.floor(now / 1000), filters } satisfies Saved))
}
export const forgetFilter = (screen: string): void => localStorage.removeItem(keyOf(screen))
