/** Proof of play: what displays of a store have shown, where the store wants it kept (specification 3 §3, Plus setting). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds, secondsQuery } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** So many days of sums are answered at once; plays are kept for as long. */
export const playSumDays = 92

export const play = z.object({
  mac: z.string(),
  /** Of the display. */
  name: z.string(),
  /** As plans name it: `content:12`, `image:7`, or the address of a webpage. */
  content: z.string(),
  /** Of the content; empty when it is no more. */
  contentName: z.string(),
  /** Of a show, where in its list of areas; null for slides. */
  area: z.int().nullable(),
  from: epochSeconds,
  to: epochSeconds,
  seconds: z.number(),
})
export interface Play extends z.infer<typeof play> {}

const read = { access: 'plus.read', store: 'params.storeCode' } as const

export const plays = {
  search: tableEndpoint('/status/store/:storeCode/plus/play/search', {
    ...read,
    summary: 'What displays of a store have shown; dates are when it began. A file of it is download 6.',
    filters: ['mac', 'name', 'content', 'contentName'],
    row: play,
  }),
  sums: endpoint('GET', '/status/store/:storeCode/plus/play/sum', {
    ...read,
    summary:
      'How often and how long each content was shown on each day of the store, from that of `start` to that of `end`; the last 30 unless they are given.',
    query: z.object({ start: secondsQuery, end: secondsQuery }),
    response: z.object({
      timeZone: z.string(),
      sumList: z.array(
        z.object({
          /** `yyyy-mm-dd`, of the store. */
          day: z.string(),
          content: z.string(),
          contentName: z.string(),
          plays: z.int(),
          /** Displays that showed it. */
          devices: z.int(),
          seconds: z.number(),
        }),
      ),
    }),
  }),
}
