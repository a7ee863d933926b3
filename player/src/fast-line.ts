/** The WebSocket that makes the line to the server fast: it brings commands and word of another plan, and keeps the clock in step. */
import type { ToPlayer } from '@endcap/contract/player'
import type { Clock } from './clock.ts'
import type { Server } from './server.ts'

const pings = { first: 12, firstEveryMs: 80, everyMs: 20_000 }

export interface FastLine {
  /** Opens it when there is none. */
  listen(): void
  close(): void
}
interface FastLineOptions {
  clock: Clock
  server: Server
  /** What the server says beside its answers to pings. */
  onMessage(message: Exclude<ToPlayer, { t: 'pong' }>): void
  /** A line that has carried something broke off, and the server did not refuse the display. */
  lost(): void
}

export function createFastLine({ clock, server, onMessage, lost }: FastLineOptions): FastLine {
  let socket: WebSocket | undefined

  function listen() {
    if (socket !== undefined || server.token === undefined) return
    const own = new WebSocket(`${location.origin.replace('http', 'ws')}/player/push`)
    socket = own
    let timer: ReturnType<typeof setTimeout> | undefined
    let answered = true
    let heard = false
    const ping = (count: number) => {
      if (own.readyState !== WebSocket.OPEN) return
      if (count > pings.first && !answered) return own.close()
      answered = false
      own.send(JSON.stringify({ t: 'ping', c: clock.local() }))
      timer = setTimeout(() => ping(count + 1), count < pings.first ? pings.firstEveryMs : pings.everyMs)
      return undefined
    }
    own.addEventListener('open', () => {
      own.send(JSON.stringify({ token: server.token }))
      timer = setTimeout(() => ping(1), pings.firstEveryMs)
    })
    own.addEventListener('message', ({ data }) => {
      const received = clock.local()
      heard = true
      server.heardAt = performance.now()
      const message: ToPlayer = JSON.parse(String(data))
      if (message.t === 'pong') {
        answered = true
        clock.heard({ sent: message.c, received, server: message.s })
      } else onMessage(message)
    })
    own.addEventListener('close', ({ code }) => {
      clearTimeout(timer)
      if (socket === own) socket = undefined
      if (heard && code !== 4401) lost()
    })
  }
  return { listen, close: () => socket?.close() }
}
