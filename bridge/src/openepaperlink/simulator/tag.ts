/** A simulated tag, and the record that the access point has of it. */
import type { Bitmap } from '@endcap/label/bitmap'
import { never } from '../codec/records.ts'

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

/** The hash of a tag that has completed nothing. */
export const noHash = '0'.repeat(32)

/** The record of a tag that was just heard for the first time; `now`: seconds since 1970. */
export const freshEntry = (mac: string, now: number): Entry => ({
  mac,
  hash: noHash,
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

/** A tag with an empty glass; `awake`: it checks in by itself. */
export function createTag(setup: TagSetup, { now, channel, awake }: { now: number; channel: number; awake: boolean }): SimulatedTag {
  const freshRecord = freshEntry(setup.mac, now)
  const entry: Entry = {
    ...freshRecord,
    RSSI: setup.rssi ?? freshRecord.RSSI,
    temperature: setup.temperature ?? freshRecord.temperature,
    batteryMv: setup.batteryMv ?? freshRecord.batteryMv,
    hwType: setup.hwType ?? freshRecord.hwType,
    capabilities: setup.capabilities ?? freshRecord.capabilities,
    ch: channel,
    ver: setup.version ?? freshRecord.ver,
  }
  return { entry, glass: undefined, lights: [], timeouts: 0, known: true, awake, forget: () => undefined }
}
