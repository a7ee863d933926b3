/** Points in time as charts draw them. */
import { formatTime } from '../ui/format.ts'
import type { LineSeries } from './charts.tsx'

export type Point = [milliseconds: number, value: number | null]

/** Milliseconds for the axis, with a hole wherever nothing was told for longer than `gap` seconds. */
export function withHoles(points: LineSeries['points'], gap: number | undefined): Point[] {
  return points.flatMap(([time, value], index): Point[] => {
    const before = points[index - 1]?.[0]
    const hole: Point[] = gap !== undefined && before !== undefined && time - before > gap ? [[before * 1000 + 1, null]] : []
    return [...hole, [time * 1000, value]]
  })
}

/** Seconds within ten minutes, hours within two days, else days. */
export function timeLabel(milliseconds: number, spanSeconds: number): string {
  const text = formatTime(Math.round(milliseconds / 1000))
  return spanSeconds <= 600 ? text.slice(11) : spanSeconds <= 2 * 86_400 ? text.slice(11, 16) : text.slice(5, 10)
}
