/** A tag's id as people compare it: in groups of four that stay on one line. Other codes stay as they are. */
import { tagMacForm } from '@endcap/contract/vocabulary'

export const shortId = (code: string): string => (tagMacForm.test(code) ? (code.match(/.{4}/g) ?? []).join('\u00a0') : code)
