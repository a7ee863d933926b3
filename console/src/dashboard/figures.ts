/** Shares and sums as the dashboard's charts show them. */
import { sizeOf } from '../ui/tag-cells.tsx'

/**
 * `93.4%`: a share in percent with one digit. 100% and 0% are only said where they are true; without a whole there is no share.
 */
export function shareOf(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (part / whole) * 100
  if (percent === 0 || percent === 100) return `${percent}%`
  return `${Math.min(99.9, Math.max(0.1, percent)).toFixed(1)}%`
}

export interface SizeCount {
  /** `2.90″`, or UNKNOWN for types that name no size. */
  size: string
  tags: number
  failed: number
}
/** Tags by the screen size that their type names (specification 1 §9), smallest first, unknown last. */
export function bySize(countByType: Record<string, number>, countNgByType: Record<string, number>): SizeCount[] {
  const sizes = new Map<string, SizeCount>()
  for (const [tagType, tags] of Object.entries(countByType)) {
    const size = sizeOf(tagType)
    const known = sizes.get(size) ?? { size, tags: 0, failed: 0 }
    sizes.set(size, { size, tags: known.tags + tags, failed: known.failed + (countNgByType[tagType] ?? 0) })
  }
  const inches = ({ size }: SizeCount) => Number.parseFloat(size) || Number.POSITIVE_INFINITY
  return [...sizes.values()].toSorted((a, b) => inches(a) - inches(b))
}

/** A day of the calendar, `YYYY-MM-DD`, as the epoch seconds of its begin on the clock of the reader: where the charts draw it. */
export function startOfDay(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return Math.floor(new Date(year, month - 1, day).getTime() / 1000)
}
