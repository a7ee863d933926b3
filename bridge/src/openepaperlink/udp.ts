/**
 * What access points say by UDP, heard once for the whole process: each multicasts every check-in, completion and timeout of its own tags. Who
 * only listens learns all that without holding a stream, which would keep tags awake.
 */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { createSocket, type Socket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import { buildPacket, parsePacket, udpGroup, udpPort, type AccessPointEntry, type Packet } from './codec/packets.ts'

export interface UdpHub {
  /** Packets of one access point by its IP address; answers how to end it. */
  listen(address: string, hear: (packet: Packet) => void): () => void
  /** Answers of access points that were looked for. */
  found(hear: (entry: AccessPointEntry, address: string) => void): () => void
  /** Asks the access points that are there to answer. */
  ask(): void
  /** Why nothing can be heard; undefined where all is well. */
  problem(): string | undefined
}

interface UdpSetup {
  port?: number
  host?: string
  group?: string | undefined
  /** Where the question for access points goes. */
  targets?: string[]
}

/** One packet is a few dozen bytes; whatever is longer is no business of ours. */
const maxBytes = 500

/** A hub that has its socket open only while it has listeners. */
export function createUdpHub({ port = udpPort, host, group = udpGroup, targets = [udpGroup, '255.255.255.255'] }: UdpSetup = {}): UdpHub {
  const listeners = new Map<string, Set<(packet: Packet) => void>>()
  const finders = new Set<(entry: AccessPointEntry, address: string) => void>()
  let socket: Socket | undefined
  let problem: string | undefined

  function take(bytes: Uint8Array, address: string) {
    if (bytes.byteLength > maxBytes) return
    let packet: Packet
    try {
      packet = parsePacket(bytes)
    } catch {
      // Any machine may send anything to this port.
      return
    }
    if (packet.kind === 'listed') for (const hear of finders) hear(packet.entry, address)
    for (const hear of listeners.get(address) ?? []) hear(packet)
  }
  function open() {
    if (socket !== undefined) return
    const opened = createSocket({ type: 'udp4', reuseAddr: true })
    socket = opened
    opened.on('message', (bytes, from) => take(bytes, from.address))
    opened.on('error', (error: NodeJS.ErrnoException) => {
      problem = formatDeviceMessage('reportsUnheard', { port, why: error.code ?? 'it failed' })
      opened.close()
      if (socket === opened) socket = undefined
    })
    opened.bind({ port, ...(host !== undefined && { address: host }) }, () => {
      problem = undefined
      opened.setBroadcast(true)
      if (group !== undefined) join(opened, group)
    })
    // It alone keeps no process alive.
    opened.unref()
  }
  function closeUnused() {
    if (listeners.size > 0 || finders.size > 0) return
    socket?.close()
    socket = undefined
  }

  return {
    listen(address, hear) {
      const all = listeners.get(address) ?? new Set()
      listeners.set(address, all.add(hear))
      open()
      return () => {
        all.delete(hear)
        if (all.size === 0 && listeners.get(address) === all) listeners.delete(address)
        closeUnused()
      }
    },
    found(hear) {
      finders.add(hear)
      open()
      return () => {
        finders.delete(hear)
        closeUnused()
      }
    },
    ask() {
      const question = buildPacket({ kind: 'list', entry: { ip: '0.0.0.0', alias: '', channel: 0, tagCount: 0, version: 0 } })
      // A network that takes no multicast may take a broadcast, and the other way round.
      for (const target of targets) socket?.send(question, port, target, () => undefined)
    },
    problem: () => problem,
  }
}

/** Joins on every network of this machine: the shop's need not be the first. */
function join(socket: Socket, group: string) {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === 'IPv4')
  for (const { address } of own) {
    try {
      socket.addMembership(group, address)
    } catch {
      // A network without multicast, such as a tunnel.
    }
  }
}

let shared: UdpHub | undefined
/** The process's own. */
export const sharedUdpHub = (): UdpHub => (shared ??= createUdpHub())
