/** What is wrong with a file, in the person's language where the server tells it in parts; else as it says it. */
import { sayFileReason } from '@endcap/contract/file-reason-words'
import type { FileReason } from '@endcap/contract/file-reasons'
import { languages, type Language } from '@endcap/contract/vocabulary'
import i18next from 'i18next'

/** In which the console speaks. */
export const languageNow = (): Language => languages.find((one) => one === i18next.language) ?? 'en_US'

/** A piece of a line, or a column of the file with what people call it. */
export type LinePart = string | { name: string; label: string }
export interface Line {
  /** As the server says it: of a file no two are the same. */
  text: string
  parts: LinePart[]
}
interface Way {
  /** What people call a column; a name that it does not know is answered as it is. */
  labelOf?: ((name: string) => string) | undefined
  language?: Language
}

/** Signs that no text has: between them stands the name of a column. */
const marked = (name: string) => `\uE000${name}\uE001`
const markPattern = /\uE000([^\uE000\uE001]*)\uE001/

export function sayLines(
  lines: readonly string[],
  reasons: readonly FileReason[],
  { labelOf, language = languageNow() }: Way = {},
): Line[] {
  const byText = new Map(reasons.map((reason) => [reason.text, reason]))
  return lines.map((text) => {
    const reason = byText.get(text)
    if (reason === undefined) return { text, parts: [text] }
    if (labelOf === undefined) return { text, parts: [sayFileReason(reason, language)] }
    const said = sayFileReason({ code: reason.code, values: withMarks(reason, labelOf) }, language)
    // Every second piece stood between marks.
    const pieces = said.split(markPattern).map((piece, place) => (place % 2 === 0 ? piece : { name: piece, label: labelOf(piece) }))
    return { text, parts: pieces.filter((piece) => piece !== '') }
  })
}

/** Columns that have a display name are marked; others stand in the sentence as the server says them. */
function withMarks({ code, values }: FileReason, labelOf: (name: string) => string): FileReason['values'] {
  const { field, fields } = values
  const mark = (name: string) => (labelOf(name) === name ? name : marked(name))
  return {
    ...values,
    ...(typeof field === 'string' && { field: mark(field) }),
    // What is no alias has no other name.
    ...(typeof fields === 'string' && code === 'header-missing' && { fields: fields.split(', ').map(mark).join(', ') }),
  }
}
