/** The fast line (WebSocket) on which the server tells a display at once what is new. */
import { toPlayer, type ToPlayer } from '@endcap/contract/player'

export interface FastLine {
  /** Opens it, unless it is open or being opened. */
  open(token: string): void
  close(): void
}

/** A closed line to a server; `onMessage` gets what comes over it. */
export function createFastLine(serverUrl: string, onMessage: (message: ToPlayer) => void): FastLine {
  let socket: WebSocket | undefined
  return {
    open(token) {
      if (socket !== undefined) return
      const own = new WebSocket(`${serverUrl.replace('http', 'ws')}/player/push`)
      socket = own
      own.addEventListener('open', () => own.send(JSON.stringify({ token })))
      own.addEventListener('message', ({ data }) => {
        const message = toPlayer.safeParse(JSON.parse(String(data)))
        if (message.success) onMessage(message.data)
      })
      const over = () => {
        if (socket === own) socket = undefined
      }
      own.addEventListener('close', over)
      own.addEventListener('error', over)
    },
    close: () => socket?.close(),
  }
}
