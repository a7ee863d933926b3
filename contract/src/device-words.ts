/**
 * What our drivers say of devices: sentences with blanks. Messages carry them in English, for any gateway may say anything; a screen that
 * shows them finds here which sentence it is, and says it in the person's language.
 */
import { keysOf } from './typed-object.ts'

export const deviceWords = {
  licence: 'Its firmware is licensed for non-commercial use.',
  noLogin: 'It has no login: it belongs into a network of its own.',
  lock: 'It takes any tag that calls it: set its lock to 1 once all tags of the store are known.',
  sleepHours: 'It draws nothing from {{from}}:00 to {{to}}:00, its own sleep hours.',
  manyTags: 'It has more than {{tags}} tags, which is as far as its list goes.',
  pointFound: '{{tags}} tags or more, channel {{channel}}, version {{version}}',
  oneClient: 'A panel takes one client at a time: while it is drawn on, no other program reaches it.',
  inTheClear: 'Where no key is set for a panel, its pictures go through the network unencrypted.',
  panelsFound: 'Panels are looked for in the network of this computer. Those in other networks need an address.',
  macNeeded: 'It is served as soon as its MAC is known: found in the network, or written before its address.',
  dayOnBattery: 'On battery without deep sleep it lasts about a day.',
  panelSize: '{{width}} × {{height}} pixels, {{palette}}',
  signsPort: 'Signs are pointed at port {{port}} of this bridge.',
  silentSigns: 'Silent: {{signs}}. Press their buttons: after a long outage of the network nothing else wakes them.',
  silentAndMore: 'Silent: {{signs}} and {{count}} more. Press their buttons: after a long outage of the network nothing else wakes them.',
  withoutKey: 'A device calls as sign {{sign}} without its key. If it was reset, let it in again.',

  noAnswer: 'The access point does not answer: {{why}}',
  nothingListens: 'nothing listens there',
  itClosed: 'it closed the connection',
  noName: 'there is no such name in this network',
  nameNotNow: 'its name cannot be looked up at the moment',
  noWay: 'there is no way to it',
  itDoesNotAnswer: 'it does not answer',
  connectionFailed: 'the connection failed',
  notInTime: 'The access point does not answer in time',
  notYet: 'The access point has not answered yet',
  answersStatus: 'The access point answers {{status}}',
  webPage: 'A web page answers instead of the access point',
  unreadable: 'The answer of the access point cannot be read',
  tooLarge: 'The answer of the access point is far too large',
  closedInside: 'The access point closed the connection in the middle of its answer',
  addressForm: 'The address is a host name or an IP address, with a port where it is not 80',
  diskFull: 'Its file system is nearly full ({{bytes}} bytes free): it draws nothing until files on it are deleted',
  clockWrong: 'Its clock is wrong, and it does not take the right time: it may draw nothing',
  radioNotReady: 'Its radio is not ready (state {{state}})',
  startsAgain: 'It is starting again',

  noConnection: '{{place}} does not take a connection within {{seconds}} s',
  notReached: '{{place}} cannot be reached: {{why}}',
  wrongKeyPerhaps: '{{place}} closes the connection: is its key the right one?',
  closes: '{{place}} closes the connection',
  encrypted: 'The panel is encrypted, and its key is not known here',
  encryptedOtherwise: 'The panel is encrypted, and its key is not known here or another one',
  unnamed: 'The MAC at {{host}} is not known: write it before the address, as AABBCCDDEEFF@{{host}}',
  panelAddress: '“{{text}}” is no address of a panel, such as 10.0.0.7 or AABBCCDDEEFF@10.0.0.7:2446',

  silent: 'It does not answer',
  talks: 'It talks without being asked',
  wasClosed: 'The connection was closed',
  noAnswerTo: 'No answer to {{what}} within {{seconds}} s',
  reportsUnheard: 'Reports of access points cannot be heard on UDP port {{port}} ({{why}})',

  noHost: 'There is no host {{host}}.',
  notPrivate: '{{host}} is in no private network. It can be allowed with ENDCAP_ACCESS_POINT_HOSTS.',
  signPortTaken: 'Port {{port}} for signs cannot be opened. Choose another with ENDCAP_TRMNL_PORT.',
} as const
export type DeviceWord = keyof typeof deviceWords
type Values = Readonly<Record<string, string | number>>

/** The sentence in English, its blanks filled. */
export const formatDeviceMessage = (word: DeviceWord, values: Values = {}): string =>
  deviceWords[word].replaceAll(/\{\{(\w+)\}\}/g, (_, blank: string) => String(values[blank] ?? ''))

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** A sentence as a pattern: a blank that comes again holds the same. */
function patternOf(sentence: string): RegExp {
  const seen = new Set<string>()
  const parts = sentence.split(/\{\{(\w+)\}\}/).map((part, place) => {
    if (place % 2 === 0) return escaped(part)
    if (seen.has(part)) return String.raw`\k<${part}>`
    seen.add(part)
    return `(?<${part}>.{1,300})`
  })
  return new RegExp(`^${parts.join('')}$`, 'u')
}
const patterns = keysOf(deviceWords)
  .map((word) => ({ word, pattern: patternOf(deviceWords[word]) }))
  // The one with more words of its own first: another one's blank might swallow them.
  .toSorted((one, other) => deviceWords[other.word].length - deviceWords[one.word].length)

/** Which sentence this is; undefined for what none of our drivers says. Texts are short (the protocol's 300 characters). */
export function parseDeviceMessage(text: string): { word: DeviceWord; values: Record<string, string> } | undefined {
  if (text.length > 300) return undefined
  for (const { word, pattern } of patterns) {
    const found = pattern.exec(text)
    if (found !== null) return { word, values: { ...found.groups } }
  }
  return undefined
}
