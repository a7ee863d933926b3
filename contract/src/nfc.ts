/** NFC addresses: what a phone opens that is held to a tag. */

/** Characters of an address, in what is stored. */
export const maxNfc = 500
/** What an address may begin with: pages, and what a shop is called and written to by. Phones run others, such as `javascript:`. */
const schemes = /^(https?:\/\/|tel:|mailto:)/i
// As browsers read an address: blanks before it, and line breaks and tabs within it, count for nothing.
// oxlint-disable-next-line no-control-regex -- control characters are what is taken away
const blanks = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\ufeff]/g

/** Said behind the place of the fault; the console says it in the person's language. */
export const nfcProblem = 'must begin with https://, http://, tel: or mailto:'

/** Whether this may be written to a tag. A text without a scheme, such as a number of the shop's own, opens nothing and may. */
export function isNfcAddress(text: string): boolean {
  const address = text.replace(blanks, '')
  return !/^[^/?#]*:/.test(address) || schemes.test(address)
}
