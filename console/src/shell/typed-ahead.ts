/** What was typed for the search before its code was there, and what had the focus then. */
interface Ahead {
  text: string
  /** Enter came after the text: what it finds is opened. */
  isEntered: boolean
  focusBefore: Element | null
}
export const typedAhead: Ahead = { text: '', isEntered: false, focusBefore: null }

/** Nothing is typed yet. */
export const beginAhead = () => void Object.assign(typedAhead, { text: '', isEntered: false })
/** The search has it now. */
export const endAhead = () => void Object.assign(typedAhead, { text: '', isEntered: false, focusBefore: null })
