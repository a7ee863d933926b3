/** The content library of the v1 line: pictures, films and widgets in folders, for the shows of the whole installation (specification 3 §2, §3, §7). */
import * as z from 'zod'
import { endpoint, file, upload } from './endpoint.ts'
import { filmCodec, filmTaken, filmVersion, playCount } from './films.ts'
import { mediaMaxBytes } from './media.ts'
import { fileFields, resumable } from './resumable.ts'
import { done, epochSeconds, numberId, removedSome } from './schemas.ts'
import { tableEndpoint } from './table.ts'

export const contentTypes = ['image', 'video', 'widget'] as const
export type ContentType = (typeof contentTypes)[number]
/** Ids of groups that are none: all contents, and those that lie in no folder. */
export const allGroups = 'all'
export const rootGroup = 'root'
/** Seconds that a picture or a widget is shown where no other time is set. */
export const contentSeconds = 10

const name = z.string().trim().min(1).max(100)
const user = z.string()

export const contentGroup = z.object({
  id: z.string(),
  name: z.string(),
  /** Null at the top. */
  parent: z.string().nullable(),
  /** Among those of the same parent, from 0. */
  order: z.int(),
  /** Contents in it, without those of its folders. */
  contents: z.int(),
})
export interface ContentGroup extends z.infer<typeof contentGroup> {}

export const signageContent = z.object({
  id: z.string(),
  name: z.string(),
  /** Of its folder; null at the top. */
  group: z.string().nullable(),
  groupName: z.string(),
  type: z.enum(contentTypes),
  /** Such as `1920x540`; empty where it is not known. */
  resolution: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Seconds: a film's own, rounded up, else `contentSeconds`. */
  duration: z.int(),
  /** Bytes. */
  size: z.int(),
  /** Of the file, such as `image/png`. */
  mime: z.string(),
  thumb: z.boolean(),
  /** Of films. */
  codec: filmCodec.nullable(),
  /** By the displays of the account’s stores. */
  playedOn: playCount.optional(),
  version: filmVersion.optional(),
  /** Some display can play it; only of an Android package none may. */
  playable: z.boolean(),
  user,
  updatedAt: epochSeconds,
})
export interface SignageContent extends z.infer<typeof signageContent> {}

const read = { access: 'plus.read', store: 'none' } as const
const write = { access: 'plus.write', store: 'account' } as const
const ids = z.array(numberId).min(1).max(1000)
export const contentTaken = done.extend({ id: z.string(), ...filmTaken })

export const contents = {
  groups: endpoint('GET', '/plus/v1/content/group', {
    ...read,
    summary: 'The folders of the content library.',
    response: z.object({ groupList: z.array(contentGroup), rootContents: z.int() }),
  }),
  saveGroup: endpoint('POST', '/plus/v1/content/group', {
    ...write,
    summary: 'Makes a folder, or renames and moves the one of `id`; its neighbours make room at `order`. 409 when it would lie in itself.',
    body: z.object({
      id: numberId.optional(),
      name: name.optional(),
      parent: numberId.nullable().optional(),
      order: z.int().min(0).optional(),
    }),
    response: done.extend({ id: z.string() }),
  }),
  removeGroup: endpoint('POST', '/plus/v1/content/group/delete', {
    ...write,
    summary: 'Removes a folder; what lay in it moves to where the folder was.',
    body: z.object({ id: numberId }),
    response: done,
  }),
  ofGroup: tableEndpoint('/plus/v1/content/group/:contentGroup', {
    ...read,
    summary: 'Contents of a folder; of all of them with `all`, outside of folders with `root`.',
    filters: ['name', 'type', 'resolution', 'user'],
    row: signageContent,
  }),
  list: endpoint('POST', '/plus/v1/content/list', {
    ...read,
    summary: 'Contents by their ids, or all of them by name.',
    body: z.object({ ids: z.array(numberId).max(1000).optional() }),
    response: z.object({ contentList: z.array(signageContent) }),
  }),
  rename: endpoint('POST', '/plus/v1/content', {
    ...write,
    summary: 'Another name for a content.',
    body: z.object({ id: numberId, name }),
    response: done,
  }),
  move: endpoint('POST', '/plus/v1/content/move', {
    ...write,
    summary: 'Contents into a folder, or to the top with null.',
    body: z.object({ content: ids, group: numberId.nullable() }),
    response: done,
  }),
  remove: endpoint('POST', '/plus/v1/content/delete', {
    ...write,
    summary: 'Removes contents that no show uses; `inUse` names those that stay, with their shows. 409 `in-use` when none could go.',
    body: z.object({ ids }),
    response: removedSome,
  }),
  upload: upload('/plus/v1/content/file', {
    ...write,
    summary: 'A picture, film or widget, told by what is in it; with `id` it takes the place of that one, and shows follow.',
    fields: z.object({ name: name.optional(), type: z.enum(contentTypes).optional(), group: numberId.optional(), id: numberId.optional() }),
    maxBytes: mediaMaxBytes.video,
    response: contentTaken,
  }),
  ...resumable('/plus/v1/content/resumable', write, {
    fields: fileFields.extend({ name: name.optional(), group: numberId.optional(), id: numberId.optional() }),
    taken: contentTaken,
  }),
  uploadPoster: upload('/plus/v1/content/thumb/file/:contentId', {
    ...write,
    summary: 'A picture out of a film, for lists: the browser that sends the film can decode it.',
    fields: z.object({}),
    maxBytes: 2_000_000,
    response: done,
  }),
  file: file('/plus/v1/content/file/:contentId', { ...read, summary: 'The file itself, whole or in ranges.' }),
  thumb: file('/plus/v1/content/thumb/file/:contentId', { ...read, summary: 'The small picture of it, as WebP.' }),
  view: endpoint('GET', '/plus/v1/content/view/:contentId', {
    ...read,
    summary: 'Where a widget can be looked at for some minutes, shut off from everything else.',
    response: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  }),
}
