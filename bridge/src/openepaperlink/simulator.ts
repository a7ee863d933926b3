/**
 * An OpenEPaperLink access point on this machine, with tags whose glass can be read: HTTP, its stream, and its UDP packets. It knows the traps
 * that were measured on the real program, and it can be told to lie.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSocket } from 'node:dgram'
import type { Bitmap } from '@endcap/label/bitmap'
import { systemClock, type Clock } from '../clock.ts'
import { buildPacket } from './codec/packets.ts'
import type { TagType } from './codec/records.ts'
import { createAir, type Air } from './simulator/air.ts'
import { createStreamServer } from './simulator/stream-server.ts'
import type { TagSetup } from './simulator/tag.ts'
import { createWeb } from './simulator/web.ts'

/** How long it is away after a restart. */
const awayMs = 3000

const inks = (...names: string[]) =>
  names.map((name) => ({ name, colour: { white: 0xffffff, black: 0, red: 0xff0000, yellow: 0xffff00 }[name] ?? 0 }))
const type = (name: string, width: number, height: number, ...colours: string[]): TagType => ({
  name,
  width,
  height,
  inks: inks('white', 'black', ...colours),
})
/** Some of the types that access points know, by the number that tags tell. */
export const simulatedTypes: [number, TagType][] = [
  [0x01, type('M2 2.9"', 296, 128, 'red')],
  [0x26, type('M2 7.5" BW', 640, 384)],
  [0x2b, type('M3 2.9" BWRY', 384, 168, 'red', 'yellow')],
  [0x33, type('M3 2.9"', 384, 168, 'red')],
  [0x3c, type('M3 4.2" BWY', 400, 300, 'yellow')],
]

export interface AccessPointSetup {
  host?: string
  /** 0: any that is free. */
  port?: number
  tags?: TagSetup[]
  clock?: Clock
  /** Where its UDP packets go: to the listener at that address and port; it hears on the same port. */
  udp?: { to: string; port: number } | undefined
  /** Gets its UDP packets as well. */
  packet?: (bytes: Uint8Array) => void
  /** Tags check in by themselves; false: only when told to. */
  automatic?: boolean
  /** Its clock is right at its start. */
  synced?: boolean
  psram?: boolean
  mac?: string
  types?: [number, TagType][]
}
/** What it may be told to do wrong: answers in place of its own. Answers whether it took the call. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

export type AccessPoint = Awaited<ReturnType<typeof startAccessPoint>>

async function openUdp(host: string, { to, port }: { to: string; port: number }, hear: (bytes: Uint8Array) => Uint8Array | undefined) {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.on('message', (bytes, from) => {
    const answer = hear(bytes)
    // Always to its own port, whatever port was asked from.
    if (answer !== undefined) socket.send(answer, port, from.address)
  })
  await new Promise<void>((resolve, reject) => socket.once('error', reject).bind(port, host, resolve))
  return { send: (bytes: Uint8Array) => socket.send(bytes, port, to), close: () => socket.close() }
}

/** Listens at an address; answers the port, which is any that is free where 0 was wanted. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens at no port')
  return address.port
}

/** Figures of itself as its stream tells them. */
const figuresOf = (air: Air, psram: boolean) => ({
  currtime: air.now(),
  heap: 120_000,
  psfree: psram ? 7_000_000 : 0,
  littlefsfree: air.free(),
  apstate: 1,
  runstate: 2,
  rssi: -50,
  uptime: air.uptime(),
  recordcount: air.tags.size,
})

/** Starts an access point; it is there when this resolves, and until `stop`. */
export async function startAccessPoint(setup: AccessPointSetup = {}) {
  const { host = '127.0.0.1', port = 0, tags = [], clock = systemClock, packet = () => undefined, automatic = true } = setup
  const { synced = true, psram = true, mac = '34:85:18:0A:0B:0C' } = setup
  const types = new Map(setup.types ?? simulatedTypes)
  const calls: string[] = []
  let fault: Fault | undefined
  let away: (() => void) | undefined

  const radio = setup.udp === undefined ? undefined : await openUdp(host, setup.udp, (bytes) => hear(bytes))
  const send = (bytes: Uint8Array) => {
    packet(bytes)
    radio?.send(bytes)
  }
  /** Answers who looks for access points. */
  function hear(bytes: Uint8Array): Uint8Array | undefined {
    if (bytes[0] !== 0x80) return undefined
    const { alias, channel } = air.settings
    return buildPacket({ kind: 'listed', entry: { ip: host, alias, channel, tagCount: air.tags.size & 255, version: 31 } })
  }
  const system = () => stream.tell({ sys: figuresOf(air, psram) })
  const stream = createStreamServer({ clock, opened: () => air.look(), reportFigures: system })
  const air = createAir({ clock, types, psram, synced, packet: send, broadcast: stream.tell, listeners: stream.listeners })
  function drop() {
    stream.drop()
    http.closeAllConnections()
  }
  function restart(why: 'reboot' | 'crash' | 'power') {
    drop()
    air.restart(why === 'reboot')
    away?.()
    away = clock.after(awayMs, () => (away = undefined))
  }
  const web = createWeb({ air, types, mac, psram, restart, system })
  const http = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    if (away !== undefined) request.destroy()
    else if (fault?.(request, response) !== true) web(request, response).catch(() => request.destroy())
  })
  http.on('upgrade', (request, socket, head) => {
    if (away !== undefined || request.url !== '/ws') socket.destroy()
    else stream.accept(request, socket, head)
  })
  for (const [index, tag] of tags.entries()) air.add(tag, automatic ? ((index * 7) % 40) + 1 : undefined)
  const address = `${host}:${await listen(http, host, port)}`

  const tagOf = (id: string) => {
    const tag = air.tags.get(id)
    if (tag === undefined) throw new Error(`No simulated tag ${id}`)
    return tag
  }
  return {
    air,
    calls,
    types,
    host,
    restart,
    drop,
    system,
    tag: tagOf,
    address,
    listeners: stream.listeners,
    glass: (id: string): Bitmap | undefined => tagOf(id).glass,
    checkIn: (id: string, how?: { wakeupReason?: number }) => air.checkIn(id, how),
    /** Draws at once what is due, as it does every second. */
    draw: () => air.drawDue(),
    /** undefined: it behaves again. */
    misbehave(how: Fault | undefined) {
      fault = how
    },
    tell: stream.tell,
    /** Its stream stays open and says nothing. */
    silence: stream.silence,
    async stop() {
      away?.()
      air.stop()
      radio?.close()
      drop()
      stream.close()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
