/** What goes into the record: no secrets, and no more than a person reads. */

const secretName = /passw|pwd$|secret|token|recovery|otp|credential/i
/** Of a list. */
export const shownItems = 20
const shownLength = 2000
const shownDepth = 6

/** A copy without secrets; long lists and texts are cut and end with how much is left out: as a number, since the record has no language. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.length > shownLength ? `${value.slice(0, shownLength)}… (+${value.length - shownLength})` : value.replaceAll('\0', '')
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (depth >= shownDepth) return '…'
  if (Array.isArray(value)) {
    const shown = value.slice(0, shownItems).map((item) => redact(item, depth + 1))
    return value.length > shownItems ? [...shown, { leftOut: value.length - shownItems }] : shown
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, secretName.test(name) && holds(item) ? '•••' : redact(item, depth + 1)]),
  )
}

/** `true` for "a password is set" is no secret. */
const holds = (item: unknown) => typeof item === 'string' || (typeof item === 'object' && item !== null)
