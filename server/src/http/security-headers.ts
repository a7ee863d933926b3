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
    // A film that was fetched with the session is played out of memory.
    'media-src': "'self' blob:",
    'connect-src': `'self' ws: wss:${more}`,
    'worker-src': "'self' blob:",
    // Webpages that displays show, looked at in a sandbox without an origin.
    'frame-src': "'self' http: https:",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
  }
  return headersOf(policy)
}

const headersOf = (policy: Record<string, string>) => ({
  'content-security-policy': Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
})
const inPlayer = { 'frame-ancestors': "'self'", 'base-uri': "'none'", 'form-action': "'none'" }
/** The page of displays: content it made itself of what it loaded, and pages from anywhere in frames. */
const page = headersOf({
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  // Whether a webpage can be reached is asked before its frame is opened.
  'connect-src': "'self' ws: wss: http: https:",
  'frame-src': "'self' http: https:",
  ...inPlayer,
})
/** An empty page in which widgets stand, each in a sandbox of its own: scripts that people upload run nowhere else. */
const widgetFrame = headersOf({
  'default-src': "* data: blob: 'unsafe-inline' 'unsafe-eval'",
  ...inPlayer,
})

/** Undefined for what is not the player's. */
export function playerHeaders(url: string): Record<string, string> | undefined {
  if (!url.startsWith('/player/')) return undefined
  return url.split('?')[0] === '/player/frame.html' ? widgetFrame : page
}
