/**
 * The inside of a simulated access point: its records of tags, what is queued for them, the tags themselves and their glass. It behaves as the
 * real program was seen to, its traps included. Knows nothing of HTTP; time is told by the clock it is given.
 */
import { uploadedMode } from '../codec/records.ts'
import { airNow, createAirState, enqueue, freeBytes, queueOf, broadcastChange, type AirSetup, type AirState } from './air-state.ts'
import { checkIn, scheduleCheckIn } from './check-in.ts'
import { drawDue, lookToDraw } from './drawing.ts'
import type { Decoded } from './glass.ts'
import { createTag, freshEntry, noHash, type TagSetup } from './tag.ts'

export type Air = ReturnType<typeof createAir>

/** The inside of an access point that has just started; its `state`, `settings`, `tags` and `files` may be changed from outside. */
export function createAir(setup: AirSetup) {
  const air = createAirState(setup)
  const { clock, tags, queues, settings, state, files } = air
  const startedAt = clock.now()
  return {
    tags,
    settings,
    state,
    files,
    /** Its clock, in seconds since 1970. */
    now: () => airNow(air),
    free: () => freeBytes(air),
    items: (mac: string) => queueOf(air, mac),
    checkIn: (mac: string, how?: { wakeupReason?: number }) => checkIn(air, mac, how),
    look: () => lookToDraw(air),
    drawDue: () => drawDue(air),
    sendRaw: setup.packet,
    /** Seconds since it was made. */
    uptime: () => Math.floor((clock.now() - startedAt) / 1000),
    /** One more tag; it checks in by itself after so many seconds, or never. */
    add(tag: TagSetup, firstCheckIn?: number) {
      const added = createTag(tag, { now: airNow(air), channel: settings.channel, awake: firstCheckIn !== undefined })
      tags.set(tag.mac, added)
      if (firstCheckIn !== undefined) scheduleCheckIn(air, added, firstCheckIn)
    },
    upload: (mac: string, fields: Map<string, string>, picture: Decoded | undefined, bytes: number) =>
      upload(air, mac, fields, { picture, bytes }),
    command(mac: string, pattern: string) {
      const tag = tags.get(mac)
      // The pattern's own bytes stand where a picture has its hash.
      if (tag !== undefined) enqueue(air, tag, { kind: 'command', pattern, hash: pattern.slice(0, 16).toLowerCase() })
    },
    /** Its picture is to be drawn anew, whatever was there before. */
    refresh(mac: string) {
      const tag = tags.get(mac)
      if (tag === undefined) return
      Object.assign(tag.entry, { hash: noHash, nextupdate: 0 })
      broadcastChange(air, tag)
      lookToDraw(air)
    },
    clear(mac: string) {
      queues.delete(mac)
      const tag = tags.get(mac)
      if (tag !== undefined) broadcastChange(air, tag)
    },
    restart: (saved: boolean) => restart(air, saved),
    setTime(epoch: number) {
      state.offset = epoch - Math.floor(clock.now() / 1000)
      lookToDraw(air)
    },
    stop() {
      state.running = false
      air.forgetLook?.()
      for (const tag of tags.values()) tag.forget()
    },
  }
}

/** An upload is over: it is drawn when its time comes. What was uploaded before and not drawn yet is lost. */
function upload(air: AirState, mac: string, fields: Map<string, string>, file: { picture: Decoded | undefined; bytes: number }) {
  const tag = air.tags.get(mac)
  if (tag === undefined) return
  const name = `/temp/${mac}_${++air.state.uploads}.jpg`
  air.files.set(name, file)
  const dither = fields.get('dither') ?? '1'
  for (const field of ['rotate', 'lut', 'invert'] as const) if (fields.has(field)) tag.entry[field] = Number(fields.get(field))
  tag.entry.modecfgjson = JSON.stringify({ filename: name, timetolive: fields.get('ttl') ?? '0', dither, delete: '1' })
  tag.entry.contentMode = Number(fields.get('contentmode') ?? uploadedMode)
  tag.entry.nextupdate = 0
  broadcastChange(air, tag)
  lookToDraw(air)
}

/** Whatever is not on its disk is gone: queues, files for drawing; after a power cut (`saved` false) also the records. */
function restart(air: AirState, saved: boolean) {
  air.queues.clear()
  air.files.clear()
  for (const tag of air.tags.values()) {
    if (saved && tag.entry.pending > 0) tag.entry.nextupdate = 0
    tag.entry.pending = 0
    if (saved) continue
    tag.known = false
    const { RSSI, temperature, batteryMv, hwType, capabilities, ver, mac } = tag.entry
    Object.assign(tag.entry, freshEntry(mac, airNow(air)), { RSSI, temperature, batteryMv, hwType, capabilities, ver })
  }
  if (!air.synced) air.state.offset = -Math.floor(air.clock.now() / 1000)
  lookToDraw(air)
}
