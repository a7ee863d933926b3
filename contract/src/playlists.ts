/** Playlists: contents, displays and hours in one thing, which the server makes into shows, sets and timelines. */
import * as z from 'zod'
import { contentTypes } from './contents.ts'
import { plusMac } from './display-address.ts'
import { deviceStatuses } from './displays.ts'
import { endpoint } from './endpoint.ts'
import { warnings } from './films.ts'
import { done, epochSeconds, numberId } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** So many playlists may be on one display. */
export const maxPlaylistsOfDisplay = 20
const seconds = z.int().min(1).max(86_400)
const range = z.object({ start: z.string().max(10), end: z.string().max(10) })
/** Days of the week (0 is Sunday, none is every day) with times (none is the whole day), on the clock of each display. */
const hours = z.object({ days: z.array(z.int().min(0).max(6)).max(7), time: z.array(range).max(50) })

const when = {
  /** None is always. */
  hours: z.array(hours),
  period: range.nullable(),
  /** Of two that hold at the same time the one with hours or a period plays, of two alike the one with the higher rank. */
  rank: z.int(),
}
const item = z.object({
  /** Of the content, or `price`. */
  id: z.string(),
  duration: z.int(),
  name: z.string(),
  /** `price`: the products of each display. */
  type: z.enum([...contentTypes, 'price']),
  thumb: z.boolean(),
  /** Of the content. */
  updatedAt: epochSeconds,
})
export interface PlaylistItem extends z.infer<typeof item> {}

export const playlistRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The first of them. */
  items: z.array(item),
  itemCount: z.int(),
  /** Of all items, seconds. */
  duration: z.int(),
  ...when,
  /** Displays, of those that the account may see, and how many of them are in reach. */
  deviceCount: z.int(),
  online: z.int(),
  user: z.string(),
  updatedAt: epochSeconds,
})
export interface PlaylistRow extends z.infer<typeof playlistRow> {}

/** What is made of playlists. */
export const madeKinds = ['show', 'set', 'timeline'] as const
export type MadeKind = (typeof madeKinds)[number]
/** What was made of the playlist and is not any more as it was made. */
const changedPart = z.object({ kind: z.enum(madeKinds), id: z.string(), name: z.string() })
export const playlist = playlistRow.extend({
  /** Addresses of the displays that play it, of those that the account may see. */
  device: z.array(z.string()),
  changed: z.array(changedPart),
})
export interface Playlist extends z.infer<typeof playlist> {}

const onDisplay = z.object({ id: z.string(), name: z.string(), ...when })
export const playlistDisplay = z.object({
  mac: z.string(),
  name: z.string(),
  storeCode: z.string(),
  screenWidth: z.int(),
  screenHeight: z.int(),
  connection: z.enum(deviceStatuses),
  /** The strongest first. */
  playlists: z.array(onDisplay),
  /** Without any playlist. `name`: of the template or the timeline. */
  plays: z.object({ kind: z.enum(['slides', 'template', 'prices', 'timeline']), id: z.string(), name: z.string() }),
})
export interface PlaylistDisplay extends z.infer<typeof playlistDisplay> {}

const read = { access: 'plus.read', store: 'account' } as const
const write = { access: 'plus.write', store: 'account' } as const

export const playlists = {
  search: tableEndpoint('/plus/v1/playlist/search', {
    ...read,
    summary: 'Playlists.',
    filters: ['name', 'deviceCount', 'user'],
    row: playlistRow,
  }),
  displays: endpoint('GET', '/plus/v1/playlist/device', {
    ...read,
    summary: 'Displays that can play a playlist, with what they play now and what they play without playlists; at most 2000, by name.',
    response: z.object({ deviceList: z.array(playlistDisplay), total: z.int() }),
  }),
  read: endpoint('GET', '/plus/v1/playlist/:playlistId', { ...read, summary: 'One playlist, whole.', response: playlist }),
  ofPart: endpoint('GET', '/plus/v1/playlist/of/:madeKind/:madeId', {
    ...read,
    summary: 'The playlists that a show, set or timeline was made of, by name; none of what people made.',
    response: z.object({ playlistList: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  save: endpoint('POST', '/plus/v1/playlist', {
    ...write,
    summary:
      'Makes a playlist, or changes the one of `id`, and what is played of it: a show for each size of screens, a set of it, and a row in the timelines of its displays, which leave where they were. 409 `changed-underneath` names what of that has been changed since; with `remake` it stays as it is, on its own, and is made anew.',
    body: z.object({
      id: numberId.optional(),
      name: z.string().trim().min(1, 'Enter Name, Please!').max(100),
      items: z
        .array(z.object({ id: z.union([z.literal('price'), numberId]), duration: seconds }))
        .min(1, 'Add something to play.')
        .max(200),
      hours: z.array(hours).max(7).default([]),
      period: range.nullable().default(null),
      device: z.array(plusMac).max(5000),
      /** Over all others of its kind. */
      front: z.boolean().default(false),
      remake: z.boolean().default(false),
      /** As it was read: 409 `changed-meanwhile` when it was saved since. */
      updatedAt: epochSeconds.optional(),
    }),
    response: done.extend({ id: z.string(), updatedAt: epochSeconds, warnings }),
  }),
  remove: endpoint('POST', '/plus/v1/playlist/delete', {
    ...write,
    summary: 'Removes playlists with what was made of them; displays play their other playlists, or what they played before.',
    body: z.object({ ids: z.array(numberId).min(1).max(100) }),
    response: done.extend({ deleted: z.array(z.string()) }),
  }),
}
