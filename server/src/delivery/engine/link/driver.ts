/**
 * What the engine asks of a kind of gateway, and what it hears back. One driver per kind; every driver passes `behaviour.ts`.
 * Drivers never touch the database and never wait for each other.
 */
import type { DownMessage, Operation, OpResult, Reading, Sighting, UpMessage } from '@endcap/gateway-link/messages'
import type { GatewayAddress } from '@endcap/gateway-link/topics'

export type { GatewayAddress }

/** Things a driver may not be able to do; asked before an operation of that kind is sent. */
export type Capability = 'led' | 'page' | 'collect' | 'reboot' | 'log' | 'link-check'

/** Place of a message in its stream; handed back in `acknowledge` once its content is stored. */
export interface StreamPlace {
  stream: 'op' | 'seen' | 'sensor'
  session: string
  seq: number
}

export type LinkEvent =
  | { type: 'presence'; gateway: GatewayAddress; online: boolean; session: string }
  | { type: 'status'; gateway: GatewayAddress; status: UpMessage<'status'> }
  | { type: 'seen'; gateway: GatewayAddress; place: StreamPlace; sightings: Sighting[] }
  | { type: 'results'; gateway: GatewayAddress; place: StreamPlace; results: OpResult[] }
  /** `clock`: the gateway's, when the message went out. */
  | { type: 'readings'; gateway: GatewayAddress; place: StreamPlace; clock: number; readings: Reading[] }
  | { type: 'reply'; gateway: GatewayAddress; reply: UpMessage<'reply'> }
  /** A part of a log file that was asked for. */
  | { type: 'log'; gateway: GatewayAddress; log: UpMessage<'log'> }
  /** A message that was not of the protocol: counted and logged, nothing else stops. */
  | { type: 'bad-message'; gateway: GatewayAddress | undefined; topic: string; problem: string }

export interface GatewayDriver {
  open(): Promise<void>
  /** Stops listening; nothing is delivered afterwards. */
  close(): Promise<void>
  /** Listens to the gateways of exactly these shards from now on (0 to 63). Retained presence arrives as events. */
  serve(shards: readonly number[]): Promise<void>
  capabilities(gateway: GatewayAddress): ReadonlySet<Capability>
  /** Hands operations to a gateway; resolves once they are on their way. Accepted is what the gateway reports, not this. */
  show(gateway: GatewayAddress, operations: Operation[]): Promise<void>
  /** Takes back operations that the gateway has not carried out yet. That it has let go of them is what it reports, not this. */
  cancel(gateway: GatewayAddress, opIds: string[]): Promise<void>
  /** The message at this place is stored (it alone, not those before it): the gateway need not send it again. */
  acknowledge(gateway: GatewayAddress, place: StreamPlace): Promise<void>
  /** Asks a gateway to do something now; what it says comes as `reply`, and logs before it as `log`. */
  request(gateway: GatewayAddress, request: DownMessage<'request'>): Promise<void>
  /** Tells a gateway what it shall be set to. That it took it is what its status says, not this. */
  configure(gateway: GatewayAddress, config: DownMessage<'config'>): Promise<void>
  /** The one listener; the driver delivers a gateway's events in order and does not wait for it. */
  listen(listener: (event: LinkEvent) => void): void
}
