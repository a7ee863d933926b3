/** The handheld app's files that the system offers for download (specification 2 §3, §5, §7): any number, one of them active. */
import * as z from 'zod'
import { endpoint, file, upload } from './endpoint.ts'
import { done, epochSeconds } from './schemas.ts'

export const appFile = z.object({
  _id: z.string(),
  ver: z.string(),
  bytes: z.int(),
  active: z.boolean(),
  updatedAt: epochSeconds,
})
export interface AppFile extends z.infer<typeof appFile> {}

export const apps = {
  list: endpoint('GET', '/app/file/list', {
    access: 'server_config.read',
    store: 'none',
    summary: 'The app’s files, newest first.',
    response: z.object({ appList: z.array(appFile) }),
  }),
  offered: endpoint('GET', '/app/file/offered', {
    access: 'session',
    store: 'none',
    summary: 'The active file, for callers that load the app; null when none is active.',
    response: z.object({ app: appFile.nullable() }),
  }),
  upload: upload('/app/file', {
    access: 'server_config.write',
    store: 'none',
    summary: 'Takes in mobile_{version_info}.apk, an Android package; answers the version of its name. For accounts of the whole chain.',
    fields: z.object({}),
    maxBytes: 300_000_000,
    response: done.extend({ _id: z.string(), ver: z.string() }),
  }),
  activate: endpoint('GET', '/app/file/active/:appId', {
    access: 'server_config.write',
    store: 'none',
    writes: true,
    summary: 'Makes a file the active one, or the active one inactive. For accounts of the whole chain.',
    response: z.object({ active: z.boolean() }),
  }),
  download: file('/app/file/:appId', {
    access: 'session',
    store: 'none',
    summary: 'The file itself; one that is not active needs server_config.read.',
  }),
  remove: endpoint('DELETE', '/app/file/:appId', {
    access: 'server_config.write',
    store: 'none',
    summary: 'Removes a file. For accounts of the whole chain.',
    response: done,
  }),
}
