/** A playlist while it is edited, and what is said of it beside others. */
import type { SignageContent } from '@endcap/contract/contents'
import type { Playlist, PlaylistDisplay, PlaylistItem } from '@endcap/contract/playlists'
import { priceEntry, slideDefaults } from '@endcap/signage/shows'
import { always, common, hoursOfWeek, isAlways, isNever, weekOfHours, type Week } from './hours.ts'

export interface Item extends PlaylistItem {
  /** Of the line in the list, for what draws it: a content may stand in it several times. */
  key: number
}
export interface PlaylistDraft {
  name: string
  items: readonly Item[]
  device: readonly string[]
  week: Week
  /** Of the period, as they are typed. */
  start: string
  end: string
  /** Is put over all others of its kind. */
  front: boolean
  /** What was made and then changed by hand stays on its own, and is made anew. */
  remake: boolean
}
export const emptyPlaylist: PlaylistDraft = {
  name: '',
  items: [],
  device: [],
  week: always,
  start: '',
  end: '',
  front: false,
  remake: false,
}

export const draftOf = ({ name, items, device, hours, period }: Playlist): PlaylistDraft => ({
  name,
  items: items.map((item, key) => ({ key, ...item })),
  device,
  week: weekOfHours(hours),
  start: period?.start ?? '',
  end: period?.end ?? '',
  front: false,
  remake: false,
})
export const bodyOf = ({ name, items, device, week, start, end, front, remake }: PlaylistDraft) => ({
  name: name.trim(),
  items: items.map(({ id, duration }) => ({ id, duration })),
  device: [...device],
  hours: hoursOfWeek(week),
  period: start === '' && end === '' ? null : { start, end },
  front,
  remake,
})

/** At the end, each with a key of its own. */
export function withItems(draft: PlaylistDraft, added: readonly PlaylistItem[]): PlaylistDraft {
  const first = draft.items.reduce((next, { key }) => Math.max(next, key + 1), 0)
  return { ...draft, items: [...draft.items, ...added.map((item, index) => ({ ...item, key: first + index }))] }
}
/** A film for as long as it is. */
export const itemOf = ({ id, name, type, thumb, updatedAt, duration }: SignageContent): PlaylistItem => ({
  id,
  name,
  type,
  thumb,
  updatedAt,
  duration,
})
export const priceItem = (name: string): PlaylistItem => ({
  id: priceEntry,
  name,
  type: 'price',
  thumb: false,
  updatedAt: 0,
  duration: slideDefaults.duration,
})
export const secondsOf = (items: readonly Pick<PlaylistItem, 'duration'>[]): number =>
  items.reduce((sum, { duration }) => sum + (duration > 0 ? duration : 0), 0)

/** What is missing before it can be saved. */
export function problemOf({
  name,
  items,
  week,
  start,
  end,
}: PlaylistDraft): 'name' | 'items' | 'duration' | 'hours' | 'period' | undefined {
  if (name.trim() === '') return 'name'
  if (items.length === 0) return 'items'
  if (items.some(({ duration }) => !Number.isInteger(duration) || duration < 1)) return 'duration'
  if (isNever(week)) return 'hours'
  return (start === '') === (end === '') ? undefined : 'period'
}

type Other = PlaylistDisplay['playlists'][number]
export interface Overlap {
  other: Other
  /** When both hold. */
  week: Week
  /** The other one is seen then. */
  covers: boolean
  displays: number
}
/** Playlists that hold at the same time on the chosen displays. `own`: the id and the rank of this one, if it was saved. */
export function overlapsOf(
  draft: PlaylistDraft,
  own: Pick<Playlist, 'id' | 'rank'> | undefined,
  displays: readonly PlaylistDisplay[],
): Overlap[] {
  const chosen = new Set(draft.device)
  const found = new Map<string, Overlap>()
  for (const { playlists } of displays.filter(({ mac }) => chosen.has(mac)))
    for (const other of playlists.filter(({ id }) => id !== own?.id)) {
      const before = found.get(other.id)
      const week = before?.week ?? common(draft.week, weekOfHours(other.hours))
      if (isNever(week) || apart(draft, other.period)) continue
      found.set(other.id, { other, week, covers: isOver(other, draft, own), displays: (before?.displays ?? 0) + 1 })
    }
  return [...found.values()]
}
const apart = ({ start, end }: PlaylistDraft, period: Other['period']) =>
  start !== '' && end !== '' && period !== null && (period.end < start || end < period.start)
/** As the server puts them over each other: what is limited over what always plays, then by rank. */
function isOver(other: Other, draft: PlaylistDraft, own: Pick<Playlist, 'rank'> | undefined): boolean {
  const isLimited = !isAlways(draft.week) || draft.start !== ''
  const isOtherLimited = other.hours.length > 0 || other.period !== null
  if (isLimited !== isOtherLimited) return isOtherLimited
  return !draft.front && own !== undefined && other.rank > own.rank
}
