/** How gateways come to belong to a store: registered, waiting for approval, given a secret. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds, gwMac, nodeStatus, storeCode } from './schemas.ts'

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

/** Where gateways reach the broker. `host` is null where the settings do not say it: then by the name that the server is reached by. */
const brokerAddress = z.object({ host: z.string().nullable(), port: z.int(), secure: z.boolean() })
export interface BrokerAddress extends z.infer<typeof brokerAddress> {}

const added = issued.extend({
  host: z.string(),
  port: z.int(),
  /** By TLS. */
  secure: z.boolean(),
  /** A QR code of all of it as `mqtt://MAC:secret@host:port/?store=CODE` (`mqtts:` by TLS): rows of dark (1) and light (0) squares. */
  qr: z.array(z.string()),
})
export interface AddedGateway extends z.infer<typeof added> {}

export const registration = {
  broker: endpoint('GET', '/gw/broker', {
    access: 'store.write',
    store: 'none',
    summary: 'Where gateways reach the broker, as far as the settings say it.',
    response: brokerAddress,
  }),
  add: endpoint('POST', '/gw/registration', {
    access: 'store.write',
    store: 'body.storeCode',
    summary: 'Registers one gateway and answers, once, all that is set in it: address, port, secret, and a QR code of them.',
    body: z.strictObject({
      storeCode,
      gwMac,
      /** The name or address by which the caller reaches the server; counts where the settings name none. */
      host: z
        .string()
        .max(253)
        .regex(/^([A-Za-z0-9.-]+|\[?[0-9A-Fa-f:.]+\]?)$/, 'must be a host name or an address')
        .default('localhost'),
    }),
    response: added,
  }),
}
