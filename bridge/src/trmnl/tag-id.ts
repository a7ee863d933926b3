/** The tag id of a sign: four digits that stand for TRMNL, then its MAC. */
import { idPrefixes } from '@endcap/label/models'

const tagPrefix = idPrefixes.trmnl
/** The tag id of the sign with this MAC (12 hexadecimal digits, capitals). */
export const tagOf = (mac: string): string => tagPrefix + mac
/** The MAC in a tag id; empty where it is no sign's. */
export const macOf = (tag: string): string => (tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : '')
