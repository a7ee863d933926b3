import { parseDeviceId } from '@endcap/signage/models'
import * as z from 'zod'

/** A display's address: 12 hexadecimal digits, separated or not; kept in lower case with colons (specification 3 §5). */
export const plusMac = z.string().transform((text, check) => {
  const parsed = parseDeviceId(text)
  if (parsed.state === 1) return parsed.mac
  check.addIssue('must be a device address: 12 hexadecimal digits')
  return z.NEVER
})

/** A display as it is scanned: its address, and a place behind it (specification 3 §4). */
export const scannedDisplay = z.string().max(100)
