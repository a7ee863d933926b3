/** How gateways come to belong to a store: registered, waiting for approval, given a secret. */
import * as z from 'zod'
import { epochSeconds, nodeStatus } from './schemas.ts'

/** A gateway's secret is shown once, when it is issued. */
export const issued = z.object({ storeCode: z.string(), gwMac: z.string(), secret: z.string() })
export interface IssuedSecret extends z.infer<typeof issued> {}

/** A gateway that is registered in a store, by a file or by approval. */
export const predefined = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  gwMac: z.string(),
  gwIndex: z.int(),
  ip: z.string(),
  dataChannel: z.int(),
  eventChannel: z.int(),
  channelGroupIndex: z.int(),
  /** Whether it was ever heard. */
  connected: z.boolean(),
  status: nodeStatus,
  lastHeardAt: epochSeconds.nullable(),
})
export interface PredefinedRow extends z.infer<typeof predefined> {}

/** A gateway that tried to sign in and was refused. */
export const waiting = z.object({
  gwMac: z.string(),
  /** Where it is registered, when its secret is what is wrong; null when it is registered nowhere. */
  storeCode: z.string().nullable(),
  storeName: z.string().nullable(),
  address: z.string(),
  firstAt: epochSeconds,
  lastAt: epochSeconds,
  tries: z.int(),
})
export interface WaitingGateway extends z.infer<typeof waiting> {}
