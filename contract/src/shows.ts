/** Shows of the v1 line: what several screens play together, as a canvas with areas and their contents over time (specification 3 §3). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { warnings } from './films.ts'
import { done, epochSeconds, numberId, removedSome } from './schemas.ts'
import { tableEndpoint } from './table.ts'

export const rotations = [0, 90, 180, 270] as const
export const fits = ['contain', 'cover', 'fill'] as const
const place = z.int().min(0).max(32_768)
const extent = z.int().min(8).max(32_768)
const seconds = z.int().min(0).max(86_400)

export const panel = z.object({
  type: z.union([z.literal(23), z.literal(29)]),
  /** Before it is turned; `left` and `top` are those of the place that it has on the canvas when it is. */
  width: extent,
  height: extent,
  left: place,
  top: place,
  /** Clockwise, degrees. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
})
export const contentArea = z.object({ left: place, top: place, width: extent, height: extent })
export const areaItem = z.object({
  /** Of the content. */
  id: z.string().max(20),
  /** Seconds since the show began. */
  start: seconds,
  duration: seconds.min(1),
  fit: z.enum(fits).default('contain'),
  mute: z.boolean().default(false),
})
/** What is played of a show. */
export const playedShow = z.object({
  width: extent,
  height: extent,
  /** Seconds: the show begins anew then. */
  duration: seconds.min(1),
  device: z.array(panel).min(1).max(50),
  contentArea: z.array(contentArea).max(100),
  /** For each area. */
  timeline: z.array(z.array(areaItem).max(500)).max(100),
})

/** What follows from a show is worked out by the server, whatever a client says (`factsOf`). */
const facts = {
  resolution: z.string(),
  deviceCount: z.int(),
  /** Different contents. */
  contentCount: z.int(),
  contentAreaCount: z.int(),
  /** `2x3` where areas fill the canvas as rows and columns, else `-`. */
  contentLayout: z.string(),
  /** Areas with something in them. */
  timelineCount: z.int(),
  deviceTypeCount: z.object({ 23: z.int(), 29: z.int() }),
}
export const signageShowRow = z.object({
  id: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  ...facts,
  /** Seconds. */
  duration: z.int(),
  user: z.string(),
  updatedAt: epochSeconds,
})
export interface SignageShowRow extends z.infer<typeof signageShowRow> {}
export const signageShow = signageShowRow.extend({ ...playedShow.shape, contentIdList: z.array(z.string()) })
export interface SignageShow extends z.infer<typeof signageShow> {}

/** Specification 3 §5, letter for letter; the fuller title stands over it. */
export const durationText = 'This value must be greater than 0.'
export const showSave = playedShow.extend({
  id: numberId.optional(),
  name: z.string().trim().min(1, 'Enter Name, Please!').max(100),
  duration: seconds.min(1, durationText),
  /** When the one that is changed was saved, as it was read: 409 `changed-meanwhile` when it was saved since. */
  updatedAt: epochSeconds.optional(),
})
export interface ShowSave extends z.input<typeof showSave> {}
/** A show as a file, show-data.json: what is played, and the names of its contents, by which another installation finds them. */
export const showFile = z.object({ name: z.string(), ...playedShow.shape, contents: z.record(z.string(), z.string()).optional() })

const read = { access: 'plus.read', store: 'none' } as const
const write = { access: 'plus.write', store: 'account' } as const

export const shows = {
  search: tableEndpoint('/plus/v1/show/search', {
    ...read,
    summary: 'Shows.',
    filters: ['name', 'resolution', 'deviceCount', 'contentCount', 'duration', 'user'],
    row: signageShowRow,
  }),
  list: endpoint('POST', '/plus/v1/show/list', {
    ...read,
    summary: 'Shows by their ids, or all of them by name.',
    body: z.object({ ids: z.array(numberId).max(1000).optional() }),
    response: z.object({ showList: z.array(signageShow) }),
  }),
  read: endpoint('GET', '/plus/v1/show/:showId', { ...read, summary: 'One show, whole.', response: signageShow }),
  save: endpoint('POST', '/plus/v1/show', {
    ...write,
    summary:
      'Makes a show, or changes the one of `id`. Screens may not overlap, nor items of an area; contents must exist; the canvas is the box around all screens.',
    body: showSave,
    response: done.extend({ id: z.string(), updatedAt: epochSeconds, warnings }),
  }),
  remove: endpoint('POST', '/plus/v1/show/delete', {
    ...write,
    summary: 'Removes shows that no set plays; `inUse` names those that stay, with their sets. 409 `in-use` when none could go.',
    body: z.object({ ids: z.array(numberId).min(1).max(1000) }),
    response: removedSome,
  }),
}
