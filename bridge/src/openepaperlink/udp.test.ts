/** Packets over real sockets on this machine: each access point's own reach its driver, and access points are found. */
import { createSocket } from 'node:dgram'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { buildPacket, udpGroup, type Packet } from './codec/packets.ts'
import { findAccessPoints } from './discover.ts'
import { startAccessPoint } from './simulator.ts'
import { createUdpHub, type UdpHub } from './udp.ts'

const mac = '0000021D34F67E1F'
const question = buildPacket({ kind: 'list', entry: { ip: '0.0.0.0', alias: '', channel: 0, tagCount: 0, version: 0 } })

/** A port that is free at this moment at all addresses of this machine. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '0.0.0.0', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(resolve))
  return port
}
async function start(hosts: string[]) {
  const port = await freePort()
  const clock = createManualClock()
  const points = []
  for (const host of hosts) {
    const point = await startAccessPoint({ host, clock, automatic: false, tags: [{ mac }], udp: { to: '127.0.0.1', port } })
    onTestFinished(() => point.stop())
    points.push(point)
  }
  return { points, clock, hub: createUdpHub({ port, host: '127.0.0.1', group: undefined, targets: hosts }) }
}

test('each access point is heard by its own driver', async () => {
  const { points, hub } = await start(['127.0.0.2', '127.0.0.3'])
  const heard: Record<string, Packet['kind'][]> = { two: [], three: [] }
  onTestFinished(hub.listen('127.0.0.2', (packet) => heard.two!.push(packet.kind)))
  onTestFinished(hub.listen('127.0.0.3', (packet) => heard.three!.push(packet.kind)))
  await expect
    .poll(() => {
      points[0]!.checkIn(mac)
      return heard.two!.includes('check-in')
    })
    .toBe(true)
  expect(heard.three).toEqual([])
  expect(hub.problem()).toBeUndefined()
})

test('what is no packet, and what another host sends, does nothing', async () => {
  const { points, hub } = await start(['127.0.0.2'])
  const heard: Packet[] = []
  onTestFinished(hub.listen('127.0.0.2', (packet) => heard.push(packet)))
  await expect
    .poll(() => {
      for (const bytes of [
        [],
        [0xe6, 1],
        [0x99],
        Array.from({ length: 2000 }, () => 0xe6),
        [...question, ...Array.from({ length: 600 }, () => 0)],
      ])
        points[0]!.air.sendRaw(Uint8Array.from(bytes))
      points[0]!.checkIn(mac)
      return heard.some((packet) => packet.kind === 'check-in')
    })
    .toBe(true)
  expect(heard.every((packet) => packet.kind === 'check-in' || packet.kind === 'sync')).toBe(true)
})

test('access points are found, with the number of their tags as far as it is told', async () => {
  const { points, hub, clock } = await start(['127.0.0.2', '127.0.0.10'])
  points[0]!.air.settings.alias = 'bakery'
  let found: Awaited<ReturnType<typeof findAccessPoints>> | undefined
  const answers = new Set<string>()
  onTestFinished(hub.found((_, address) => answers.add(address)))
  void findAccessPoints({ udp: hub, clock }).then((all) => (found = all))
  await expect
    .poll(async () => {
      hub.ask()
      return answers.size
    })
    .toBe(2)
  await clock.advance(10_000)
  await expect.poll(() => found).toBeDefined()
  expect(found).toEqual([
    { ip: '127.0.0.2', alias: 'bakery', channel: 15, tagsModulo256: 1, version: '001F' },
    { ip: '127.0.0.10', alias: 'simulated', channel: 15, tagsModulo256: 1, version: '001F' },
  ])
})

test('a port that another program has is reported, and nothing else happens', async () => {
  const taken = createSocket('udp4')
  await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => taken.close(resolve)))
  const { port } = taken.address()
  const hub = createUdpHub({ port, host: '127.0.0.1', group: undefined, targets: [] })
  onTestFinished(hub.listen('127.0.0.2', () => undefined))
  await expect.poll(() => hub.problem()).toBe(`Reports of access points cannot be heard on UDP port ${port} (EADDRINUSE)`)
})

test('what is multicast is heard, in every network of this machine', async () => {
  const port = await freePort()
  const hub = createUdpHub({ port })
  const heard: Packet['kind'][] = []
  onTestFinished(hub.listen('127.0.0.1', (packet) => heard.push(packet.kind)))
  const sender = createSocket('udp4')
  onTestFinished(() => void sender.close())
  await new Promise<void>((resolve) => sender.bind(0, '127.0.0.1', resolve))
  sender.setMulticastInterface('127.0.0.1')
  await expect
    .poll(() => {
      sender.send(question, port, udpGroup)
      return heard.length
    })
    .toBeGreaterThan(0)
  expect(heard[0]).toBe('list')
})

test('a question for access points that is lost on its way is asked again', async () => {
  const clock = createManualClock()
  let asked = 0
  let answer: Parameters<UdpHub['found']>[0] = () => undefined
  const udp: UdpHub = {
    listen: () => () => undefined,
    problem: () => undefined,
    found(hear) {
      answer = hear
      return () => undefined
    },
    ask() {
      if (++asked === 2) answer({ ip: '0.0.0.0', alias: 'shop', channel: 15, tagCount: 7, version: 31 }, '192.168.1.50')
    },
  }
  const found = findAccessPoints({ udp, clock })
  await clock.advance(10_000)
  expect((await found).map(({ ip }) => ip)).toEqual(['192.168.1.50'])
})
