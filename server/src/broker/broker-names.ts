/** What the broker's thread and the main thread say to each other. */
import type { GatewayAddress } from '@endcap/gateway-link/topics'

export interface BrokerThreadData {
  port: number
  host: string
  serverPassword: string
}
export type ToMain =
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; message: string }
  | { kind: 'who'; id: number; gwMac: string; secret: string; address: string }
  | { kind: 'refused'; gwMac: string; topic: string }
  | { kind: 'clients'; connected: number }
export type ToThread =
  | { kind: 'known'; id: number; gateway: GatewayAddress | null }
  | { kind: 'drop'; gwMac: string }
  | { kind: 'count' }
  | { kind: 'stop' }

/** The name under which server processes sign in. */
export const serverName = 'endcap-server'
