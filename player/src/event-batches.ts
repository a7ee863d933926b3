/** What happened on the display, reported to the server in counted batches: one that is sent twice is taken once. */
import { forget, keep, type Batch, type PlayerEvent } from './database.ts'
import { Refused, type Server } from './server.ts'

/** What happened is gathered for so long before it is reported. */
const eventsEveryMs = 60_000
const maxBatchItems = 500

export interface EventBatches {
  add(event: PlayerEvent): void
  /** Sends all that is gathered. */
  flush(): Promise<void>
  flushWhenDue(): Promise<void>
}

export function createEventBatches(server: Server, stored: { seq: number; batch: Batch | undefined }): EventBatches {
  let { seq, batch } = stored
  let waiting: PlayerEvent[] = []
  let flushedAt = performance.now()

  async function flush() {
    flushedAt = performance.now()
    while (batch !== undefined || waiting.length > 0) {
      if (batch === undefined) {
        seq = Math.max(seq + 1, Date.now())
        batch = { seq, items: waiting.slice(0, maxBatchItems) }
        waiting = waiting.slice(maxBatchItems)
        await keep('seq', seq)
        await keep('batch', batch)
      }
      try {
        await server.post('events', batch)
      } catch (error) {
        // What the server does not want today it will not want tomorrow.
        if (!(error instanceof Refused) || error.status === 401 || error.status >= 500) return
      }
      batch = undefined
      await forget('batch')
    }
  }
  return {
    add: (event) => {
      waiting = [...waiting, event].slice(-10 * maxBatchItems)
    },
    flush,
    flushWhenDue: async () => {
      if (performance.now() - flushedAt > eventsEveryMs) await flush()
    },
  }
}
