/** Stores in the overviews of signage. */
import * as z from 'zod'
import { nodeStatus } from './schemas.ts'

/** A store with its displays (specification 3 §3). */
export const signageStore = z.object({
  storeName: z.string(),
  storeCode: z.string(),
  address: z.string(),
  total: z.int(),
  online: z.int(),
  offline: z.int(),
  status: nodeStatus,
  /** Of the overview's kind: its pictures, films, widgets, templates or schedules; of displays the same as `total`. */
  count: z.int(),
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
})
export interface SignageStore extends z.infer<typeof signageStore> {}
/** The kinds of overviews and lists (specification 3 §2). */
export const signageKinds = ['device', 'image', 'video', 'widget', 'template', 'schedule'] as const
export type SignageKind = (typeof signageKinds)[number]
