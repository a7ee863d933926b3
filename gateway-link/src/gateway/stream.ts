/** A gateway's outbox: numbered messages that are sent again until the server says it has stored them. */
import { maxBatch, resendAfterMs } from '../messages.ts'

interface Sent<T> {
  items: T[]
  sentAt: number
}

export interface Stream<T> {
  add(item: T): void
  /** Sends what has gathered, and again what was not acknowledged in time. */
  flush(now: number): void
  /** Answers what the message held; nothing where it was acknowledged before. */
  acknowledge(seq: number): readonly T[]
  /** Everything unacknowledged goes out with the next flush. */
  resendAll(): void
  unacknowledged(): number
}

/** `gatherMs`: how long an item waits for others before a message goes out; one that is full goes out at once. */
export function createStream<T>(send: (seq: number, items: T[]) => void, { gatherMs = 0 }: { gatherMs?: number } = {}): Stream<T> {
  let gathered: T[] = []
  let sentAt = Number.NEGATIVE_INFINITY
  let seq = 0
  const waiting = new Map<number, Sent<T>>()
  return {
    add: (item) => void gathered.push(item),
    flush: (now) => {
      while (gathered.length >= maxBatch || (gathered.length > 0 && now - sentAt >= gatherMs)) {
        const items = gathered.splice(0, maxBatch)
        sentAt = now
        waiting.set(++seq, { items, sentAt: now })
        send(seq, items)
      }
      for (const [number, message] of waiting) {
        if (now - message.sentAt < resendAfterMs) continue
        message.sentAt = now
        send(number, message.items)
      }
    },
    acknowledge: (number) => {
      const items = waiting.get(number)?.items ?? []
      waiting.delete(number)
      return items
    },
    resendAll: () => {
      for (const message of waiting.values()) message.sentAt = Number.NEGATIVE_INFINITY
    },
    unacknowledged: () => [...waiting.values()].reduce((sum, { items }) => sum + items.length, gathered.length),
  }
}
