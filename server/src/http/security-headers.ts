/** Headers of every answer: the browser may load nothing but what this server gives, and the map's tiles where they come from elsewhere. */
import type { Config } from '../config.ts'

/** The origin of an address; undefined for a path on this server. */
const originOf = (address: string | undefined): string | undefined => /^https?:\/\/[^/?#{}]+/.exec(address ?? '')?.[0]

export function securityHeaders({ mapTiles }: Pick<Config, 'mapTiles'>): Record<string, string> {
  // The map fetches its tiles, and falls back to image elements.
  const tiles = originOf(mapTiles)
  const more = tiles === undefined ? '' : ` ${tiles}`
  const policy = {
    'default-src': "'self'",
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': `'self' data: blob:${more}`,
    'font-src': "'self' data:",
    'connect-src': `'self' ws: wss:${more}`,
    'worker-src': "'self' blob:",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  }
}
