/** What is wrong with a file, in the person's language where the server tells it in parts; else as it says it. */
import { sayFileReason } from '@endcap/contract/file-reason-words'
import type { FileReason } from '@endcap/contract/file-reasons'
import { languages, type Language } from '@endcap/contract/vocabulary'
import i18next from 'i18next'

/** In which the console speaks. */
export const languageNow = (): Language => languages.find((one) => one === i18next.language) ?? 'en_US'

export function sayLines(lines: readonly string[], reasons: readonly FileReason[], language = languageNow()): string[] {
  const byText = new Map(reasons.map((reason) => [reason.text, reason]))
  return lines.map((line) => {
    const reason = byText.get(line)
    return reason === undefined ? line : sayFileReason(reason, language)
  })
}
