/** The tags of one access point as they were heard: from its records and from its UDP packets, whichever comes first. */
import type { Clock } from '../clock.ts'
import type { DriverEvents, DriverState, HeardTag } from '../driver.ts'
import type { CheckIn } from './codec/packets.ts'
import { firstSaneEpoch, never, readings, type TagRecord } from './codec/records.ts'

/** More than any access point serves: one that reports more tags than that is not believed. */
const maxTags = 5000
/** The same check-in may be told by packet, by stream and by the list, within this time. */
const sameCheckInMs = 3000
const longestCheckIn = 86_400
/** Clocks may differ by so much. */
const skewSeconds = 60

const events: Record<number, HeardTag['event']> = { 3: 'nfc', 4: 'button', 5: 'button2', 0xfc: 'restart', 0xfe: 'restart' }

interface Known {
  record: TagRecord | undefined
  hwType: number
  heardAt: number
  /** Seconds between check-ins, as far as it was told. */
  checkin: number | undefined
}
interface TagsSetup {
  state: DriverState
  clock: Clock
  events: Pick<DriverEvents, 'doubt' | 'note'>
  /** Seconds that the access point lets idle tags sleep. */
  idleSeconds(): number
  heard(hwType: number, tag: Omit<HeardTag, 'type'>): void
  restarted(tag: string): void
  /** It tells a time that cannot be: it started again, and its clock was not set. */
  lostClock(): void
}
export type Tags = ReturnType<typeof createTags>

/** Tags that were heard since now; those of an earlier life of this process are known by their ids and types only. */
export function createTags({ state, clock, events: driver, idleSeconds, heard, restarted, lostClock }: TagsSetup) {
  const known = new Map<string, Known>()
  let full = false

  function remember(mac: string, hwType: number, record: TagRecord | undefined): Known | undefined {
    const before = known.get(mac)
    if (before === undefined && known.size >= maxTags) {
      if (!full) driver.note(`There are more than ${maxTags} tags; the others are left`)
      full = true
      return undefined
    }
    if (before?.hwType !== hwType) state.set(`tag/${mac}`, hwType)
    const now: Known = { record: record ?? before?.record, hwType, heardAt: before?.heardAt ?? 0, checkin: before?.checkin }
    known.set(mac, now)
    return now
  }
  const checkinOf = (tag: Known) => Math.min(longestCheckIn, Math.max(tag.checkin ?? 0, idleSeconds()))
  function eventOf(mac: string, wakeupReason: number): Pick<HeardTag, 'event'> {
    const event = events[wakeupReason]
    // From 0xE0 on the access point itself does not trust what it knew of the tag.
    if (wakeupReason >= 0xe0) restarted(mac)
    if (event === 'restart') driver.doubt(mac, 'The tag has started again')
    return event === undefined ? {} : { event }
  }

  return {
    get: (mac: string): TagRecord | undefined => known.get(mac)?.record,
    hwType: (mac: string): number | undefined => known.get(mac)?.hwType,
    size: () => known.size,
    /** Those that were known before, as in an earlier life of this process. */
    remembered: (): string[] => state.names('tag/').map((name) => name.slice(4)),
    /** Tags that another access point hears belong to that one's driver. */
    record(record: TagRecord) {
      const { mac, hwType, lastSeen, nextCheckIn } = record
      if (record.externalAccessPoint !== undefined) {
        known.delete(mac)
        return
      }
      const before = known.get(mac)
      const seenBefore = before?.record?.lastSeen
      const tag = hwType === undefined ? undefined : remember(mac, hwType, record)
      if (tag === undefined || hwType === undefined || lastSeen === undefined) return
      const now = clock.now()
      if (nextCheckIn !== undefined && nextCheckIn !== never && nextCheckIn > lastSeen)
        tag.checkin = Math.min(longestCheckIn, nextCheckIn - lastSeen)
      if (nextCheckIn === never) tag.checkin = longestCheckIn
      const ago = Math.round(now / 1000) - lastSeen
      // A clock that was not set yet, or is off, tells nothing of the past.
      if (lastSeen < firstSaneEpoch || ago < -skewSeconds) {
        if (before !== undefined && lastSeen !== seenBefore) lostClock()
        return
      }
      if (lastSeen === seenBefore || (before !== undefined && now - before.heardAt < sameCheckInMs)) return
      tag.heardAt = now - Math.max(0, ago) * 1000
      heard(hwType, {
        tag: mac,
        rssi: record.rssi,
        battery: record.battery,
        temperature: record.temperature,
        version: record.version,
        checkin: checkinOf(tag),
        ...(seenBefore !== undefined && eventOf(mac, record.wakeupReason ?? 0)),
        ...(ago > 0 && { ago }),
      })
    },
    checkIn(packet: CheckIn) {
      const before = known.get(packet.mac)
      const tag = remember(packet.mac, packet.hwType, undefined)
      if (tag === undefined) return
      const { mac, hwType, version } = packet
      // A packet without a signal carries no readings either.
      const reported = packet.rssi === 0 ? readings({}) : readings(packet)
      tag.heardAt = clock.now()
      heard(hwType, {
        tag: mac,
        ...reported,
        version: String(version),
        checkin: checkinOf(tag),
        ...(before !== undefined && eventOf(mac, packet.wakeupReason)),
      })
    },
  }
}
