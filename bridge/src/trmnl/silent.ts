/** Signs that do not call any more, for people to look after. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { codeOf, type Sign } from './signs.ts'

/** Beyond its rate a sign that failed calls after so many seconds, unless only its button wakes it. */
const silentSeconds = 900
/** Silent signs that are named one by one. */
const maxNamed = 8

/** After a long outage of the radio only their button wakes them; they cannot be told from ones with an empty battery. `now`: milliseconds. */
export const silentSigns = (signs: Iterable<Sign>, now: number): Sign[] =>
  [...signs].filter(({ last }) => last !== undefined && now - last.at > 1000 * (last.rate + silentSeconds))

/** What is said of silent signs; nothing where there are none. */
export function notesOf(silent: Sign[]): string[] {
  if (silent.length === 0) return []
  const signs = silent
    .slice(0, maxNamed)
    .map((sign) => codeOf(sign.mac))
    .join(', ')
  const count = silent.length - maxNamed
  return [formatDeviceMessage(count > 0 ? 'silentAndMore' : 'silentSigns', { signs, count })]
}
