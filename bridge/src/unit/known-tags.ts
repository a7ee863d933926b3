/** What a unit knows of its tags, and tells the server of them. */
import type { HeardTag } from '../driver.ts'
import type { KnownTag } from '../unit-state.ts'
import type { UnitContext } from './context.ts'

/** A device that has its picture is given up after so many check-ins, and this much beside them for the transfer. */
const checkins = 2
const transferSeconds = 180
/** Check-in of a tag that was never heard, seconds. */
const unknownCheckin = 3600
/** Shortest and longest check-in that the protocol takes, seconds. */
const reportedCheckin = { shortest: 1, longest: 86_400 }
const longestVersion = 40

const unheard = (tag: string): KnownTag => ({
  tag,
  type: '',
  rssi: undefined,
  battery: undefined,
  temperature: undefined,
  version: '',
  checkin: unknownCheckin,
  heardAt: 0,
  shown: null,
  page: 0,
  pageUntil: null,
  updates: 0,
  doubt: false,
})

/** What is known of a tag, also of one that was never heard. */
export const knownTag = ({ memory }: UnitContext, tag: string): KnownTag => memory.tag(tag) ?? unheard(tag)

/** Seconds after which the tag is given up that says nothing of what the device has for it. */
export const patienceOf = (context: UnitContext, tag: string): number =>
  checkins * Math.max(60, knownTag(context, tag).checkin) + transferSeconds

/** Tells the server what is known of a tag. One of an unknown type is not told. */
export function reportTag({ gateway }: UnitContext, known: KnownTag, event?: HeardTag['event']): void {
  const { tag, type, rssi, battery, temperature, version, checkin, page, shown, updates, doubt } = known
  if (type === '') return
  gateway.heard({
    tag,
    type,
    version: version.slice(0, longestVersion),
    checkin: Math.min(reportedCheckin.longest, Math.max(reportedCheckin.shortest, checkin)),
    page,
    resets: 0,
    shown,
    updates,
    ...(rssi !== undefined && { rssi: Math.round(rssi) }),
    ...(battery !== undefined && { battery }),
    ...(temperature !== undefined && { temperature }),
    ...(doubt && { doubt: true }),
    ...(event !== undefined && { event }),
  })
}
