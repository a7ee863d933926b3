/**
 * What a device plays at a time. The whole answer follows from what the server gave the device and the server's clock: no device talks to
 * another, and one that starts again joins in step. Times are milliseconds since 1970 UTC.
 */
import { instantOf, localTime } from './local-time.ts'
import { activeSince, isActive, minuteOf, nextChange, type Rule } from './schedule.ts'
import { priceEntry, type SetEntry, type Show, type Slide, type TimelineRow } from './shows.ts'

/** v0: slides one after the other, those whose schedules hold (specification 3 §3). */
export interface SlidePlan {
  line: 'v0'
  slides: readonly Slide[]
  schedules: Readonly<Record<string, Rule>>
  /** One slide alone, counted from 0, whatever the schedules say. */
  showIdx: number | null
}
/** v1: layers of sets; the last row that holds is played. */
export interface TimelinePlan {
  line: 'v1'
  rows: readonly TimelineRow[]
  sets: Readonly<Record<string, { list: readonly SetEntry[] }>>
  shows: Readonly<Record<string, Show>>
  /** Which panel of the shows the device is. */
  screen: number
}
export interface DevicePlan {
  timeZone: string
  /** `normal` plays, `product` shows the assigned products, `off` nothing. */
  mode: 'normal' | 'product' | 'off'
  /** `HH:mm`; closed outside, open all day when they are equal or not set. */
  opentime: string
  closetime: string
  hasProducts: boolean
  plan: SlidePlan | TimelinePlan
}

/** The plan in what the server sends to a device, which holds more. */
export function planOf({ settings, mode, products, plan }: Sent): DevicePlan {
  const { timeZone, opentime, closetime } = settings
  return { timeZone, mode, opentime, closetime, hasProducts: products.length > 0, plan }
}
interface Sent extends Pick<DevicePlan, 'mode' | 'plan'> {
  settings: Pick<DevicePlan, 'timeZone' | 'opentime' | 'closetime'>
  products: readonly unknown[]
}

/** `since`: when it began. `until`: when to look again, at the latest. */
export type Scene = { since: number; until: number } & (
  | { kind: 'closed' | 'off' | 'black' }
  /** The assigned products, page by page. */
  | { kind: 'products' }
  /** `next`: those that may be shown in its turn when nothing of it can be, in their order. */
  | { kind: 'slide'; index: number; next: readonly number[] }
  /** `begin`: when the show's own clock was 0 last. */
  | { kind: 'show'; showId: string; screen: number; begin: number }
  /** The list of prices as an entry of a set: its pages are spread over the time between `since` and `end`. */
  | { kind: 'price'; end: number }
)

/** Clocks may be put forward or back: what plays is looked at again after this long, whatever is known. */
const longestMs = 30_000

export function sceneAt(device: DevicePlan, now: number): Scene {
  const { timeZone, mode, opentime, closetime, hasProducts, plan } = device
  const hours: Rule = { period: null, days: [], time: [{ start: opentime, end: closetime }] }
  const limited = minuteOf(opentime) !== undefined && minuteOf(closetime) !== undefined && opentime !== closetime
  const rules = [...(limited ? [hours] : []), ...(plan.line === 'v0' ? Object.values(plan.schedules) : plan.rows)]
  const until = nextChange(rules, now, timeZone)
  const { day } = localTime(now, timeZone)
  const midnight = instantOf(day, 0, timeZone)
  const plain = { since: midnight, until }
  if (limited && !isActive(hours, now, timeZone)) return { kind: 'closed', ...plain }
  if (mode === 'off') return { kind: 'off', ...plain }
  if (mode === 'product') return { kind: hasProducts ? 'products' : 'black', ...plain }
  const playing =
    plan.line === 'v0' ? slideAt(plan, now, { timeZone, midnight, until }) : entryAt(plan, now, { timeZone, until, hasProducts })
  return playing ?? { kind: hasProducts ? 'products' : 'black', ...plain }
}

/** When to look again: soon enough to hear of a clock that was changed. */
export const lookAgainAt = (scene: Scene, now: number): number => Math.min(scene.until, now + longestMs)

function slideAt(
  { slides, schedules, showIdx }: SlidePlan,
  now: number,
  { timeZone, midnight, until }: { timeZone: string; midnight: number; until: number },
): Scene | undefined {
  if (showIdx !== null && slides[showIdx] !== undefined) return { kind: 'slide', index: showIdx, next: [], since: midnight, until }
  const holds = ({ schedule }: Slide) =>
    schedule.length === 0 || schedule.some((id) => schedules[id] !== undefined && isActive(schedules[id], now, timeZone))
  const candidates = slides.flatMap((slide, index) => (!slide.empty && holds(slide) ? [{ index, duration: slide.duration }] : []))
  // The day's loop begins at the midnight of the device's clock.
  const turn = turnAt(candidates, now, midnight)
  if (turn === undefined) return undefined
  const { index } = turn.entry
  const after = candidates.map((one) => one.index)
  const place = after.indexOf(index)
  const next = [...after.slice(place + 1), ...after.slice(0, place)]
  return { kind: 'slide', index, next, since: turn.since, until: Math.min(turn.until, until) }
}

function entryAt(
  { rows, sets, shows, screen }: TimelinePlan,
  now: number,
  { timeZone, until, hasProducts }: { timeZone: string; until: number; hasProducts: boolean },
): Scene | undefined {
  const row = rows.findLast((one) => isActive(one, now, timeZone))
  const anchor = row && activeSince(row, now, timeZone)
  const turn = row && anchor !== undefined ? turnAt(sets[row.id]?.list ?? [], now, anchor) : undefined
  if (turn === undefined) return undefined
  const span = { since: turn.since, until: Math.min(turn.until, until) }
  // Without products the entry is black and lasts as long: other screens of the set stay in step.
  if (turn.entry.id === priceEntry) return hasProducts ? { kind: 'price', end: turn.until, ...span } : { kind: 'black', ...span }
  const show = shows[turn.entry.id]
  if (show?.device[screen] === undefined) return { kind: 'black', ...span }
  const loop = show.duration * 1000
  const begin = turn.since + Math.floor((now - turn.since) / loop) * loop
  return { kind: 'show', showId: turn.entry.id, screen, begin, since: turn.since, until: Math.min(span.until, begin + loop) }
}

/** Whose turn it is in a loop of entries that began at `anchor`. */
function turnAt<Entry extends { duration: number }>(
  entries: readonly Entry[],
  now: number,
  anchor: number,
): { entry: Entry; since: number; until: number } | undefined {
  const loop = entries.reduce((sum, { duration }) => sum + duration * 1000, 0)
  if (loop === 0) return undefined
  let since = anchor + Math.floor((now - anchor) / loop) * loop
  for (const entry of entries) {
    const end = since + entry.duration * 1000
    if (now < end) return { entry, since, until: end }
    since = end
  }
  return undefined
}
