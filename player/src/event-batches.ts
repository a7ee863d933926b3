/** What happened on the display, reported to the server in counted batches: one that is sent twice is taken once. */
import type { EventStore } from './event-store.ts'
import { Refused, type Server } from './server.ts'

/** What happened is gathered for so long before it is reported. */
const eventsEveryMs = 60_000

export interface EventBatches {
  /** Sends all that is gathered. */
  flush(): Promise<void>
  flushWhenDue(): Promise<void>
}

export function createEventBatches(server: Pick<Server, 'post'>, store: Pick<EventStore, 'next' | 'delivered'>): EventBatches {
  let flushedAt = performance.now()
  /** One after the other: two at once would take each other's batch for delivered. */
  let sending: Promise<void> | undefined

  async function send() {
    for (let batch = await store.next(); batch !== undefined; batch = await store.next()) {
      try {
        await server.post('events', batch)
      } catch (error) {
        if (!isRefusedForGood(error)) return
      }
      await store.delivered()
    }
  }
  const flush = () => {
    flushedAt = performance.now()
    sending ??= send().finally(() => (sending = undefined))
    return sending
  }
  return {
    flush,
    flushWhenDue: async () => {
      if (performance.now() - flushedAt > eventsEveryMs) await flush()
    },
  }
}

/** What the server does not want today it will not want tomorrow, unless it did not know the display or had too much to do. */
const isRefusedForGood = (error: unknown) => error instanceof Refused && error.status < 500 && ![401, 408, 429].includes(error.status)
