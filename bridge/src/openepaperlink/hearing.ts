/** What an access point says without being asked: packets by UDP, and messages of its stream while that is held. */
import type { Packet } from './codec/packets.ts'
import { firstSaneEpoch, type StreamMessage } from './codec/records.ts'
import type { DeviceClock } from './device-clock.ts'
import type { Jobs } from './jobs.ts'
import { isClosed, isUp, type Session } from './session.ts'
import type { TagReader } from './tag-reader.ts'
import type { Tags } from './tags.ts'
import type { UdpHub } from './udp.ts'

interface HearingSetup {
  udp: Pick<UdpHub, 'listen' | 'problem'>
  tags: Pick<Tags, 'checkIn' | 'get'>
  jobs: Pick<Jobs, 'later' | 'timedOut'>
  reader: Pick<TagReader, 'take' | 'readOne'>
  deviceClock: Pick<DeviceClock, 'lost' | 'takeFigures'>
}

/** Hears nothing until `listenTo`; what it hears goes to the parts that are named. */
export function createHearing(session: Session, { udp, tags, jobs, reader, deviceClock }: HearingSetup) {
  const { clock } = session
  const { at } = session.schedule
  let deaf = (): void => undefined

  function hear(packet: Packet) {
    if (isClosed(session)) return
    at.packet = clock.now()
    at.sign = clock.now()
    if (packet.kind === 'check-in') {
      const { mac } = packet.checkIn
      tags.checkIn(packet.checkIn)
      // Its record is what the list could not reach.
      if (isUp(session) && tags.get(mac) === undefined) reader.readOne(mac)
    }
    if (packet.kind === 'complete') jobs.later(packet.mac)
    if (packet.kind === 'sync' && packet.sync.lastSeen < firstSaneEpoch && packet.sync.mode === 'status') deviceClock.lost()
    if (packet.kind === 'timeout') jobs.timedOut(packet.mac)
  }

  return {
    /** A message of its stream. */
    message(message: StreamMessage) {
      if (isClosed(session)) return
      at.sign = clock.now()
      if (message.kind === 'tags') for (const record of message.tags) reader.take(record)
      if (message.kind === 'system') deviceClock.takeFigures(message.figures)
      if (message.kind === 'error') session.note(`The access point says: ${message.text}`)
    },
    /** Hears the packets that come from this IP address from now on, and those of no other. */
    listenTo(address: string) {
      deaf()
      deaf = udp.listen(address, hear)
      const why = udp.problem()
      if (why !== undefined) session.noteFirstTime(`${why}: the access point is asked instead`)
    },
    close: () => deaf(),
  }
}
