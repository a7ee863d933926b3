/** Check-ins of simulated tags: a tag is heard, and fetches the first thing that waits for it. */
import { never } from '../codec/records.ts'
import { airNow, isHeld, queueOf, sendPacket, broadcastChange, type AirState } from './air-state.ts'
import { lookToDraw } from './drawing.ts'
import { noHash, type SimulatedTag } from './tag.ts'

/** Seconds between check-ins while the stream is held or something waits, and until the next item of a queue. */
const shortCheckIn = 40
const nextItemSeconds = 5
/** Seconds that the access point expects it in meanwhile. */
const expectedSeconds = 60
/** From this reason on the access point does not trust what it knew of the tag. */
const startedAgain = 0xe0

/** A tag calls; `wakeupReason` as it tells it. One that the access point does not hear, or is locked for, calls in vain. */
export function checkIn(air: AirState, mac: string, { wakeupReason = 0 } = {}): void {
  const { tags, settings, state } = air
  const tag = tags.get(mac)
  if (tag === undefined || !state.running) return
  const { entry } = tag
  if (!tag.known && settings.lock === 1) return
  tag.known = true
  const idle = queueOf(air, mac).length === 0 && entry.nextupdate === never && !isHeld(air)
  const seconds = idle ? settings.maxsleep * 60 : shortCheckIn
  const now = airNow(air)
  const nextcheckin = now + (idle ? seconds : expectedSeconds)
  Object.assign(entry, { nextcheckin, lastseen: now, wakeupReason, isexternal: false, apip: '0.0.0.0' })
  if (wakeupReason >= startedAgain && entry.pending === 0) Object.assign(entry, { nextupdate: 0, hash: noHash })
  broadcastChange(air, tag)
  broadcastCheckIn(air, tag, wakeupReason)
  transfer(air, tag)
  if (tag.awake) scheduleCheckIn(air, tag, queueOf(air, mac).length > 0 ? nextItemSeconds : seconds)
  lookToDraw(air)
}

/** The tag calls by itself after so many seconds. */
export function scheduleCheckIn(air: AirState, tag: SimulatedTag, seconds: number): void {
  tag.forget()
  tag.forget = air.clock.after(seconds * 1000, () => checkIn(air, tag.entry.mac))
}

function broadcastCheckIn(air: AirState, { entry }: SimulatedTag, wakeupReason: number) {
  sendPacket(air, {
    kind: 'check-in',
    checkIn: {
      mac: entry.mac,
      lqi: entry.LQI,
      rssi: entry.RSSI,
      temperature: entry.temperature,
      batteryMv: entry.batteryMv,
      hwType: entry.hwType,
      wakeupReason,
      capabilities: entry.capabilities,
      version: entry.ver,
      channel: entry.ch,
    },
  })
}

/** The tag fetches the first thing that waits for it, or its transfer times out. */
function transfer(air: AirState, tag: SimulatedTag) {
  const { entry } = tag
  const [item, ...rest] = queueOf(air, entry.mac)
  if (item === undefined) return
  if (tag.timeouts > 0) {
    tag.timeouts--
    // Everything that waits for the tag goes, not only what failed.
    air.queues.delete(entry.mac)
    air.broadcast({ errMsg: `< ${entry.mac} xfer timeout` })
    broadcastChange(air, tag)
    sendPacket(air, { kind: 'timeout', mac: entry.mac })
    return
  }
  air.queues.set(entry.mac, rest)
  if (item.kind === 'image') tag.glass = item.picture
  else tag.lights.push(item.pattern)
  // A command replaces the hash of the picture, and counts like one.
  const completed = { hash: item.hash.padEnd(32, '0'), updatecount: entry.updatecount + 1, updatelast: airNow(air), wakeupReason: 0 }
  Object.assign(entry, completed)
  broadcastChange(air, tag)
  sendPacket(air, { kind: 'complete', mac: entry.mac })
}
