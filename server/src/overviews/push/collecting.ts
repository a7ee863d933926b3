/** Which stores are collecting the status of their tags: each client is told of its own (specification 1 §6). */
import { openCollections } from '../../labels/status-check/status-check.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { send, type Channel, type Client } from './clients.ts'

interface CollectingStore {
  storeCode: string
  storeName: string
}

export interface Collecting {
  /** Resolves once the stores are known. */
  ready(): Promise<void>
  /** Said again with every ping: a browser does not see pings, and takes a silent channel for a dead one. */
  send(client: Client): void
  /** Reads the stores again, and tells the clients whose own have changed. */
  changed(): void
  /** Resolves when no reading is under way. */
  settled(): Promise<void>
}

/** Keeps the collecting stores for the clients of a channel; they are first read with the first question. */
export function watchCollecting(channel: Channel): Collecting {
  const { context, clients } = channel
  let stores: CollectingStore[] | undefined
  /** Something changed since the last reading began. */
  let stale = false
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const open = await openCollections(context.db, 'all')
    stores = open.map(({ storeCode, storeName }) => ({ storeCode, storeName }))
  }
  const ownOf = ({ session }: Client) => ownStores(session, stores ?? [])
  function sendStores(client: Client): void {
    const msg = ownOf(client)
    client.lastSent = JSON.stringify(msg)
    send(channel, client, { type: 1, msg })
  }
  async function readUntilFresh(): Promise<void> {
    while (stale) {
      stale = false
      await read()
      for (const client of clients) if (JSON.stringify(ownOf(client)) !== client.lastSent) sendStores(client)
    }
  }

  return {
    ready: async () => {
      if (stores === undefined) await read()
    },
    send: sendStores,
    changed() {
      stale = true
      reading ??= readUntilFresh()
        .catch((error: unknown) =>
          context.log.warn({ err: error }, 'the collecting stores could not be read; they will be with the next ping'),
        )
        .finally(() => (reading = undefined))
    },
    settled: async () => reading,
  }
}

/** Of these stores the account's own, where it may read tags. */
const ownStores = (session: Session, stores: readonly CollectingStore[]): CollectingStore[] =>
  session.can('tag.read') && !session.factorDue && !session.changeDue ? stores.filter((store) => session.allows(store.storeCode)) : []
