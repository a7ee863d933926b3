/** Which gateways are to be written down as alive: whatever they say is a sign of life, but not each is worth a write. */
import type { GatewayAddress, LinkEvent } from './link/driver.ts'

/** Well under the patience with a silent gateway. */
const everyMs = 20_000

export function createLifeSigns() {
  const written = new Map<string, number>()
  return {
    /** The gateways among those who report that were not written down lately. */
    due(events: readonly LinkEvent[], at: Date): GatewayAddress[] {
      const due = new Map<string, GatewayAddress>()
      for (const event of events) {
        if (event.type !== 'seen' && event.type !== 'results' && event.type !== 'readings') continue
        const { gateway } = event
        if (at.getTime() - (written.get(gateway.gwMac) ?? 0) >= everyMs) due.set(gateway.gwMac, gateway)
      }
      return [...due.values()]
    },
    /** They are written down. */
    wrote(gateways: readonly GatewayAddress[], at: Date) {
      for (const { gwMac } of gateways) written.set(gwMac, at.getTime())
    },
  }
}
