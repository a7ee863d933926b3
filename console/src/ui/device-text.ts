/** What drivers say of devices, in the person's language as far as it is known. What is not stays as it is. */
import { parseDeviceMessage } from '@endcap/contract/device-words'
import type { TFunction } from 'i18next'

/** One sentence or several, of one device or of several panels: `MAC: sentence; MAC: sentence`. */
export const deviceText = (text: string, t: TFunction): string =>
  text
    .split('; ')
    .map((one) => ofDevice(one, t))
    .join('; ')

function ofDevice(text: string, t: TFunction): string {
  const [, mac = '', rest = text] = /^([0-9A-F]{12}: )(.+)$/.exec(text) ?? []
  const known = parseDeviceMessage(rest)
  if (known !== undefined) {
    // What stands in a blank may be a sentence itself: why something does not answer.
    const values = Object.fromEntries(Object.entries(known.values).map(([blank, value]) => [blank, withoutBlanks(value, t) ?? value]))
    return mac + t(`deviceWords.${known.word}`, values)
  }
  const parts = rest.split(/(\. (?=[A-Z]))/)
  return mac + (parts.length > 1 ? parts.map((part) => ofDevice(part, t)).join('') : rest)
}
function withoutBlanks(text: string, t: TFunction): string | undefined {
  const known = parseDeviceMessage(text)
  return known && Object.keys(known.values).length === 0 ? t(`deviceWords.${known.word}`) : undefined
}
