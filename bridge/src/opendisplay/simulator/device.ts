/** A simulated panel, as who tests sees it, and from within. */
import type { Bitmap } from '@endcap/label/bitmap'
import type { Clock } from '../../clock.ts'
import type { Announcement } from '../discover.ts'
import type { WholeSettings } from './settings.ts'

export interface Command {
  code: number
  data: Uint8Array
  /** How many of this code have come on this connection, this one included. */
  count: number
}
/** What it does instead of the right thing: says nothing, refuses, closes, or sends these bytes as they are. */
export type Fault = (command: Command) => 'silent' | 'refuse' | 'close' | Uint8Array | undefined

export interface SimulatedPanel {
  readonly mac: string
  /** The port without encryption, also where it is encrypted. */
  readonly port: number
  /** As the driver takes it. */
  readonly address: string
  /** What stands on the glass; undefined before the first picture and after a restart, which draws a screen of its own. */
  glass: Bitmap | undefined
  drawn: number
  etag: number
  connections: number
  readonly drawing: boolean
  /** A client is connected. */
  readonly busy: boolean
  /** Hexadecimal, of each light command. */
  lights: string[]
  commands: number[]
  rebooted: boolean
  battery: number
  fault: Fault | undefined
  /** Instead of its own. */
  config: Uint8Array | undefined
  /** Drawing ends with the notice that it timed out. */
  drawFails: boolean
  press(button: number): void
  reboot(): Promise<void>
  sleep(): Promise<void>
  wake(): Promise<void>
  announce(otherwise?: Partial<Announcement>): void
}

/** A panel from within: what its commands work on. */
export interface Device {
  readonly settings: WholeSettings
  readonly clock: Clock
  readonly panel: SimulatedPanel
  telemetry(): Uint8Array
  /** Ends drawing; undefined while it does not draw. */
  stopDrawing: (() => void) | undefined
}
