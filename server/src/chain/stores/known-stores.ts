/**
 * Which stores there are, for every call that names one: a process asks the database for a store once a minute, however often it is named.
 * Only what is there is remembered, so that a new store is known at once, and codes that are made up take no memory.
 */
import type { Context } from '../../platform/context.ts'
import type { Session } from '../../platform/http/session.ts'
import { firstCodes, knownCodes } from './stores.queries.ts'

/** One that another process has deleted is known for so long at the utmost, should its signal be lost. */
const rememberMs = 60_000

export interface KnownStores {
  /** Those of these codes that no store has; a store that is being deleted is none. */
  unknownOf(codes: readonly string[]): Promise<string[]>
  /** The only one of these stores that is there; undefined where there are several, or none. */
  onlyOf(stores: Session['stores']): Promise<string | undefined>
}

export function createKnownStores({ db, clock, signals }: Pick<Context, 'db' | 'clock' | 'signals'>): KnownStores {
  let known = new Set<string>()
  let since = clock.now().getTime()
  const forget = () => {
    known = new Set()
    since = clock.now().getTime()
  }
  signals.on('closing-stores', forget)
  return {
    async unknownOf(codes) {
      if (clock.now().getTime() - since >= rememberMs) forget()
      // What is found after a store was deleted goes into a set that is not asked any more.
      const asked = known
      const others = [...new Set(codes)].filter((code) => !asked.has(code))
      if (others.length === 0) return []
      for (const code of await knownCodes(db, others)) asked.add(code)
      return others.filter((code) => !asked.has(code))
    },
    async onlyOf(stores) {
      if (stores !== 'all') return stores.length === 1 ? stores[0] : undefined
      const [only, another] = await firstCodes(db, 2)
      return another === undefined ? only : undefined
    },
  }
}
