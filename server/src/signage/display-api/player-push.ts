/** The line to displays at `/player/push`: tells them at once that there is something new. All it says they hear with the next heartbeat, too. */
import { fromPlayer, playerHello, type ToPlayer } from '@endcap/contract/player'
import type { WebSocket } from 'ws'
import type { Context } from '../../platform/context.ts'
import { createSocketGuard, type SocketGuard, type SocketLimits } from '../../platform/http/socket-guard.ts'
import { devicesShowing } from './manifest.queries.ts'
import { renewRev } from './manifest.ts'
import { createMemo, type Memo } from './memo.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'
import { commandsFor, deviceOf } from './player.service.ts'
import { parseJson } from '../../platform/base/parse-json.ts'

export const playerPushPath = '/player/push'
/** Changes of a store are gathered: a file of prices changes many products at once. */
const gatherMs = 700
const aliveEveryMs = 30_000
/** Of a display one line is kept; those that it left take a moment to be over. */
const displayLimits: Partial<SocketLimits> = { all: 20_000, each: 8 }
/** What a change says that is of no store. */
const everyStore = ''

interface Line {
  socket: WebSocket
  device: CallingDisplay
  alive: boolean
  /** What it was told to play last. */
  rev: string
  sent: Set<string>
}

export interface PlayerPush {
  /** To be served at `playerPushPath`. */
  sockets: SocketGuard
  stop(): Promise<void>
}

export function startPlayerPush(context: Context, limits: Partial<SocketLimits> = {}): PlayerPush {
  const { signals, log } = context
  const { trustProxy } = context.config
  const sockets = createSocketGuard({ log, trustProxy, hello: welcome, limits: { ...displayLimits, ...limits } })
  const lines = new Map<string, Line>()
  const waiting = new Set<string>()
  let gathering: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let greeting: Promise<void> = Promise.resolve()

  const send = ({ socket }: Line, message: ToPlayer) => sockets.send(socket, message)
  /** Answers whether it is to play something else. */
  async function sendChanges(line: Line, memo?: Memo): Promise<boolean> {
    const { rev, changed } = await renewRev(context, line.device.mac, memo)
    if (rev === '') {
      line.socket.close(4401, 'no token')
      return changed
    }
    if (rev !== line.rev) send(line, { t: 'rev', rev })
    line.rev = rev
    for (const cmd of await commandsFor(context, line.device.mac)) {
      if (!line.sent.has(cmd.id)) send(line, { t: 'cmd', cmd })
      line.sent.add(cmd.id)
    }
    return changed
  }
  async function renewStore(storeCode: string, memo: Memo) {
    let isBehind = false
    for (const mac of await concerned(context, storeCode, lines)) {
      const line = lines.get(mac)
      // One out of reach plays what it has: lists say that there is something newer.
      const changed = line === undefined ? (await renewRev(context, mac, memo)).changed : await sendChanges(line, memo)
      isBehind ||= changed
    }
    if (isBehind) signals.notify('changed', { storeCode, changes: ['displays'] })
  }
  /** Those of the stores in which something changed; one after the other, so that they do not all ask the database at once. */
  const flush = () => {
    gathering = undefined
    const stores = [...waiting]
    waiting.clear()
    sending = sending
      .then(async () => {
        const memo = createMemo()
        for (const storeCode of stores) await renewStore(storeCode, memo)
      })
      .catch((error: unknown) => log.warn({ err: error }, 'displays were not told of a change; they hear of it with their next heartbeat'))
  }
  const renewSoon = (storeCode: string) => {
    waiting.add(storeCode)
    gathering ??= setTimeout(flush, gatherMs)
  }
  const forget = signals.on('changed', ({ storeCode, changes }) => {
    if (changes.some((change) => change === 'signage' || change === 'products' || change === 'settings')) renewSoon(storeCode)
  })
  const forgetScripts = signals.on('scripts', () => renewSoon(everyStore))
  const checks = setInterval(() => endDead(lines.values()), aliveEveryMs)

  async function welcome(socket: WebSocket, text: string) {
    const hello = playerHello.safeParse(parseJson(text))
    const device = hello.success ? await deviceOf(context, hello.data.token) : undefined
    if (device === undefined) return socket.close(4401, 'no token')
    // One line for each: an older one is dead, though neither side has closed it.
    lines.get(device.mac)?.socket.terminate()
    if (!sockets.admit(socket, device.mac)) return undefined
    const line: Line = { socket, device, alive: true, rev: '', sent: new Set() }
    lines.set(device.mac, line)
    socket.on('pong', () => (line.alive = true))
    socket.on('close', () => lines.get(device.mac) === line && lines.delete(device.mac))
    socket.on('message', (data) => {
      const message = fromPlayer.safeParse(parseJson(Buffer.isBuffer(data) ? data.toString() : ''))
      if (message.success) send(line, { t: 'pong', c: message.data.c, s: context.clock.now().getTime() })
    })
    greet(line)
    return undefined
  }
  /** One after the other: a display that comes again and again takes no more of the database than one that stays. */
  function greet(line: Line) {
    greeting = greeting
      .then(async () => {
        if (lines.get(line.device.mac) === line) await sendChanges(line)
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'line to a display')
        line.socket.close(1011)
      })
  }

  return {
    sockets,
    stop: async () => {
      forget()
      forgetScripts()
      clearInterval(checks)
      clearTimeout(gathering)
      sockets.stop()
      await Promise.all([sending, greeting])
    },
  }
}

/** All displays of a store; of every store those that have a line. */
const concerned = async ({ db }: Pick<Context, 'db'>, storeCode: string, lines: ReadonlyMap<string, Line>): Promise<Iterable<string>> =>
  // Those that are open know the store that they had when they came; a display may have moved since.
  storeCode === everyStore ? [...lines.keys()] : devicesShowing(db, storeCode)

/** Ends the lines that have not answered since they were asked last, and asks the others. */
function endDead(lines: Iterable<Line>): void {
  for (const line of lines) {
    if (!line.alive) line.socket.terminate()
    line.alive = false
    line.socket.ping()
  }
}
