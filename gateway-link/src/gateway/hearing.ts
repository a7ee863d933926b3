/** What a gateway hears of tags and sensors: told at once, and kept while there is no line to the server. */
import type { Reading, Sighting } from '../messages.ts'
import type { Outbox } from './outbox.ts'

/** Readings of sensors kept while the server cannot be reached. */
const maxReadings = 5000
/** Tags of which the last sighting is kept while the server cannot be reached. */
const maxUnheard = 20_000

interface Parts {
  outbox(): Outbox
  isOnline(): boolean
  /** Seconds. */
  clock(): number
}

export interface Hearing {
  /** A tag is heard. Without a line to the server its last word is kept and told later. */
  heard(sighting: Omit<Sighting, 'at'>): void
  /** A sensor is heard, also without a line to the server: what it says is kept and told later. */
  sensed(reading: Omit<Reading, 'at'>): void
  /** The line stands again: what was kept of tags is told. */
  reportUnheard(): void
  /** The power goes. */
  forget(): void
}

/** Nothing is heard yet. */
export function createHearing({ outbox, isOnline, clock }: Parts): Hearing {
  /** Heard without a line to the server: the last word of each tag. */
  const unheard = new Map<string, Sighting>()
  return {
    heard(sighting) {
      const dated = { ...sighting, at: clock() }
      if (isOnline()) outbox().seen.add(dated)
      else if (unheard.has(sighting.tag) || unheard.size < maxUnheard) unheard.set(sighting.tag, dated)
    },
    sensed(reading) {
      const { sensor } = outbox()
      if (sensor.unacknowledged() < maxReadings) sensor.add({ ...reading, at: clock() })
    },
    reportUnheard() {
      for (const sighting of unheard.values()) outbox().seen.add(sighting)
      unheard.clear()
    },
    forget: () => unheard.clear(),
  }
}
