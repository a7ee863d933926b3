/** Pictures, films and widgets of a store for its displays, and the displays' software (specification 3 §3, §7). */
import * as z from 'zod'
import { endpoint, file, upload } from './endpoint.ts'
import { filmCodec, filmTaken, filmVersion, playCount } from './films.ts'
import { fileFields, resumable } from './resumable.ts'
import { done, epochSeconds } from './schemas.ts'
import { tableEndpoint } from './table.ts'
import { mediaMaxBytes } from './upload-limits.ts'

export { pictureMaxPixels, mediaMaxBytes } from './upload-limits.ts'

export const mediaFileKinds = ['image', 'video', 'widget', 'sw', 'launcher'] as const
export type MediaFileKind = (typeof mediaFileKinds)[number]
/** The type of a widget that only displays with Android play. */
export const androidPackageType = 'application/vnd.android.package-archive'
export const mediaKinds = ['image', 'video', 'widget'] as const
export const displaySoftwareKinds = ['sw', 'launcher'] as const
export type DisplaySoftwareKind = (typeof displaySoftwareKinds)[number]
export type MediaKind = Exclude<MediaFileKind, DisplaySoftwareKind>
/** How the specification's calls say what they look for in the slides of displays. */
export const mediaUses = ['findByImage', 'findByVideo', 'findByWidget', 'findBySchedule'] as const
export type MediaUse = (typeof mediaUses)[number]

/** Specification 3 §5: files that are sent at once; one when it replaces another. */
export const maxMediaUploads = 10
export const mediaFile = z.object({
  _id: z.string(),
  kind: z.enum(mediaFileKinds),
  name: z.string(),
  /** Of the content, such as `image/png`. */
  type: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Seconds, of films. */
  duration: z.number().nullable(),
  codec: filmCodec.nullable(),
  /** By the displays of the store. */
  playedOn: playCount.optional(),
  version: filmVersion.optional(),
  /** There is a small picture of it. */
  thumb: z.boolean(),
  /** Of software. */
  os: z.string().nullable(),
  model: z.string().nullable(),
  ver: z.string().nullable(),
  /** Some display of the store can play it; only of an Android package none may. */
  playable: z.boolean(),
  uploadedBy: z.string(),
  updatedAt: epochSeconds,
})
export interface MediaFile extends z.infer<typeof mediaFile> {}

/** A display that shows something. */
export const mediaUser = z.object({ mac: z.string(), name: z.string() })
export interface MediaUser extends z.infer<typeof mediaUser> {}

const word = z.string().trim().min(1).max(60)
const replaces = z.object({
  id: z
    .string()
    .regex(/^\d{1,18}$/, 'must be the number of a file')
    .optional(),
})
export const mediaTaken = done.extend({ _id: z.string(), name: z.string(), ...filmTaken })
const read = { access: 'plus.read', store: 'params.storeCode' } as const
const write = { access: 'plus.write', store: 'params.storeCode' } as const

export const media = {
  search: tableEndpoint('/status/store/:storeCode/plus/:mediaFileKind/search', {
    ...read,
    summary: 'Files of one kind: pictures, films, widgets, or the displays’ software and launchers.',
    filters: ['name', 'os', 'model', 'ver', 'uploadedBy'],
    row: mediaFile,
  }),
  list: endpoint('GET', '/plus/store/:storeCode/:mediaFileKind/list', {
    ...read,
    summary: 'All files of one kind, by name.',
    response: z.object({ fileList: z.array(mediaFile) }),
  }),
  uploadImage: upload('/plus/store/:storeCode/image/file', {
    ...write,
    summary: 'A picture: JPEG, PNG, WebP, GIF, SVG (drawn as PNG) or BMP (made PNG). With `?id=` it takes the place of that one.',
    query: replaces,
    fields: z.object({}),
    maxBytes: mediaMaxBytes.image,
    response: mediaTaken,
  }),
  uploadVideo: upload('/plus/store/:storeCode/video/file', {
    ...write,
    summary: 'A film: MP4 (H.264, or H.265 with a warning) or WebM. With `?id=` it takes the place of that one.',
    query: replaces,
    fields: z.object({}),
    maxBytes: mediaMaxBytes.video,
    response: mediaTaken,
  }),
  uploadPoster: upload('/plus/store/:storeCode/video/thumb/file/:fileId', {
    ...write,
    summary: 'A picture out of a film, for lists: the browser that sends the film can decode it.',
    fields: z.object({}),
    maxBytes: 2_000_000,
    response: done,
  }),
  uploadWidget: upload('/plus/store/:storeCode/apk/file', {
    ...write,
    summary: 'A widget: a zip with index.html, or an Android package. With `?id=` it takes the place of that one.',
    query: replaces,
    fields: z.object({}),
    maxBytes: mediaMaxBytes.widget,
    response: mediaTaken,
  }),
  uploadSoftware: upload('/plus/store/:storeCode/:displaySoftware/file', {
    ...write,
    summary: 'Software of displays, for one operating system and model. With `?id=` it takes the place of that one.',
    query: replaces,
    fields: z.object({ os: word, model: word, ver: word }),
    maxBytes: mediaMaxBytes.sw,
    response: mediaTaken,
  }),
  ...resumable('/plus/store/:storeCode/:mediaKind/resumable', write, { fields: fileFields.extend(replaces.shape), taken: mediaTaken }),
  content: file('/plus/store/:storeCode/:mediaFileKind/file/:fileId', { ...read, summary: 'The file itself, whole or in ranges.' }),
  thumb: file('/plus/store/:storeCode/:mediaFileKind/thumb/file/:fileId', { ...read, summary: 'The small picture of it, as WebP.' }),
  view: endpoint('GET', '/plus/store/:storeCode/widget/view/:fileId', {
    ...read,
    summary: 'Where a widget can be looked at for some minutes, shut off from everything else.',
    response: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  }),
  remove: endpoint('DELETE', '/plus/store/:storeCode/:mediaFileKind/file/:fileId', {
    ...write,
    summary: 'Removes a file; 409 `in-use` with the displays that show it.',
    response: done,
  }),
  users: endpoint('GET', '/plus/device/:mediaUse/:fileId/store/:storeCode', {
    ...read,
    summary: 'Displays that show a picture, film or widget, or follow a schedule.',
    response: z.object({ devList: z.array(mediaUser) }),
  }),
}
