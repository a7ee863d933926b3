/** What happened on the display, told to the server in counted batches: one that is sent twice is taken once. */
import { forget, keep, type Batch, type PlayerEvent } from './database.ts'
import { Refused, type Server } from './server.ts'

/** What happened is gathered for so long before it is told. */
const eventsEveryMs = 60_000
const batchMost = 500

export interface EventBatches {
  tell(event: PlayerEvent): void
  /** Sends all that is gathered. */
  flush(): Promise<void>
  flushWhenDue(): Promise<void>
}

export function createEventBatches(server: Server, kept: { seq: number; batch: Batch | undefined }): EventBatches {
  let { seq, batch } = kept
  let waiting: PlayerEvent[] = []
  let flushedAt = performance.now()

  async function flush() {
    flushedAt = performance.now()
    while (batch !== undefined || waiting.length > 0) {
      if (batch === undefined) {
        seq = Math.max(seq + 1, Date.now())
        batch = { seq, items: waiting.slice(0, batchMost) }
        waiting = waiting.slice(batchMost)
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
    tell: (event) => {
      waiting = [...waiting, event].slice(-10 * batchMost)
    },
    flush,
    flushWhenDue: async () => {
      if (performance.now() - flushedAt > eventsEveryMs) await flush()
    },
  }
}
