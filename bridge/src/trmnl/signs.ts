/** What is kept of each sign of a store, on disk: who it is, what it shows, when it called. */
import { createHash, randomBytes } from 'node:crypto'
import type { Palette } from '@endcap/label/palettes'
import type { DriverState } from '../driver.ts'

/** The picture that a sign is offered. Its name tells the sign whether it has it. */
export interface Offered {
  name: string
  /** SHA-256 of the PNG. */
  content: string
  palette: Palette
  /** Whether a label, or what a sign without a product shows. */
  label: boolean
  /** Seconds since 1970 in its name. */
  named: number
  /** When its last byte was sent, milliseconds; null before that. */
  fetchedAt: number | null
  /** It had the time to draw it. */
  drawn: boolean
}
export interface Sign {
  /** 12 hexadecimal digits, capitals. */
  mac: string
  /** What people know it by. */
  code: string
  /** SHA-256 of its token; null until its first call with one. */
  key: string | null
  /** When its key was made, milliseconds. */
  keyAt: number
  /** Nobody guesses it: the way to its pictures. */
  secret: string
  type: string
  width: number
  height: number
  palette: Palette
  firmware: string
  battery: number | undefined
  rssi: number | undefined
  temperature: number | undefined
  /** Its last call, milliseconds, and the seconds it was told to sleep. */
  last: { at: number; rate: number } | undefined
  picture: Offered | undefined
  /** What stood on its glass before the picture that it is offered now, until it has that. */
  before: Offered | undefined
  /** A message of its own may stand on its glass. */
  doubt: boolean
}

/** Signs of one store, and those of them that never had a label: a stranger makes no more. */
export const mostSigns = 2000
export const mostNewSigns = 500
/** New signs within a minute. */
export const joinsAMinute = 20

/** Letters and digits that nobody mixes up. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const newCode = (): string => [...randomBytes(6)].map((byte) => alphabet[byte % alphabet.length]).join('')
export const digest = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

const name = (mac: string) => `sign:${mac}`
const file = (mac: string) => `picture:${mac}`
const besideOf = (mac: string) => `before:${mac}`

export function createSigns(state: DriverState) {
  const signs = new Map(state.names('sign:').map((key) => [key.slice('sign:'.length), state.get(key) as Sign]))
  const bySecret = new Map([...signs.values()].map((sign) => [sign.secret, sign.mac]))
  let fresh = [...signs.values()].filter((sign) => sign.picture?.label !== true).length
  return {
    get: (mac: string): Sign | undefined => signs.get(mac),
    bySecret: (secret: string): Sign | undefined => signs.get(bySecret.get(secret) ?? ''),
    all: (): Iterable<Sign> => signs.values(),
    size: () => signs.size,
    hasRoom: () => signs.size < mostSigns && fresh < mostNewSigns,
    keep(sign: Sign) {
      const before = signs.get(sign.mac)
      if (before?.picture?.label !== true) fresh += (sign.picture?.label === true ? 0 : 1) - (before === undefined ? 0 : 1)
      signs.set(sign.mac, sign)
      bySecret.set(sign.secret, sign.mac)
      state.set(name(sign.mac), sign)
    },
    picture: (mac: string) => state.file(file(mac)),
    /** `aside`: the picture of before is kept beside it. */
    keepPicture(mac: string, png: Uint8Array, aside: boolean) {
      const old = aside ? state.file(file(mac)) : undefined
      if (old !== undefined) state.keepFile(besideOf(mac), old)
      state.keepFile(file(mac), png)
    },
    /** Brings the picture of before back; answers whether there was one. */
    bringBack(mac: string): boolean {
      const old = state.file(besideOf(mac))
      if (old !== undefined) state.keepFile(file(mac), old)
      return old !== undefined
    },
  }
}
export type Signs = ReturnType<typeof createSigns>
