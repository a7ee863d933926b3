/**
 * The light of a tag as 12 bytes: mode and length of a flash, three groups of colour, flashes with their pace and a pause, repeats, one spare.
 * Times are tenths of a second.
 */
import type { LedParams } from '@endcap/gateway-link/messages'

/** Three bits red, three green, two blue; in the order of `LedParams.state`. */
const colours = [0x1c, 0xe0, 0x03, 0xfc, 0x1f, 0xe3, 0xff]
/** Tenths of a second from one flash to the next, by `LedParams.speed`. Tags cannot shine steadily: 0 flashes as fast as they can. */
const paces = [1, 10, 5, 2]
/** How long one flash is, by brightness: what lights longer is seen brighter. */
const lengths = [1, 5, 15]
/** 255 would be for ever. */
const maxRepeats = 254

/** The 12 bytes of a light; all zeros, for 0 seconds, end it. */
export function lightPattern({ state, brightness, speed, seconds }: LedParams): Uint8Array {
  const pattern = new Uint8Array(12)
  if (seconds === 0) return pattern
  const tenths = paces[speed] ?? 5
  const flashes = Math.max(1, Math.round((seconds * 10) / tenths))
  // A group flashes up to 15 times, a pattern is repeated up to 254 times.
  const group = Math.min(15, Math.ceil(flashes / maxRepeats))
  const repeats = Math.min(maxRepeats, Math.ceil(flashes / group))
  pattern[0] = 1 | ((lengths[brightness - 1] ?? 5) << 4)
  pattern[1] = colours[state] ?? 0xff
  pattern[2] = group | (tenths << 4)
  pattern[10] = repeats - 1
  return pattern
}

/** The pattern as a call to the access point carries it: hexadecimal digits, capitals. */
export const patternHex = (pattern: Uint8Array): string => Buffer.from(pattern).toString('hex').toUpperCase()
