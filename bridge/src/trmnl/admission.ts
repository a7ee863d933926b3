/**
 * Who may call as which sign. A new one gets a key, and a caller with another one later gets nothing of it: a sign that was reset has to be
 * let in again by a person. Programs without a key keep none, and are known by their address alone.
 */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { SignOptions } from './options.ts'
import type { Call } from './protocol.ts'
import { codeOf, digest, joinsAMinute, pixelsAMinute, type Sign, type Signs } from './signs.ts'
import { typeOf } from './types.ts'

interface Options {
  signs: Signs
  settings: SignOptions
  clock: Clock
  note(text: string): void
}

/** A sign that calls with another key is told of once in so long. */
const claimNoticeMs = 3_600_000
/** Signs whose claims are remembered. */
const maxClaims = 100

export function createAdmission({ signs, settings, clock, note }: Options) {
  /** When a caller last posed as a sign without its key, and whether the sign itself has called since. */
  const claims = new Map<string, { at: number; open: boolean }>()
  let minute = { since: 0, joins: 0, pixels: 0 }
  function thisMinute() {
    const now = clock.now()
    if (Math.abs(now - minute.since) > 60_000) minute = { since: now, joins: 0, pixels: 0 }
    return minute
  }
  const newest = (mac: string) => settings.readmit[mac] ?? 0
  const isReadmitted = ({ mac, readmitted }: Sign) => newest(mac) > readmitted
  const keyOf = (token: string) => (token === '' ? null : digest(token))

  function claim({ mac }: Sign) {
    const now = clock.now()
    const reportedAt = claims.get(mac)?.at ?? -Infinity
    if (Math.abs(now - reportedAt) < claimNoticeMs) return
    for (const [old, { at }] of claims) if (claims.size >= maxClaims && Math.abs(now - at) >= claimNoticeMs) claims.delete(old)
    if (claims.size >= maxClaims && !claims.has(mac)) return
    claims.set(mac, { at: now, open: true })
    note(`a device calls as sign ${codeOf(mac)} (${mac}) without its key: if it was reset, let it in again`)
  }
  function take(sign: Sign, key: string | null, keyUsed: boolean): Sign {
    const next = { ...sign, key, keyUsed, readmitted: newest(sign.mac) }
    signs.keep(next)
    return next
  }

  return {
    /** Whether so much may be drawn for who has no label: it takes time. */
    mayDraw({ width, height }: Pick<Sign, 'width' | 'height'>): boolean {
      thisMinute().pixels += width * height
      return minute.pixels <= pixelsAMinute
    },
    /** A new sign; undefined where there is no room for one more, now or at all. */
    join(call: Call & { mac: string }, token: string, keyUsed: boolean): Sign | undefined {
      const now = clock.now()
      if (thisMinute().joins >= joinsAMinute || !signs.hasRoom(now) || !this.mayDraw(call)) return undefined
      minute.joins++
      note(`sign ${call.mac} called for the first time and shows ${codeOf(call.mac)}`)
      return {
        mac: call.mac,
        key: keyOf(token),
        keyUsed,
        since: now,
        readmitted: newest(call.mac),
        secret: randomBytes(16).toString('hex'),
        ...typeOf(call, settings.signs[call.mac]?.type),
        firmware: '',
        named: 0,
        doubt: false,
      }
    },
    /** The sign, where who calls may do so as it. */
    admit(sign: Sign, token: string): Sign | undefined {
      const key = keyOf(token)
      const known = claims.get(sign.mac)
      if (sign.key === key) {
        if (known !== undefined) known.open = false
        return sign.keyUsed || key === null ? sign : take(sign, key, true)
      }
      if (sign.key === null || isReadmitted(sign)) return take(sign, key, key !== null)
      claim(sign)
      return undefined
    },
    /** A new key for a known sign that asks for one; undefined where it has one already. */
    rekey(sign: Sign): string | undefined {
      if (sign.key !== null && sign.keyUsed && !isReadmitted(sign)) {
        claim(sign)
        return undefined
      }
      const token = newToken()
      take(sign, digest(token), false)
      return token
    },
    notes: (): string[] =>
      [...claims].filter(([, { open }]) => open).map(([mac]) => formatDeviceMessage('withoutKey', { sign: codeOf(mac) })),
  }
}
export type Admission = ReturnType<typeof createAdmission>
export const newToken = (): string => randomBytes(18).toString('base64url')
