/**
 * Hints that something changed, given after the commit that changed it: they wake the engine and feed the push channel.
 * A lost hint costs time, never correctness: a listener also looks into the database by itself now and then.
 * Delivered at once in this process; `relay` carries them to other processes (over the broker).
 */
import { EventEmitter } from 'node:events'
import type { StoreChange } from '@endcap/contract/push'

export interface SignalMap {
  /** New operations are queued or due. */
  operations: { storeCode: string }
  /** Operations are rendered and can go to their gateways. */
  rendered: Record<string, never>
  /** A download waits for a worker. */
  downloads: Record<string, never>
  /** A script was saved: labels may have to be drawn anew. */
  scripts: Record<string, never>
  /** Labels are to follow a layout or rules, or a layout is to be checked. */
  layouts: Record<string, never>
  /** Products are called something else now: the search has to know. */
  'product-texts': Record<string, never>
  /** Paper labels wait for their printer. */
  papers: Record<string, never>
  /** A store is to be deleted. */
  'closing-stores': Record<string, never>
  /** A store's file has come in whole. */
  'store-moves': Record<string, never>
  /** Promotions are others now, or the stores that they hold for. */
  promotions: Record<string, never>
  /** The stores that are collecting tag status are others now, or further on. */
  collecting: Record<string, never>
  /** The settings of the system are others now. */
  settings: Record<string, never>
  /** A gateway is to be asked something, or to be set. */
  'gateway-requests': Record<string, never>
  /** A roll-out of software was begun. */
  rollouts: Record<string, never>
  /** A webhook is there that was not, or is another one now. */
  webhooks: Record<string, never>
  /** A gateway answered what it was asked. */
  'gateway-replies': Record<string, never>
  /** A bridge has other work, or an answer. */
  bridges: Record<string, never>
  /** Its secret is not good any more: the process that has its connection ends it. */
  'gateway-locked-out': { gwMac: string }
  /** Pictures of screens wait to be compared. */
  'screen-pictures': Record<string, never>
  /** A film has come that may need a picture or another version, or one has gone. */
  films: Record<string, never>
  /** Mails wait to be sent. */
  mails: Record<string, never>
  /** A person forgot a password or signed up: the answer goes by mail. */
  'account-requests': Record<string, never>
  /** Something a screen may show has changed. */
  changed: { storeCode: string; changes: StoreChange[] }
  /** What open sessions may do is something else now: those of a role, or of an account. */
  'rights-changed': { roleId: number } | { email: string }
  /** Sessions ended: by token hash, or all of an account but one. */
  'sessions-ended': { email: string; tokenHash?: string | undefined; but?: string | undefined; reason: string }
}
export type SignalName = keyof SignalMap
export type Signal = { [N in SignalName]: { name: N; payload: SignalMap[N] } }[SignalName]

export interface Signals {
  notify<N extends SignalName>(name: N, payload: SignalMap[N]): void
  /** Returns what ends the listening. */
  on<N extends SignalName>(name: N, listener: (payload: SignalMap[N]) => void): () => void
  /** `send` takes what is notified here to other processes; the function returned takes theirs in. */
  relay(send: (signal: Signal) => void): (signal: Signal) => void
}

export function createSignals(): Signals {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  let send: ((signal: Signal) => void) | undefined
  return {
    notify(name, payload) {
      emitter.emit(name, payload)
      // The pair is consistent by this function's signature; the union cannot see it.
      send?.({ name, payload } as Signal)
    },
    on(name, listener) {
      emitter.on(name, listener)
      return () => emitter.off(name, listener)
    },
    relay(outward) {
      send = outward
      return ({ name, payload }) => emitter.emit(name, payload)
    },
  }
}
