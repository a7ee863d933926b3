/** Table or aisle: what the address says, else what was chosen on this device, else what its width suggests. */
import { textOf } from '../app/route.ts'

export const aisleActions = ['assign', 'find', 'blink', 'swap'] as const
export type AisleAction = (typeof aisleActions)[number]

/** What the address carries of the aisle. */
export interface Place {
  action: AisleAction
  /** Assign and swap: the first scan of a pair. Find and blink: what is looked at. Empty for nothing. */
  code: string
}
export type TagView = 'table' | 'aisle'
const storageKey = 'endcap.tags.view'
/** What an address of the list asks for; it leads to the list on every device. */
const ofList = ['page', 'rows', 'sort', 'f', 'from', 'to', 'peek']

interface AisleSearch {
  view?: unknown
  do?: unknown
  code?: unknown
}

export function viewOf(search: AisleSearch, handheld: boolean): TagView {
  if (search.view === 'aisle' || search.view === 'table') return search.view
  if (ofList.some((key) => key in search)) return 'table'
  const stored = localStorage.getItem(storageKey)
  return stored === 'aisle' || stored === 'table' ? stored : handheld ? 'aisle' : 'table'
}
export const keepView = (view: TagView): void => localStorage.setItem(storageKey, view)

/** The work that an address names. `may`: actions that the account may carry out; the first one is the usual one. */
export function placeOf(search: AisleSearch, may: readonly AisleAction[]): Place {
  const action = may.find((one) => one === search.do) ?? may[0] ?? 'find'
  // What looks like a number comes as one from an address that a person wrote.
  return { action, code: action === search.do ? (textOf(search.code) ?? '') : '' }
}
export const searchOf = ({ action, code }: Place): AisleSearch => ({ view: 'aisle', do: action, ...(code !== '' && { code }) })
export const actionsFor = (mayWrite: boolean): readonly AisleAction[] => (mayWrite ? aisleActions : ['find'])
