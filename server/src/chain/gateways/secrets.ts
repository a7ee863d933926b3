/** A gateway's secret: told once, kept only as a hash. It is random and long, so that a plain hash does. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (secret: string) => createHash('sha256').update(secret).digest()

export function createSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: digest(secret).toString('hex') }
}

/** Takes the same time whether there is such a gateway or not. */
export function secretMatches(secret: string, hash: string | undefined): boolean {
  const known = Buffer.from(hash ?? '', 'hex')
  const right = timingSafeEqual(digest(secret), known.length === 32 ? known : Buffer.alloc(32))
  return right && known.length === 32
}
