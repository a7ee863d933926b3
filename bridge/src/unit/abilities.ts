/** What a unit can do when people ask its gateway: restart the device, hand out its log files, scan for tags, take settings. */
import type { Gateway } from '@endcap/gateway-link/gateway/gateway'
import type { Abilities } from '@endcap/gateway-link/gateway/requests'
import type { Clock } from '../clock.ts'
import type { Driver } from '../driver.ts'
import type { UnitState } from '../unit-state.ts'
import { messageOf } from '../thrown.ts'

/** Seconds that a scan waits for check-ins at most. */
const longestScan = 600

interface AbilitiesSetup {
  driver: Driver
  memory: Pick<UnitState, 'tags' | 'count'>
  clock: Pick<Clock, 'now'>
  note: Gateway['note']
}

/** The abilities of a unit with this driver. What fails is noted in the gateway's log. */
export function unitAbilities({ driver, memory, clock, note }: AbilitiesSetup): Abilities {
  const noteError = (what: string, error: unknown) => note('gmp', `${what}: ${messageOf(error)}`)
  return {
    ...(driver.reboot !== undefined && { reboot: () => void driver.reboot?.().catch((error: unknown) => noteError('restart', error)) }),
    ...(driver.logs !== undefined && { logs: () => driver.logs?.() ?? Promise.resolve([]) }),
    // What is known is asked for by waiting for it: these devices sleep, and call by themselves.
    scan() {
      const longest = [...memory.tags()].reduce((longestSoFar, tag) => Math.max(longestSoFar, tag.checkin), 0)
      return { tags: memory.count(), until: clock.now() + 1000 * Math.min(longestScan, longest) }
    },
    stop: () => undefined,
    configured(settings, withReported) {
      if (withReported.dataChannel !== undefined && withReported.dataChannel !== driver.describe().channel)
        void driver.channel?.(withReported.dataChannel).catch((error: unknown) => noteError('channel', error))
      if (withReported.checkin !== undefined) driver.checkin?.(settings.checkin)
    },
  }
}
