/** Times of a promotion: on the clock of its stores, as yyyy-mm-dd hh:ii (specification 2 §9). */
import { formatTimeIn } from '../ui/format.ts'

/** Before shops open: when a new one begins and ends, unless something else is typed. */
const opening = '06:00'
const dayMs = 86_400_000

/** The day of the calendar so many days after another. */
const plusDays = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The clock of a time zone now, to the minute. */
export const clockIn = (timeZone: string, now: Date): string => formatTimeIn(timeZone, now.getTime() / 1000).slice(0, 16)

/** Today where the day began first: tomorrow of that day has begun in no store. */
function today(timeZones: readonly string[], now: Date): string {
  const zones = timeZones.length === 0 ? ['UTC'] : timeZones
  return zones.map((zone) => clockIn(zone, now).slice(0, 10)).reduce((one, other) => (other > one ? other : one))
}

/** A time as the form has it: the day and the time of day, each as it was typed. */
export const dayOf = (text: string): string => text.split(' ')[0] ?? ''
export const timeOfDay = (text: string): string => text.split(' ').slice(1).join('')

/** A whole time that was pasted into the field of the day, or the day alone. */
export function withDay(text: string, typed: string): string {
  const whole = /^\s*(\d{4}-\d{2}-\d{2})[T ]+(\d{1,2}:\d{2}(?::\d{2})?)\s*$/.exec(typed)
  return whole === null ? `${typed.replaceAll(/\s/g, '')} ${timeOfDay(text)}` : `${whole[1]} ${whole[2]}`
}
export const withTimeOfDay = (text: string, typed: string): string => `${dayOf(text)} ${typed.replaceAll(/\s/g, '')}`

/** As the call has it, such as 2027-03-01T06:00:00; undefined where it is no time. */
export function toLocal(text: string): string | undefined {
  const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(timeOfDay(text))
  if (parts === null || !isDay(dayOf(text))) return undefined
  const [, hour = '', minute = '', second = '00'] = parts
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return `${dayOf(text)}T${hour.padStart(2, '0')}:${minute}:${second}`
}
export const fromLocal = (local: string): string => local.replace('T', ' ').replace(/^(.{16}):00$/, '$1')

/** The times of a day to choose from, five minutes apart. */
export const timesOfDay: readonly string[] = Array.from({ length: 288 }, (_, place) =>
  [Math.floor(place / 12), (place % 12) * 5].map((part) => String(part).padStart(2, '0')).join(':'),
)

export interface Span {
  starts: string
  ends: string
}
export const presets = ['weekend', 'nextWeekend', 'week'] as const
export type Preset = (typeof presets)[number]

/** A weekend is one from Saturday to Monday, that of today on its days; a week is one from what stands as the start. */
export function spanOf(preset: Preset, { timeZones, now, starts }: { timeZones: readonly string[]; now: Date; starts: string }): Span {
  const from = today(timeZones, now)
  if (preset === 'week') {
    const start = toLocal(starts) === undefined ? `${plusDays(from, 1)} ${opening}` : starts
    return { starts: start, ends: `${plusDays(dayOf(start), 7)} ${timeOfDay(start)}` }
  }
  const weekday = new Date(`${from}T00:00:00Z`).getUTCDay()
  const saturday = plusDays(from, (weekday === 0 ? -1 : 6 - weekday) + (preset === 'nextWeekend' ? 7 : 0))
  return { starts: `${saturday} ${opening}`, ends: `${plusDays(saturday, 2)} ${opening}` }
}
/** From tomorrow on for a week. */
export const firstSpan = (timeZones: readonly string[], now: Date): Span => spanOf('week', { timeZones, now, starts: '' })
