/** Proof of play: what displays of a store have shown, where the store wants it kept (specification 3 §3, Plus setting). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds, secondsQuery } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** So many days of sums are answered at once; plays are kept for as long. */
export const playSumDays = 92
/** So many sums are answered at once; a file has all of them. */
export const maxPlaySums = 1000
/** What plays are summed up by, each with the others or alone. */
export const playGroups = ['day', 'content', 'display', 'area'] as const
export type PlayGroup = (typeof playGroups)[number]

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

/** Of the store's own clock. */
const day = z.iso.date('must be a day, as in 2026-11-21')
const groups = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(playGroups)).max(playGroups.length))
  // In their own order, each counted for one.
  .transform((given) => playGroups.filter((group) => given.includes(group)))
  .prefault('day,content')

/** What is summed up: by what, and from which day of the store to which; the last 30 unless they are given. */
export const playSumFields = {
  /** Of `playGroups`, with commas. */
  by: groups,
  /** Days, or instants in them. */
  from: day.optional(),
  to: day.optional(),
  start: secondsQuery,
  end: secondsQuery,
}
export type PlaySumRange = Omit<z.output<z.ZodObject<typeof playSumFields>>, 'by'>

const counts = {
  plays: z.int(),
  /** Displays that showed it. */
  devices: z.int(),
  seconds: z.number(),
}
/** What is not summed up by is null. */
export const playSum = z.object({
  /** `yyyy-mm-dd`, of the store: the day on which a play began. */
  day: z.string().nullable(),
  content: z.string().nullable(),
  contentName: z.string().nullable(),
  mac: z.string().nullable(),
  /** Of the display; empty when it is no more. */
  name: z.string().nullable(),
  /** Of a show, where in its list of areas; null for slides, too. */
  area: z.int().nullable(),
  ...counts,
})
export interface PlaySum extends z.infer<typeof playSum> {}

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
    summary: `How often and how long displays of a store showed their contents, summed up by \`by\` (${playGroups.join(', ')}; day and content unless it is given), on the days of the store from \`from\` to \`to\`, or from that of \`start\` to that of \`end\`; the last 30 unless they are given. Newest day first, then the longest: at most ${maxPlaySums}, and what all of them come to. A file with all of them is download 7.`,
    likeList: true,
    query: z.object(playSumFields),
    response: z.object({
      timeZone: z.string(),
      /** The days that are summed up, of the store. */
      from: z.string(),
      to: z.string(),
      sumList: z.array(playSum),
      recordsTotal: z.int(),
      total: z.object(counts),
    }),
  }),
}
