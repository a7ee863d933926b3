/** The line to displays for tests: served beside the app, and opened with a display's token. Called inside of a `describe`. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ToPlayer } from '@endcap/contract/player'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { WebSocket } from 'ws'
import type { Context } from '../platform/context.ts'
import { serveSockets } from '../platform/http/sockets.ts'
import { playerPushPath, startPlayerPush } from '../signage/display-api/player-push.ts'

export function serveDisplayLine({ context, app }: { context: Context; app: FastifyInstance }) {
  const push = startPlayerPush(context)
  let address: string
  beforeAll(async () => {
    serveSockets(app.server, { [playerPushPath]: push.sockets })
    await app.listen({ port: 0, host: '127.0.0.1' })
    address = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}${playerPushPath}`
  })
  afterAll(() => push.stop())
  /** `heard`: what was said on it, oldest first. */
  return async function open(token: string): Promise<{ socket: WebSocket; heard: ToPlayer[] }> {
    const socket = new WebSocket(address)
    const heard: ToPlayer[] = []
    socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as ToPlayer))
    await once(socket, 'open')
    socket.send(JSON.stringify({ token }))
    return { socket, heard }
  }
}
