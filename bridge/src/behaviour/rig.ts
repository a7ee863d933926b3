/** Simulated devices with what stands around them, as the suite of `behaviour.ts` needs them. */
import type { Bitmap } from '@endcap/label/bitmap'
import { paletteColours } from '@endcap/label/palettes'
import type { ManualClock } from '../clock.ts'
import type { Family } from '../driver.ts'
import { createServerSide, unitOf, type GatewayMaker, type ServerSide } from '../server-side.ts'

export type Panel = Omit<Bitmap, 'pixels'>
/** Simulated devices with what stands around them. */
export interface Rig {
  clock: ManualClock
  family: Family
  address: string
  /** What waits for a device waits until the server takes it back. */
  waitsForEver?: boolean
  options?: Record<string, unknown>
  /** At least two devices, by tag id. */
  tags: readonly string[]
  panel(tag: string): Panel
  /** What stands on the glass; undefined while it is no picture. */
  glass(tag: string): Bitmap | undefined
  /** How often the panel was drawn. */
  drawings(tag: string): number
  /** Lets time pass until these devices have called once, or were called, and have drawn what they got. */
  checkIn(...tags: readonly string[]): Promise<void>
  /** The device is not heard any more, or again. */
  silence(tag: string, silent: boolean): void
  /** What stands between bridge and devices is gone, or back; absent where there is nothing. */
  away?(gone: boolean): Promise<void>
  /** It loses its power for a moment. */
  restart?(): Promise<void>
  /** The next confirmation does not arrive. */
  loseConfirmation?(tag: string): void
  /** One more device, of a model outside the catalogue; answers its tag id. */
  addUnknown?(panel: Panel): string
  /** So many devices more; answers their tag ids. */
  addMany?(count: number): readonly string[]
  /** A white glass, as this family has it. */
  isBlank?(tag: string): boolean
  stop(): Promise<void>
}

/** Devices behind a gateway that is no unit of the bridge. */
export type GatewayRig = Omit<Rig, 'family' | 'address' | 'options'> & { make: GatewayMaker }

/** A picture that is another one for each number, with every ink that the panel has. */
export function pictureOf({ width, height, palette }: Panel, number: number, inks = paletteColours[palette].length): Bitmap {
  const pixels = new Uint8Array(width * height)
  for (let index = 0; index < pixels.length; index++) {
    const [x, y] = [index % width, Math.floor(index / width)]
    pixels[index] = (Math.floor(x / 3) * 7 + Math.floor(y / 2) * 13 + number * 31 + (x === y ? number : 0)) % inks
  }
  return { width, height, palette, pixels }
}

/** What stands on the server's side of simulated devices. */
export const createBench = (rig: Rig | GatewayRig): ServerSide =>
  createServerSide({ make: 'make' in rig ? rig.make : unitOf(rig), settle: () => rig.clock.advance(0) })
