/** Keeps battery and temperature histories short: a reading is worth a row when it moved noticeably, and once a day. */
import type { Reading, StoredSighting } from './intake.queries.ts'

const voltsMoved = 0.05
const degreesMoved = 2
const dayMs = 86_400_000
/** Tags remembered; the memory only saves rows, so forgetting all of it costs one row a tag. */
const maxRemembered = 500_000

interface Last {
  battery: number
  temperature: number
  resets: number
  at: number
}

export function createReadingFilter() {
  const last = new Map<string, Last>()
  return {
    /** The readings among these sightings that are worth a row. */
    moved(sightings: readonly StoredSighting[], at: Date): Reading[] {
      if (last.size > maxRemembered) last.clear()
      const readings: Reading[] = []
      for (const { storeCode, tag: tagMac, battery, temperature, resets } of sightings) {
        const before = last.get(tagMac)
        const same =
          before !== undefined &&
          Math.abs(before.battery - battery) < voltsMoved &&
          Math.abs(before.temperature - temperature) < degreesMoved &&
          before.resets === resets &&
          at.getTime() - before.at < dayMs
        if (same) continue
        last.set(tagMac, { battery, temperature, resets, at: at.getTime() })
        readings.push({ storeCode, tagMac, battery, temperature, resets })
      }
      return readings
    },
  }
}
