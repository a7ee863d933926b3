/** Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, six digits, a new one every 30 s. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const stepSeconds = 30
const digits = 6
/** Clocks of phones may be this many steps off, either way. */
const tolerance = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The bytes of a secret; characters that are none of the alphabet's are passed over. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.toUpperCase()]
    .map((character) => alphabet.indexOf(character))
    .filter((value) => value >= 0)
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of one time step. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The time step that a code belongs to, newer than `lastStep` and close to `at`; undefined when it is no code of now. */
export function stepOf(secret: Uint8Array, given: string, { at, lastStep }: { at: Date; lastStep: number }): number | undefined {
  const code = given.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return undefined
  const now = Math.floor(at.getTime() / 1000 / stepSeconds)
  for (let step = now - tolerance; step <= now + tolerance; step++)
    if (step > lastStep && timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) return step
  return undefined
}
