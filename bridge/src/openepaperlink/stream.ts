/**
 * The stream of an access point: figures of itself, records of tags as they change, its errors. While a client holds it, tags stay at short
 * check-ins and everything is drawn at once, which their batteries pay for; it is held during campaigns only, and for a moment to read figures.
 */
import { parseStreamMessage, type StreamMessage, type SystemFigures } from './codec/records.ts'
import type { Clock } from '../clock.ts'

/** A record is below 1 KB, figures below 500 bytes. */
const maxText = 64_000
/** It tells figures every 5 s. */
const silentMs = 20_000

export interface StreamSetup {
  base: URL
  clock: Clock
  /** Messages come from now on. */
  opened?: () => void
  hear(message: StreamMessage): void
  /** It is over, for whatever reason but `close`. */
  ended(): void
}

/** Opens it; `close` ends it without a word. */
export function openStream({ base, clock, opened, hear, ended }: StreamSetup): { close(): void } {
  const url = new URL('/ws', base)
  url.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
  let over = false
  let forget = clock.after(silentMs, () => end())
  function end() {
    if (over) return
    over = true
    forget()
    socket.close()
    ended()
  }
  if (opened !== undefined) socket.addEventListener('open', () => opened())
  socket.addEventListener('message', (event) => {
    if (over) return
    const data: unknown = event.data
    // No access point says so much at once.
    if (typeof data !== 'string' || data.length > maxText) return end()
    forget()
    forget = clock.after(silentMs, end)
    hear(parseStreamMessage(data))
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  return {
    close() {
      over = true
      forget()
      socket.close()
    },
  }
}

/** Holds the stream until it has told its figures, or for so long as it may be silent. `opened` may make it tell them at once. */
export function peek(base: URL, clock: Clock, opened: () => void, figures: (figures: SystemFigures) => void): { close(): void } {
  const stream = openStream({
    base,
    clock,
    opened,
    ended: () => undefined,
    hear(message) {
      if (message.kind !== 'system') return
      stream.close()
      figures(message.figures)
    },
  })
  return stream
}
