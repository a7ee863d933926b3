/** Headers of every answer: the browser may load nothing but what this server gives, and the map's tiles where they come from elsewhere. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../base/config.ts'
import { apiPrefix } from './bind.ts'

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
  return { ...headersOf(policy), ...apart }
}

/** Not of the player's pages: their widgets stand in frames without an origin, which load what belongs to them. */
const apart = {
  // Features of the machine that no page of ours uses; the console reads bar codes with the camera, displays play films by themselves.
  'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=(), serial=(), bluetooth=(), midi=()',
  // Another site's window knows nothing of ours, and takes nothing of ours into its pages.
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
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

/** Seconds in which a browser that has been here over TLS comes back over TLS only: half a year. */
const tlsOnlySeconds = 15_552_000

/** Headers that depend on the call: what the API answers stays in no cache, and who came over TLS comes back over it. */
export function sendCallHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const ofApi = request.url.startsWith(`${apiPrefix}/`) || request.url === '/metrics'
  if (ofApi && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  if (request.protocol === 'https') void reply.header('strict-transport-security', `max-age=${tlsOnlySeconds}`)
}
