/** Displays over all stores of an account, with what each plays. */
import * as z from 'zod'
import { display } from './displays.ts'
import { tableEndpoint } from './table.ts'

/** What lies on top: a mode over a timeline, a timeline over slides. */
export const playedKinds = ['slides', 'template', 'playlists', 'timeline', 'products', 'off'] as const
/** Whether what a display was given is on its screen. */
export const playingStates = ['current', 'behind', 'failing'] as const

export const listedDisplay = display.omit({ code: true }).extend({
  storeCode: z.string(),
  storeName: z.string(),
  timelineId: z.string().nullable(),
  plays: z.enum(playedKinds),
  /** The names of its playlists, its timeline or its template; empty where none is played. */
  what: z.string(),
})
export interface ListedDisplay extends z.infer<typeof listedDisplay> {}

export const displayList = {
  search: tableEndpoint('/plus/v1/display/search', {
    access: 'plus.read',
    store: 'account',
    summary: 'Displays of the account’s stores with what they play; dates are when they were heard last.',
    filters: ['mac', 'name', 'storeCode', 'storeName', 'status', 'playing', 'plays', 'what', 'model'],
    row: listedDisplay,
  }),
}
