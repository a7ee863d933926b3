/** The tag id of a panel: four digits that stand for OpenDisplay, then its MAC. */
import { idPrefixes } from '@endcap/label/models'

const tagPrefix = idPrefixes.opendisplay
/** The tag id of the panel with this MAC (12 hexadecimal digits, capitals). */
export const tagOf = (mac: string): string => tagPrefix + mac
/** The MAC in a tag id; undefined where it is no OpenDisplay panel's. */
export const macOf = (tag: string): string | undefined => (tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : undefined)
