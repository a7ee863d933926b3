/** Ids of tags as access points, people and barcodes write them. */

/**
 * A tag's id as 16 hexadecimal digits, capitals; undefined for what is none. Small letters, colons, dashes and the 12-digit form (whose two
 * highest bytes are 0) are the same tag in another spelling.
 */
export function parseTagMac(text: string): string | undefined {
  const digits = text.replaceAll(/[:\-. ]/g, '').toUpperCase()
  if (!/^(?:[0-9A-F]{12}|[0-9A-F]{16})$/.test(digits)) return undefined
  return digits.padStart(16, '0')
}

/** An access point's own network address as 12 hexadecimal digits, capitals. */
export function parseOwnMac(text: string): string | undefined {
  const digits = text.replaceAll(/[:-]/g, '').toUpperCase()
  return /^[0-9A-F]{12}$/.test(digits) && !/^0+$/.test(digits) ? digits : undefined
}
