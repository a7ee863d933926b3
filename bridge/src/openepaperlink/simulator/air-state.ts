/** What a simulated access point has in its memory: its tags, their queues, uploaded files, settings and its clock. */
import type { Bitmap } from '@endcap/label/bitmap'
import type { Clock } from '../../clock.ts'
import { buildPacket, type Packet } from '../codec/packets.ts'
import { externalMode, type TagType } from '../codec/records.ts'
import type { Decoded } from './glass.ts'
import type { SimulatedTag } from './tag.ts'

export interface AirSetup {
  clock: Clock
  types: Map<number, TagType>
  /** Whether it has the memory for pictures in 16 bits a pixel. */
  psram: boolean
  /** Whether its clock was set when it started, as by the internet. */
  synced: boolean
  packet(bytes: Uint8Array): void
  /** To the clients that hold the stream. */
  broadcast(message: Record<string, unknown>): void
  listeners(): number
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
/** Something that waits for a tag to call. */
export type Item = { hash: string } & ({ kind: 'image'; picture: Bitmap } | { kind: 'command'; pattern: string })

export interface AirState extends AirSetup {
  readonly tags: Map<string, SimulatedTag>
  readonly queues: Map<string, Item[]>
  /** Uploaded files by name, and the bytes that they take. */
  readonly files: Map<string, { picture: Decoded | undefined; bytes: number }>
  readonly settings: Settings
  /** `free`: bytes of its file system without the uploaded files; `offset`: seconds that its clock is before the real one. */
  readonly state: { free: number; offset: number; running: boolean; uploads: number; drawn: number }
  /** Takes back the next look for something to draw; undefined where none is planned. */
  forgetLook: (() => void) | undefined
}

/** An access point that has just started, without tags. */
export function createAirState(setup: AirSetup): AirState {
  const { clock, synced } = setup
  return {
    ...setup,
    tags: new Map(),
    queues: new Map(),
    files: new Map(),
    settings: { channel: 15, alias: 'simulated', maxsleep: 10, stopsleep: 1, sleeptime1: 0, sleeptime2: 0, lock: 0 },
    state: { free: 4_000_000, offset: synced ? 0 : -Math.floor(clock.now() / 1000), running: true, uploads: 0, drawn: 0 },
    forgetLook: undefined,
  }
}

/** Its clock: seconds since 1970, or since its start before it was set. */
export const airNow = ({ clock, state }: AirState): number => Math.floor(clock.now() / 1000) + state.offset
/** Bytes that are free on its file system. */
export const freeBytes = ({ state, files }: AirState): number => state.free - [...files.values()].reduce((sum, file) => sum + file.bytes, 0)
/** Whether a program holds the stream, and tags are to stay at short check-ins meanwhile. */
export const isHeld = ({ listeners, settings }: AirState): boolean => listeners() > 0 && settings.stopsleep === 1
/** What waits for a tag, in its order. */
export const queueOf = ({ queues }: AirState, mac: string): readonly Item[] => queues.get(mac) ?? []

/** Sends to all that listen to UDP. */
export const sendPacket = ({ packet }: AirState, one: Packet): void => packet(buildPacket(one))

/** The record of a tag has changed: its stream and UDP tell it. */
export function broadcastChange(air: AirState, { entry, known }: SimulatedTag): void {
  entry.pending = queueOf(air, entry.mac).length
  if (!known) return
  air.broadcast({ tags: [{ ...entry }] })
  if (entry.contentMode === externalMode) return
  sendPacket(air, {
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

/**
 * Something waits for a tag from now on: it is fetched at the next check-in, which is brought forward as far as the tag can know of it: not at
 * all.
 */
export function enqueue(air: AirState, tag: SimulatedTag, item: Item): void {
  air.queues.set(tag.entry.mac, [...queueOf(air, tag.entry.mac), item])
  broadcastChange(air, tag)
}
