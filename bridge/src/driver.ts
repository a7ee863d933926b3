/**
 * What a family of devices offers to the bridge. One driver speaks for one access point, or for all devices of its kind in a store where
 * there is none. Drivers know no database and no MQTT; each passes `behaviour.ts` against its simulator.
 */
import type { DeviceStatus, LedParams } from '@endcap/gateway-link/messages'
import type { Bitmap } from '@endcap/label/bitmap'
import type { Clock } from './clock.ts'

/** What the driver says of its access point, or of its devices as a whole. */
export type Description = Omit<DeviceStatus, 'kind' | 'state' | 'problem'> & {
  /** Its own MAC, where it tells one: 12 hexadecimal digits, capitals. */
  mac: string | undefined
  /** Operations that are under way at it at the same time, at most. */
  window: number
  /** How many tags it serves, at most; undefined where that is not known. */
  capacity: number | undefined
  /** Memory and storage in use, percent, where it tells them. */
  memory: number | undefined
  disk: number | undefined
  /** Channel of its radio, 0 where it has none. */
  channel: number
}

/** A device that was heard. */
export interface HeardTag {
  /** 16 hexadecimal digits, capitals. */
  tag: string
  /** A model of the catalogue, or one that says its size: `px-800x480-bw`. */
  type: string
  /** dBm, volts, degrees Celsius: undefined where it does not say. */
  rssi: number | undefined
  battery: number | undefined
  temperature: number | undefined
  version: string
  /** Seconds until it is expected again. */
  checkin: number
  event?: 'button' | 'button2' | 'nfc' | 'light' | 'restart'
  /** Seconds since it was heard, where that was not just now. */
  ago?: number
  /** Its glass may show something else than it was sent last, and the driver mends that by itself; false: it is mended. */
  doubt?: boolean
}

/** A picture for a tag, in the size and with the inks of its panel. */
export interface Show {
  op: string
  tag: string
  /** The type the tag was heard with. */
  type: string
  bitmap: Bitmap
  /** It is drawn also where it stands already. */
  refresh: boolean
}
export interface Light {
  op: string
  tag: string
  params: LedParams
}

/** How an operation ended at the device. `delivered`: it has the picture, but its kind never says what stands on the glass. */
export type End =
  | { outcome: 'shown' | 'delivered' | 'same' }
  | { outcome: 'failed'; reason: 'busy' | 'tag-silent' | 'tag-refused' | 'transfer-timeout' | 'unsupported'; detail: string }

export interface DriverEvents {
  heard(tag: HeardTag): void
  /** An operation that `show`, `blank` or `light` took is over. An unknown operation is left. */
  ended(op: string, end: End): void
  /** The glass of a tag may show something else than it was sent last: `show` is called again for it. */
  doubt(tag: string, why: string): void
  /** How it stands with the access point; told when it changes. */
  state(state: DeviceStatus['state'], problem?: string): void
  /** For the gateway's log. */
  note(text: string): void
}

/** What a driver keeps over its end: small values and files by name, on disk. */
export interface DriverState {
  get(name: string): unknown
  /** undefined forgets it. */
  set(name: string, value: unknown): void
  names(prefix: string): string[]
  file(name: string): Uint8Array | undefined
  keepFile(name: string, file: Uint8Array | undefined): void
}

export interface DriverSetup {
  /** Host, `host:port` or URL, as the family has it; empty where devices call by themselves. */
  address: string
  /** Settings of the family, as the console keeps them. */
  options: Readonly<Record<string, unknown>>
  state: DriverState
  clock: Clock
  events: DriverEvents
}

/** The device, or the way to it, did not take what it was given. `retryable`: it may work a little later, such as when it answers again. */
export class DriverError extends Error {
  readonly retryable: boolean
  readonly reason: Extract<End, { outcome: 'failed' }>['reason']
  constructor(message: string, { retryable, reason = 'busy' }: { retryable: boolean; reason?: DriverError['reason'] }) {
    super(message)
    this.retryable = retryable
    this.reason = reason
  }
}

export interface Driver {
  /**
   * Operations that are handed over at once, at most, where each waits for its turn at the device anyway: one that is handed over holds its
   * whole picture. Without it, none waits for the device of another.
   */
  readonly maxConcurrentHandovers?: number
  /** Begins to listen and to watch its device; answers at once, also where the device is away: that comes as a `state`. */
  open(): Promise<void>
  /** Ends all it does. Nothing is told afterwards. */
  close(): Promise<void>
  describe(): Description
  /**
   * Takes a picture for a tag: resolves once the device (or the driver, on disk) has it; `ended` tells later how it came out. One operation
   * for a tag at a time; a newer one replaces what the driver still holds for the tag. Rejects with a DriverError.
   */
  show(show: Show): Promise<void>
  /** As `show`, for a white glass. */
  blank(show: Omit<Show, 'bitmap'>): Promise<void>
  /** The operation is not wanted any more; answers whether it will surely not be carried out. */
  cancel(op: string, tag: string): Promise<boolean>
  light?(light: Light): Promise<void>
  reboot?(): Promise<void>
  /** Sets the clock of the access point to this time. */
  setClock?(): Promise<void>
  channel?(channel: number): Promise<void>
  /** Log files of the device itself. */
  logs?(): Promise<{ name: string; content: Uint8Array }[]>
  /** Asks the device whether it is there; rejects where it is not. */
  linkCheck?(): Promise<void>
  /** A campaign is under way, or over: the driver may listen more closely meanwhile. */
  campaign?(underWay: boolean): void
  /** Seconds between two check-ins that the store wants of its tags; undefined leaves them theirs. */
  checkin?(seconds: number | undefined): void
}

/** What a family is, for the bridge and for who adds a device. */
export interface Family {
  kind: 'openepaperlink' | 'trmnl' | 'opendisplay'
  create(setup: DriverSetup): Driver
  /** Asks an address what it is, before it is added; rejects with what is wrong in plain words. */
  probe(address: string, options: Readonly<Record<string, unknown>>): Promise<Probed>
}
export interface Probed {
  maker: string
  model: string
  firmware: string
  /** 12 hexadecimal digits, capitals, where it tells one. */
  mac: string | undefined
  name: string
  tags: number | undefined
  notes: string[]
}
