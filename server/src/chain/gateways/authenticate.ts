/**
 * Gateway authentication for HTTP and the embedded broker: by MAC and secret. One that is refused waits for approval (waiting.ts). Noting it is
 * bounded, so that no caller can fill the table or keep the database busy by trying: in memory by time, in the table by number.
 */
import { gwMac as macSchema } from '@endcap/contract/schemas'
import { systemLocation } from '@endcap/contract/alarms'
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import type { Context } from '../../platform/context.ts'
import { findSecret } from './gateways.queries.ts'
import { secretMatches } from './secrets.ts'
import { noteRefused } from './waiting.queries.ts'

/** The same MAC is noted again at most so often: gateways try every few seconds. */
const noteAgainMs = 5000
/** Notes of one address and of all together within a minute. */
const addressNotes = 60
const allNotes = 600

/** Who signs in with this MAC and secret; undefined when either is wrong, which is then noted. */
export type AuthenticateGateway = (mac: string, secret: string, address: string) => Promise<GatewayAddress | undefined>

export function createGatewayAuthenticator(context: Context): AuthenticateGateway {
  const { db, clock, log, signals } = context
  const mayNote = createLimits()

  async function note(gwMac: string, storeCode: string | null, address: string): Promise<void> {
    const at = clock.now()
    if (!mayNote(gwMac, address, at.getTime())) return
    try {
      if (await noteRefused(db, { gwMac, storeCode, address, at })) {
        log.warn({ gateway: gwMac, address, storeCode }, 'a gateway was refused and waits for approval')
        signals.notify('changed', { storeCode: storeCode ?? systemLocation, changes: ['gateways'] })
      }
    } catch (error) {
      log.warn({ err: error, gateway: gwMac }, 'a refused gateway could not be noted')
    }
  }

  return async (mac, secret, address) => {
    const checked = macSchema.safeParse(mac)
    const row = checked.success ? await findSecret(db, checked.data) : undefined
    if (secretMatches(secret, row?.secretHash) && row !== undefined) return { storeCode: row.storeCode, gwMac: row.gwMac }
    // Who sends no MAC is no gateway.
    if (checked.success) await note(checked.data, row?.storeCode ?? null, address.slice(0, 64))
    return undefined
  }
}

/** Whether an attempt is to be written down. What is remembered for it begins anew every minute. */
function createLimits(): (gwMac: string, address: string, now: number) => boolean {
  let minute = 0
  let all = 0
  const byMac = new Map<string, number>()
  const byAddress = new Map<string, number>()
  return (gwMac, address, now) => {
    if (Math.floor(now / 60_000) !== minute) {
      minute = Math.floor(now / 60_000)
      all = 0
      byAddress.clear()
      for (const [known, at] of byMac) if (now - at >= noteAgainMs) byMac.delete(known)
    }
    const ofAddress = byAddress.get(address) ?? 0
    if (now - (byMac.get(gwMac) ?? -Infinity) < noteAgainMs || ofAddress >= addressNotes || all >= allNotes) return false
    all++
    byAddress.set(address, ofAddress + 1)
    byMac.set(gwMac, now)
    return true
  }
}
