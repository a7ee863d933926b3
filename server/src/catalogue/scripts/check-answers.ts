/** What scripts answer, checked and made what the server works with. Nothing of it is believed unseen. */
import { isNfcAddress, maxNfc, nfcProblem } from '@endcap/contract/nfc'
import { prInfoSlots } from '@endcap/contract/products'
import { controlInText } from '../../platform/text-files/control-characters.ts'
import { maxValueLength } from '../../platform/text-files/check-value.ts'

const maxLayout = 100

/** A script said something that cannot be used; the message says what. */
export class Unusable extends Error {}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const kindOf = (value: unknown) => (Array.isArray(value) ? 'a list' : isObject(value) ? 'a dict' : `a ${typeof value}`)

/** A text; numbers become one, None an empty one. */
export function textOf(value: unknown, name: string, longest = maxValueLength): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  if (text === undefined) throw new Unusable(`${name} is ${kindOf(value)} instead of a text`)
  if (text.length > longest) throw new Unusable(`${name} is longer than ${longest} characters`)
  if (controlInText.test(text)) throw new Unusable(`${name} has a control character`)
  return text.toWellFormed()
}

/** prInfo as a list in the order of its slots, or as a dict by the names of aliases; with the slots that it names. */
export function infoOf(value: unknown, aliases: readonly { index: number; name: string }[]): { prInfo: string[]; slots: number[] } {
  if (Array.isArray(value)) {
    if (value.length > prInfoSlots) throw new Unusable(`prInfo has more than ${prInfoSlots} values`)
    return { prInfo: value.map((one, slot) => textOf(one, `prInfo[${slot}]`)), slots: value.map((_, slot) => slot) }
  }
  if (!isObject(value))
    throw new Unusable(`prInfo is ${value === undefined ? 'missing' : kindOf(value)}; it must be a list, or a dict by alias`)
  const slots: number[] = []
  const prInfo = Array.from({ length: Math.max(0, ...aliases.map((alias) => alias.index + 1)) }, () => '')
  for (const [name, one] of Object.entries(value)) {
    const alias = aliases.find((candidate) => candidate.name.toUpperCase() === name.trim().toUpperCase())
    if (alias === undefined) throw new Unusable(`prInfo names "${name.slice(0, 40)}", which is no alias`)
    slots.push(alias.index)
    prInfo[alias.index] = textOf(one, name)
  }
  return { prInfo, slots }
}

export interface ShownProduct {
  prInfo: string[]
  layoutId: string | null
  nfc: string | null
}
function nfcOf(value: unknown): string | null {
  const nfc = textOf(value, 'nfc', maxNfc)
  if (!isNfcAddress(nfc)) throw new Unusable(`nfc ${nfcProblem}`)
  return nfc || null
}
/** What a decorator made of a product; what it does not name stays. */
export function decoratedOf(result: unknown, before: ShownProduct, aliases: readonly { index: number; name: string }[]): ShownProduct {
  if (!isObject(result)) throw new Unusable(`decorate() gave ${kindOf(result)}`)
  const { prInfo, layoutId, nfc } = result
  const merged = () => {
    const { prInfo: named, slots } = infoOf(prInfo, aliases)
    // A value that was taken out moves those behind it into the columns before: another price may stand in the place of the price.
    if (Array.isArray(prInfo) && named.length < before.prInfo.length)
      throw new Unusable(`prInfo has ${named.length} values instead of ${before.prInfo.length}: empty a value instead of taking it out`)
    if (Array.isArray(prInfo)) return named
    const info = [...before.prInfo]
    for (const slot of slots) info[slot] = named[slot] ?? ''
    return Array.from(info, (one) => one ?? '')
  }
  return {
    prInfo: prInfo === undefined ? before.prInfo : merged(),
    layoutId: layoutId === undefined || layoutId === null ? before.layoutId : textOf(layoutId, 'layoutId', maxLayout) || before.layoutId,
    nfc: nfc === undefined || nfc === before.nfc ? before.nfc : nfcOf(nfc),
  }
}

/** How the guest says that one item failed. */
export function faultOfItem(result: unknown): { type: string; message: string; line: number | null } | undefined {
  if (!isObject(result) || !isObject(result.error)) return undefined
  const { type, message, line } = result.error
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '')
  return { type: text(type) || 'Error', message: text(message), line: typeof line === 'number' && Number.isSafeInteger(line) ? line : null }
}
