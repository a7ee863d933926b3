/** The stream of a simulated access point: a web socket for each listener, whose queue ends it when too much is told at once. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Clock } from '../../clock.ts'

/** Messages that the stream keeps for one listener until its turn: more ends the stream. */
const maxQueued = 32
const figuresEveryMs = 5000

interface StreamServerSetup {
  clock: Clock
  /** A client has connected. */
  opened(): void
  /** Tells its figures; called every 5 s while a client is connected. */
  reportFigures(): void
}

/** A stream without clients. */
export function createStreamServer({ clock, opened, reportFigures }: StreamServerSetup) {
  const sockets = new WebSocketServer({ noServer: true })
  const queued = new Map<WebSocket, number>()
  let silent = false
  let forgetFigures: (() => void) | undefined

  function reportFiguresLater() {
    forgetFigures?.()
    forgetFigures = undefined
    if (sockets.clients.size === 0) return
    forgetFigures = clock.after(figuresEveryMs, () => {
      reportFigures()
      reportFiguresLater()
    })
  }

  return {
    /** What is told in one turn stays in the listener's queue. */
    tell(message: Record<string, unknown>) {
      if (silent) return
      const body = JSON.stringify(message)
      for (const socket of sockets.clients) {
        const waiting = (queued.get(socket) ?? 0) + 1
        if (waiting === 1) setImmediate(() => queued.delete(socket))
        queued.set(socket, waiting)
        if (waiting > maxQueued) socket.terminate()
        else socket.send(body)
      }
    },
    listeners: () => sockets.clients.size,
    /** A call that asks for the stream. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      sockets.handleUpgrade(request, socket, head, () => {
        opened()
        reportFiguresLater()
      })
    },
    /** It stays open and says nothing. */
    silence(yes: boolean) {
      silent = yes
    },
    /** All listeners lose it. */
    drop() {
      for (const socket of sockets.clients) socket.terminate()
    },
    close() {
      forgetFigures?.()
      this.drop()
      sockets.close()
    },
  }
}
