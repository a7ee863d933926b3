/** A list's filters kept for a day (specification 1 §9: 86400 s). */
export const savedFilterSeconds = 86_400

export type FilterTexts = Record<string, string>
interface Saved {
  at: number
  filters: FilterTexts
  /** The ends of time ranges by name, in epoch seconds. */
  dates?: Record<string, number>
}
const keyOf = (screen: string) => `endcap.filter.${screen}`

/** What was saved and until when (epoch seconds); undefined when there is nothing or it is too old, which is then dropped. */
export function readSavedFilter(screen: string, now = Date.now()): (Required<Omit<Saved, 'at'>> & { until: number }) | undefined {
  const text = localStorage.getItem(keyOf(screen))
  if (text === null) return undefined
  try {
    const { at, filters, dates = {} } = JSON.parse(text) as Saved
    if (now / 1000 - at <= savedFilterSeconds) return { filters, dates, until: at + savedFilterSeconds }
  } catch {
    // Not ours any more: dropped below.
  }
  localStorage.removeItem(keyOf(screen))
  return undefined
}
export function saveFilter(screen: string, filters: FilterTexts, dates: Record<string, number> = {}, now = Date.now()): void {
  localStorage.setItem(keyOf(screen), JSON.stringify({ at: Math.floor(now / 1000), filters, dates } satisfies Saved))
}
export const forgetFilter = (screen: string): void => localStorage.removeItem(keyOf(screen))
