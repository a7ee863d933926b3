/**
 * The inside of a simulated access point: its records of tags, what is queued for them, the tags themselves and their glass. It behaves as the
 * real program was seen to, its traps included. Knows nothing of HTTP; time is told by the clock it is given.
 */
import { createHash } from 'node:crypto'
import type { Bitmap } from '@endcap/label/bitmap'
import { buildPacket, type Packet } from '../codec/packets.ts'
import { elsewhereMode, firstSaneEpoch, never, type TagType } from '../codec/records.ts'
import type { Clock } from '../../clock.ts'
import { drawOnGlass, type Decoded } from './glass.ts'

/** Bytes that must be free on its file system: with less it draws nothing, and does not say so. */
const leastFree = 31_000
/** A tag that is expected later than this is not drawn for yet, unless somebody holds the stream. */
const drawAheadSeconds = 300
/** Seconds between check-ins while the stream is held or something waits, and until the next item of a queue. */
const shortCheckIn = 40
const nextItemSeconds = 5

export interface TagSetup {
  mac: string
  hwType?: number
  /** Bit 0: it has a light. */
  capabilities?: number
  batteryMv?: number
  rssi?: number
  temperature?: number
  version?: number
}
/** A record as it is told; names as in the access point's JSON. */
export interface Entry {
  mac: string
  hash: string
  lastseen: number
  nextupdate: number
  nextcheckin: number
  pending: number
  alias: string
  contentMode: number
  LQI: number
  RSSI: number
  temperature: number
  batteryMv: number
  hwType: number
  wakeupReason: number
  capabilities: number
  modecfgjson: string
  isexternal: boolean
  apip: string
  rotate: number
  lut: number
  invert: number
  updatecount: number
  updatelast: number
  ch: number
  ver: number
}
type Item = { hash: string } & ({ kind: 'image'; picture: Bitmap } | { kind: 'command'; pattern: string })
export interface SimulatedTag {
  entry: Entry
  glass: Bitmap | undefined
  /** Patterns of light that it was sent, in hexadecimal digits. */
  lights: string[]
  /** So many of its next transfers time out. */
  timeouts: number
  /** The access point has a record of it: a power cut loses those that were not saved. */
  known: boolean
  /** Its check-ins come by themselves; false: it is silent. */
  awake: boolean
  forget: () => void
}
export interface Settings {
  channel: number
  alias: string
  maxsleep: number
  stopsleep: number
  sleeptime1: number
  sleeptime2: number
  lock: number
}
export interface AirSetup {
  clock: Clock
  types: Map<number, TagType>
  /** Whether it has the memory for pictures in 16 bits a pixel. */
  psram: boolean
  /** Whether its clock was set when it started, as by the internet. */
  synced: boolean
  packet(bytes: Uint8Array): void
  /** To whoever holds the stream. */
  tell(message: Record<string, unknown>): void
  listeners(): number
}

const freshEntry = (mac: string, now: number): Entry => ({
  mac,
  hash: '0'.repeat(32),
  lastseen: now,
  nextupdate: never,
  nextcheckin: now + 60,
  pending: 0,
  alias: '',
  contentMode: 0,
  LQI: 100,
  RSSI: -60,
  temperature: 21,
  batteryMv: 2980,
  hwType: 0x33,
  wakeupReason: 0,
  capabilities: 1,
  modecfgjson: '',
  isexternal: false,
  apip: '0.0.0.0',
  rotate: 0,
  lut: 0,
  invert: 0,
  updatecount: 0,
  updatelast: 0,
  ch: 15,
  ver: 39,
})

export type Air = ReturnType<typeof createAir>

export function createAir({ clock, types, psram, synced, packet, tell, listeners }: AirSetup) {
  const tags = new Map<string, SimulatedTag>()
  const queue = new Map<string, Item[]>()
  /** Uploaded files by name, and the bytes that they take. */
  const files = new Map<string, { picture: Decoded | undefined; bytes: number }>()
  const settings: Settings = { channel: 15, alias: 'simulated', maxsleep: 10, stopsleep: 1, sleeptime1: 0, sleeptime2: 0, lock: 0 }
  const state = { free: 4_000_000, offset: 0, running: true, uploads: 0, drawn: 0 }
  let waiting: (() => void) | undefined
  const startedAt = clock.now()
  if (!synced) state.offset = -Math.floor(startedAt / 1000)

  const now = () => Math.floor(clock.now() / 1000) + state.offset
  const send = (one: Packet) => packet(buildPacket(one))
  const free = () => state.free - [...files.values()].reduce((sum, file) => sum + file.bytes, 0)
  const hour = () => new Date(now() * 1000).getUTCHours()
  function sleeps(): boolean {
    const [from, to] = [settings.sleeptime1, settings.sleeptime2]
    if (from === to) return false
    return from < to ? hour() >= from && hour() < to : hour() >= from || hour() < to
  }
  const held = () => listeners() > 0 && settings.stopsleep === 1
  const items = (mac: string) => queue.get(mac) ?? []

  function changed(tag: SimulatedTag) {
    tag.entry.pending = items(tag.entry.mac).length
    if (!tag.known) return
    const { entry } = tag
    tell({ tags: [{ ...entry }] })
    if (entry.contentMode === elsewhereMode) return
    send({
      kind: 'sync',
      sync: {
        mac: entry.mac,
        mode: 'status',
        alias: '',
        lastSeen: entry.lastseen,
        nextUpdate: entry.nextupdate,
        pending: entry.pending,
        nextCheckIn: entry.nextcheckin,
        hwType: entry.hwType,
        wakeupReason: entry.wakeupReason,
        capabilities: entry.capabilities,
        pendingIdle: 0,
        contentMode: entry.contentMode,
      },
    })
  }
  function enqueue(tag: SimulatedTag, item: Item) {
    queue.set(tag.entry.mac, [...items(tag.entry.mac), item])
    changed(tag)
    // What waits is fetched at the next check-in, which is brought forward as far as the tag can know of it: not at all.
  }

  /** Draws what was uploaded, for tags whose time has come. Called again and again while something is due. */
  function drawDue() {
    for (const tag of tags.values()) {
      const { entry } = tag
      const soon = entry.nextcheckin < now() + drawAheadSeconds || held()
      if (
        entry.RSSI !== 0 &&
        now() >= entry.nextupdate &&
        state.running &&
        now() > firstSaneEpoch &&
        soon &&
        free() > leastFree &&
        !sleeps()
      )
        draw(tag)
    }
  }
  function draw(tag: SimulatedTag) {
    const { entry } = tag
    const type = types.get(entry.hwType)
    if (type === undefined) {
      entry.nextupdate = now() + 300
      return
    }
    entry.nextupdate = now() + 60
    if (entry.contentMode !== 24) {
      if (entry.contentMode === elsewhereMode) entry.nextupdate = never
      return
    }
    entry.nextupdate = never
    const config = entry.modecfgjson === '' ? {} : (JSON.parse(entry.modecfgjson) as { filename?: string; dither?: string })
    const name = config.filename ?? ''
    const file = files.get(name)
    if (file === undefined) {
      tell({ errMsg: `Not found: ${name}` })
      return
    }
    files.delete(name)
    if (file.picture === undefined) {
      tell({ errMsg: 'invalid jpg' })
      return
    }
    state.drawn++
    const picture = drawOnGlass(file.picture, type, { dither: Number(config.dither), psram, rotate: entry.rotate, invert: entry.invert })
    // Only the first 8 bytes are ever kept.
    const hash = createHash('md5').update(`${picture.width}x${picture.height}`).update(picture.pixels).digest('hex').slice(0, 16)
    if (hash === entry.hash.slice(0, 16)) {
      tell({ logMsg: 'new image is the same as current image. not updating tag.' })
      changed(tag)
      return
    }
    enqueue(tag, { kind: 'image', picture, hash })
  }
  /** Looks for something to draw in a second, and then again, as long as something may be due. */
  function look() {
    if (waiting !== undefined) return
    waiting = clock.after(1000, () => {
      waiting = undefined
      drawDue()
      if ([...tags.values()].some(({ entry }) => entry.nextupdate < never)) look()
    })
  }

  function transfer(tag: SimulatedTag) {
    const { entry } = tag
    const [item, ...rest] = items(entry.mac)
    if (item === undefined) return
    if (tag.timeouts > 0) {
      tag.timeouts--
      // Everything that waits for the tag goes, not only what failed.
      queue.delete(entry.mac)
      tell({ errMsg: `< ${entry.mac} xfer timeout` })
      changed(tag)
      send({ kind: 'timeout', mac: entry.mac })
      return
    }
    queue.set(entry.mac, rest)
    if (item.kind === 'image') tag.glass = item.picture
    else tag.lights.push(item.pattern)
    // A command replaces the hash of the picture, and counts like one.
    Object.assign(entry, { hash: item.hash.padEnd(32, '0'), updatecount: entry.updatecount + 1, updatelast: now(), wakeupReason: 0 })
    changed(tag)
    send({ kind: 'complete', mac: entry.mac })
  }

  /** A tag calls: it is heard, and fetches the first thing that waits for it. */
  function checkIn(mac: string, { wakeupReason = 0 } = {}) {
    const tag = tags.get(mac)
    if (tag === undefined || !state.running) return
    const { entry } = tag
    if (!tag.known && settings.lock === 1) return
    tag.known = true
    const idle = items(mac).length === 0 && entry.nextupdate === never && !held()
    const seconds = idle ? settings.maxsleep * 60 : shortCheckIn
    Object.assign(entry, { nextcheckin: now() + (idle ? seconds : 60), lastseen: now(), wakeupReason, isexternal: false, apip: '0.0.0.0' })
    if (wakeupReason >= 0xe0 && entry.pending === 0) Object.assign(entry, { nextupdate: 0, hash: '0'.repeat(32) })
    changed(tag)
    send({
      kind: 'check-in',
      checkIn: {
        mac,
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
    transfer(tag)
    if (tag.awake) schedule(tag, items(mac).length > 0 ? nextItemSeconds : seconds)
    look()
  }
  function schedule(tag: SimulatedTag, seconds: number) {
    tag.forget()
    tag.forget = clock.after(seconds * 1000, () => checkIn(tag.entry.mac))
  }

  return {
    tags,
    settings,
    state,
    files,
    now,
    free,
    items,
    checkIn,
    look,
    drawDue,
    sendRaw: packet,
    uptime: () => Math.floor((clock.now() - startedAt) / 1000),
    add(setup: TagSetup, firstCheckIn?: number) {
      const entry: Entry = {
        ...freshEntry(setup.mac, now()),
        RSSI: setup.rssi ?? -60,
        temperature: setup.temperature ?? 21,
        batteryMv: setup.batteryMv ?? 2980,
        hwType: setup.hwType ?? 0x33,
        capabilities: setup.capabilities ?? 1,
        ch: settings.channel,
        ver: setup.version ?? 39,
      }
      const tag: SimulatedTag = {
        entry,
        glass: undefined,
        lights: [],
        timeouts: 0,
        known: true,
        awake: firstCheckIn !== undefined,
        forget: () => undefined,
      }
      tags.set(setup.mac, tag)
      if (firstCheckIn !== undefined) schedule(tag, firstCheckIn)
    },
    /** An upload is over: it is drawn when its time comes. What was uploaded before and not drawn yet is lost. */
    upload(mac: string, fields: Map<string, string>, picture: Decoded | undefined, bytes: number) {
      const tag = tags.get(mac)
      if (tag === undefined) return
      const name = `/temp/${mac}_${++state.uploads}.jpg`
      files.set(name, { picture, bytes })
      const dither = fields.get('dither') ?? '1'
      for (const field of ['rotate', 'lut', 'invert'] as const) if (fields.has(field)) tag.entry[field] = Number(fields.get(field))
      tag.entry.modecfgjson = JSON.stringify({ filename: name, timetolive: fields.get('ttl') ?? '0', dither, delete: '1' })
      tag.entry.contentMode = Number(fields.get('contentmode') ?? 24)
      tag.entry.nextupdate = 0
      changed(tag)
      look()
    },
    command(mac: string, pattern: string) {
      const tag = tags.get(mac)
      // The pattern's own bytes stand where a picture has its hash.
      if (tag !== undefined) enqueue(tag, { kind: 'command', pattern, hash: pattern.slice(0, 16).toLowerCase() })
    },
    /** Its picture is to be drawn anew, whatever was there before. */
    refresh(mac: string) {
      const tag = tags.get(mac)
      if (tag === undefined) return
      Object.assign(tag.entry, { hash: '0'.repeat(32), nextupdate: 0 })
      changed(tag)
      look()
    },
    clear(mac: string) {
      queue.delete(mac)
      const tag = tags.get(mac)
      if (tag !== undefined) changed(tag)
    },
    /** Whatever is not on its disk is gone: queues, files for drawing; after a power cut also the records. */
    restart(saved: boolean) {
      queue.clear()
      files.clear()
      for (const tag of tags.values()) {
        if (saved && tag.entry.pending > 0) tag.entry.nextupdate = 0
        tag.entry.pending = 0
        if (saved) continue
        tag.known = false
        const { RSSI, temperature, batteryMv, hwType, capabilities, ver, mac } = tag.entry
        Object.assign(tag.entry, freshEntry(mac, now()), { RSSI, temperature, batteryMv, hwType, capabilities, ver })
      }
      if (!synced) state.offset = -Math.floor(clock.now() / 1000)
      look()
    },
    setTime(epoch: number) {
      state.offset = epoch - Math.floor(clock.now() / 1000)
      look()
    },
    stop() {
      state.running = false
      waiting?.()
      for (const tag of tags.values()) tag.forget()
    },
  }
}
