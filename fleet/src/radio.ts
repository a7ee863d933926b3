/** The radio of a virtual gateway: it has time for so many transfers, and hands operations to tags when these check in. */
import type { Gateway as Side } from '@endcap/gateway-link/gateway/gateway'
import type { Waiting } from '@endcap/gateway-link/gateway/state'
import { carryOut } from './carry-out.ts'
import type { FaultPlace, Faults } from './faults.ts'
import type { Random } from './random.ts'
import { warmthOf, type Tag } from './tag.ts'

/** Transfers of labels to tags a gateway manages in a second of the fleet's time, and of lights, pages and checks. */
const transfersPerSecond = 4
const commandsPerSecond = 40
/** What waits for one tag, in the order in which it is carried out. */
const lanes = ['image', 'page', 'led', 'check'] as const

interface Parts {
  side: Pick<Side, 'waiting' | 'fail' | 'finish'>
  faults: Faults
  random: Random
  /** Milliseconds. */
  now(): number
  /** How many times faster than life. */
  speed: number
  /** Where the faults of a tag are looked for. */
  place(tagMac: string): FaultPlace
}

/** To a tenth. */
export const tenths = (value: number): number => Math.round(value * 10) / 10

interface Radio {
  /** Whether something waits for this tag. */
  holdsFor(tagMac: string): boolean
  /** Carries to a tag what waits for it, as far as the radio has time; `rssi` in dBm. */
  serve(tag: Tag, rssi: number): void
}

export function createRadio({ side, faults, random, now, speed, place }: Parts): Radio {
  let freeAt = 0

  function serveLane(tag: Tag, lane: (typeof lanes)[number], rssi: number) {
    const waiting = side.waiting(tag.tagMac, lane)
    if (waiting === undefined || freeAt > now() + 1000) return
    const factor = faults.at('slow', place(tag.tagMac))?.factor ?? 1
    const perSecond = lane === 'image' ? transfersPerSecond : commandsPerSecond
    freeAt = Math.max(freeAt, now()) + (1000 * factor) / (perSecond * speed)
    hand(tag, waiting, rssi)
  }
  function hand(tag: Tag, { operation, files }: Waiting, rssi: number) {
    const result = carryOut(tag, { operation, files, now: now(), speed })
    const { updates } = tag
    if (result.outcome === 'failed') side.fail(operation, result.reason, result.detail)
    else if (!random.chance(faults.at('confirmation-lost', place(tag.tagMac))?.probability ?? 0))
      side.finish(operation, result.outcome, { rssi, battery: tag.battery, temperature: tenths(warmthOf(tag, now(), speed)), updates })
  }
  return {
    holdsFor: (tagMac) => lanes.some((lane) => side.waiting(tagMac, lane) !== undefined),
    serve: (tag, rssi) => {
      for (const lane of lanes) serveLane(tag, lane, rssi)
    },
  }
}
