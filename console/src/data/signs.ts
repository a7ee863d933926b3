/** Signs that call: their ids as tags, and what single ones have of their own. */
import { idPrefixes } from '@endcap/label/models'
import type { AccessPoint, AccessPointOptions } from '@endcap/contract/access-points'

/** Tag ids of TRMNL signs begin so; their MAC follows. */
const prefix = idPrefixes.trmnl
export const tagOfSign = (mac: string): string => prefix + mac

/** The MAC of a sign from its tag id or its MAC as people write it; undefined where it is neither. */
export function macOfSign(text: string): string | undefined {
  const digits = text.replaceAll(/[\s:-]/g, '').toUpperCase()
  const mac = digits.length === 16 && digits.startsWith(prefix) ? digits.slice(prefix.length) : digits
  return /^[0-9A-F]{12}$/.test(mac) ? mac : undefined
}

/** Tags that are signs, and those of them that only their button wakes, as a list of tags is narrowed to them. */
export const anySign = { filter_barcode: `^${prefix}`, condition_barcode: '~' as const }
export const silentSigns = { status: '==MISSING', barcode: `^${prefix}` }
export const isSilentSigns = (filters: Readonly<Record<string, string>>): boolean =>
  filters.status === silentSigns.status && filters.barcode === silentSigns.barcode

/** Signs for which something new lies ready that they take at their next call. */
export const waitingSigns = { status: '==UPDATE,REQ_ONLY,REQ_ONLY2', barcode: `^${prefix}` }
export const isWaitingSigns = (filters: Readonly<Record<string, string>>): boolean =>
  filters.status === waitingSigns.status && filters.barcode === waitingSigns.barcode

/** The server's clock as far as it is known, for who reads the time of this has the server's clock, and not this screen's. */
export const readmitAt = ({ status, lastHeardAt }: Pick<AccessPoint, 'status' | 'lastHeardAt'>): number =>
  status === 'OFFLINE' || lastHeardAt === null ? Date.now() : lastHeardAt * 1000

interface SignOwn {
  refreshSeconds?: number | undefined
  type?: string | undefined
  readmitAt?: number | undefined
}
/** The settings with those of one sign; one that is as all others has none. */
export function withSign(options: AccessPointOptions, mac: string, { refreshSeconds, type, readmitAt: at }: SignOwn): AccessPointOptions {
  const { [mac]: _, ...signs } = options.signs ?? {}
  const own = { ...(refreshSeconds !== undefined && { refreshSeconds }), ...(type !== undefined && { type }) }
  if (Object.keys(own).length > 0) signs[mac] = own
  return { ...options, signs, ...(at !== undefined && { readmit: { ...options.readmit, [mac]: at } }) }
}
