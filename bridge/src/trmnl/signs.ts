/** What is kept of each sign of a store, on disk: who it is, what it shows, when it called. */
import { createHash } from 'node:crypto'
import { paletteNames } from '@endcap/label/palettes'
import * as z from 'zod'
import type { DriverState } from '../driver.ts'
import { panelType } from './types.ts'

/** Earlier versions stored `requested` as `wanted`: a sign that could not be read would have to be let in again. */
const renamed = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && 'wanted' in stored ? { requested: stored.wanted, ...stored } : stored
/** The picture that a sign is offered. Its name tells the sign whether it has it. */
const currentOffer = z.object({
  name: z.string(),
  /** SHA-256 of the PNG. */
  content: z.string(),
  palette: z.enum(paletteNames),
  /** A label: what a product costs may stand on it. */
  label: z.boolean(),
  /** By an operation, not by ourselves. */
  requested: z.boolean(),
  /** The sign began to load it. */
  begun: z.boolean(),
  /** When it had its last byte, milliseconds; null before that. */
  fetchedAt: z.number().nullable(),
  /** It had the time to draw it. */
  drawn: z.boolean(),
})
const offered = z.preprocess(renamed, currentOffer)
export type Offered = z.infer<typeof currentOffer>

const storedSign = z.object({
  ...panelType.shape,
  /** 12 hexadecimal digits, capitals. */
  mac: z.string(),
  /** SHA-256 of its token; null for one that has none. */
  key: z.string().nullable(),
  /** It called with that key: until then the answer with it may have been lost. */
  keyUsed: z.boolean(),
  /** When it was first heard, milliseconds. */
  since: z.number(),
  /** Number of the admission that its key came by (`signOptions.readmit`). */
  readmitted: z.number(),
  /** Cannot be guessed: the way to its pictures. */
  secret: z.string(),
  firmware: z.string(),
  battery: z.number().optional(),
  rssi: z.number().optional(),
  temperature: z.number().optional(),
  /** Its last call, milliseconds, the seconds it was told to sleep, and those that it said it had slept. */
  last: z.object({ at: z.number(), rate: z.number(), slept: z.number().optional() }).optional(),
  picture: offered.optional(),
  /** What the sign had in full before the picture that it is offered now, until it has drawn that. */
  before: offered.optional(),
  /** Seconds since 1970 in the name of its newest picture. */
  named: z.number(),
  /** Its glass may show something else than what was wanted last. */
  doubt: z.boolean(),
})
export type Sign = z.infer<typeof storedSign>

/** Signs of one store, and those of them that never had a label: a stranger makes no more. */
export const maxSigns = 2000
export const maxNewSigns = 500
/** New signs within a minute. */
export const joinsAMinute = 20
/** Pixels that are drawn for signs without a label within a minute: a hundred small panels, or a few large ones. */
export const pixelsAMinute = 40_000_000
/** A sign without a label that is silent for so long makes room for another one. */
const forgottenMs = 86_400_000

/** What people know a sign by, and what it shows while it has no product: how its tag id ends, by which every list finds it. */
export const codeOf = (mac: string): string => mac.slice(-6)
export const digest = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

const name = (mac: string) => `sign:${mac}`
const file = (mac: string, content: string) => `picture:${mac}:${content.slice(0, 32)}`
const isNew = (sign: Sign | undefined) => sign !== undefined && sign.picture?.label !== true

/** The signs that a state on disk holds. */
export function createSigns(state: DriverState) {
  const signs = new Map<string, Sign>()
  for (const key of state.names(name(''))) {
    // What this version cannot read is as a sign that never called: it calls, and is known again.
    const sign = storedSign.safeParse(state.get(key)).data
    if (sign !== undefined) signs.set(key.slice(name('').length), sign)
  }
  const bySecret = new Map([...signs.values()].map((sign) => [sign.secret, sign.mac]))
  const byKey = new Map([...signs.values()].flatMap((sign) => (sign.key === null ? [] : [[sign.key, sign.mac] as const])))
  let fresh = [...signs.values()].filter(isNew).length

  function forget(sign: Sign) {
    signs.delete(sign.mac)
    bySecret.delete(sign.secret)
    if (sign.key !== null) byKey.delete(sign.key)
    fresh -= 1
    state.set(name(sign.mac), undefined)
    for (const picture of [sign.picture, sign.before]) if (picture !== undefined) state.keepFile(file(sign.mac, picture.content), undefined)
  }
  return {
    get: (mac: string): Sign | undefined => signs.get(mac),
    bySecret: (secret: string): Sign | undefined => signs.get(bySecret.get(secret) ?? ''),
    byKey: (key: string): Sign | undefined => signs.get(byKey.get(key) ?? ''),
    all: (): Iterable<Sign> => signs.values(),
    size: () => signs.size,
    /** Whether one more may come. Of new ones, those that were silent longest leave for it, a day at least. */
    hasRoom(now: number): boolean {
      if (signs.size < maxSigns && fresh < maxNewSigns) return true
      const heardAt = (sign: Sign) => sign.last?.at ?? sign.since
      const oldest = [...signs.values()]
        .filter(isNew)
        .reduce<Sign | undefined>(
          (longestSilent, sign) => (longestSilent === undefined || heardAt(sign) < heardAt(longestSilent) ? sign : longestSilent),
          undefined,
        )
      if (oldest === undefined || now - heardAt(oldest) < forgottenMs) return false
      forget(oldest)
      return true
    },
    keep(sign: Sign) {
      const before = signs.get(sign.mac)
      fresh += Number(isNew(sign)) - Number(isNew(before))
      signs.set(sign.mac, sign)
      bySecret.set(sign.secret, sign.mac)
      if (before !== undefined && before.key !== null && before.key !== sign.key) byKey.delete(before.key)
      if (sign.key !== null) byKey.set(sign.key, sign.mac)
      state.set(name(sign.mac), sign)
      // A file leaves when nothing leads to it any more: whenever the bridge is killed, each name leads to its own content.
      const inUse = new Set([sign.picture?.content, sign.before?.content])
      for (const old of [before?.picture?.content, before?.before?.content])
        if (old !== undefined && !inUse.has(old)) state.keepFile(file(sign.mac, old), undefined)
    },
    file: (mac: string, content: string) => state.file(file(mac, content)),
    /** Before the sign that leads to it. */
    keepFile: (mac: string, content: string, png: Uint8Array) => state.keepFile(file(mac, content), png),
  }
}
export type Signs = ReturnType<typeof createSigns>
