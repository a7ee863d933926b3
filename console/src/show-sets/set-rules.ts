/** What a set is made of, and why it cannot be saved (specification 3 §5, §9). */
import { noItemText, type ShowSet } from '@endcap/contract/show-sets'
import { durationText } from '@endcap/contract/shows'
import { priceEntry, slideDefaults } from '@endcap/signage/shows'

export interface Entry {
  /** Of the line in the list, for what draws it: a show may stand in a set several times. */
  key: number
  /** Of the show, or `price`. */
  id: string
  name: string
  /** Seconds, as typed. */
  duration: number
  /** Screens of the show; 0 for the list of prices, which every screen shows by itself. */
  deviceCount: number
}
export interface SetDraft {
  name: string
  list: readonly Entry[]
}
export const emptySet: SetDraft = { name: '', list: [] }
export const priceSeconds = slideDefaults.duration

export const draftOf = ({ name, list }: Pick<ShowSet, 'name' | 'list'>): SetDraft => ({
  name,
  list: list.map((entry, key) => ({ key, ...entry })),
})

/** Adds entries at the end, each with a key of its own. */
export function withEntries(draft: SetDraft, added: readonly Omit<Entry, 'key'>[]): SetDraft {
  const first = draft.list.reduce((next, { key }) => Math.max(next, key + 1), 0)
  return { ...draft, list: [...draft.list, ...added.map((entry, index) => ({ ...entry, key: first + index }))] }
}

export const totalOf = (list: readonly Entry[]): number => list.reduce((sum, { duration }) => sum + (duration > 0 ? duration : 0), 0)
/** When each entry begins, seconds since the set did. */
export const startsOf = (list: readonly Entry[]): number[] => list.map((_, place) => totalOf(list.slice(0, place)))
/** How many displays side by side it is made for. */
export const screensOf = (list: readonly Entry[]): number => list.reduce((max, { deviceCount }) => Math.max(max, deviceCount), 1)

/** The key of the title, if it has one, and the sentence, which the specification gives letter for letter. */
export type SetProblem = { kind: 'name' | 'empty' | 'duration'; text: string }
export function problemOf({ name, list }: SetDraft): SetProblem | undefined {
  if (name.trim() === '') return { kind: 'name', text: 'Enter Name, Please!' }
  if (list.length === 0) return { kind: 'empty', text: noItemText }
  if (list.some(({ duration }) => !Number.isInteger(duration) || duration < 1)) return { kind: 'duration', text: durationText }
  return undefined
}
export const isPrice = ({ id }: Pick<Entry, 'id'>): boolean => id === priceEntry
