/** Gateways: registration with a secret of their own, and their status in a store (specification 1 §3, §7). */
import * as z from 'zod'
import { endpoint, file, upload } from './endpoint.ts'
import { epochSeconds, gwMac, nodeStatus } from './schemas.ts'

const link = z.enum(['OK', 'NG'])

export const gateway = z.object({
  gwMac,
  gwIndex: z.int(),
  /** With its port, which must be 8080 (specification 1 §9). */
  ip: z.string(),
  alternateIp: z.string(),
  dataChannel: z.int(),
  eventChannel: z.int(),
  channelGroupIndex: z.int(),
  tagCount: z.int(),
  gmpVersion: z.string(),
  grmVersion: z.string(),
  status: nodeStatus,
  upLink: link,
  downLink: link,
  timeSync: z.boolean(),
  updatedAt: epochSeconds.nullable(),
})
export interface Gateway extends z.infer<typeof gateway> {}

/** A gateway's secret is shown once, when it is issued. */
const issued = z.object({ storeCode: z.string(), gwMac: z.string(), secret: z.string() })

export const gateways = {
  ofStore: endpoint('GET', '/status/store/:storeCode', {
    access: 'store.read',
    store: 'params.storeCode',
    summary: 'The gateways of a store.',
    response: z.object({ storeCode: z.string(), storeName: z.string(), gwList: z.array(gateway) }),
  }),
  /**
   * Header row `storeCode,gwMac,gwIndex,ip,dataChannel,eventChannel,channelGroupIndex`; `#` starts a comment line.
   * Registers the gateways named and answers a new secret for each new one.
   */
  predefine: upload('/gw/predefined', {
    access: 'store.write',
    store: 'account',
    summary: 'Registers gateways from a CSV or TXT file and issues their secrets.',
    fields: z.object({}),
    maxBytes: 5_000_000,
    response: z.object({ count: z.int(), gateways: z.array(issued) }),
  }),
  /** Asked by gateways: Authorization Basic with the MAC and the secret. */
  image: file('/gw/image/:hash', {
    access: 'gateway',
    store: 'none',
    summary: 'A label bitmap by its content hash, for the gateway that must show it.',
  }),
}
