/** What the broker's thread and the main thread say to each other. */
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import type { NewcomerLimits } from '../base/newcomers.ts'
import type { Certificate } from '../tls/certificate.ts'
import type { RefusedReport } from './refusals.ts'

export interface BrokerThreadData {
  host: string
  /** Undefined: does not listen that way. */
  port: number | undefined
  securePort: number | undefined
  /** Of the server's own way in; 0 the first time. */
  ownPort: number
  certificate: Certificate | undefined
  serverPassword: string
  newcomers: NewcomerLimits
}
export interface Ports {
  port: number | undefined
  securePort: number | undefined
  /** On this machine alone, for the server's own connection. */
  ownPort: number
}
export interface BrokerFigures {
  /** Signed in, our own included. */
  connected: number
  /** Connections that are not signed in, and what they have sent. */
  newcomers: number
  newcomerBytes: number
}
export type ToMain =
  | ({ kind: 'listening' } & Ports)
  | { kind: 'failed'; port: number; secure: boolean; message: string }
  | { kind: 'who'; id: number; gwMac: string; secret: string; address: string }
  | { kind: 'report'; figures: BrokerFigures; refused: RefusedReport }
export type ToThread =
  | { kind: 'known'; id: number; gateway: GatewayAddress | null }
  | { kind: 'drop'; gwMac: string }
  | { kind: 'certificate'; certificate: Certificate }
  | { kind: 'report' }
  | { kind: 'stop' }

/** The name under which server processes sign in. */
export const serverName = 'endcap-server'
