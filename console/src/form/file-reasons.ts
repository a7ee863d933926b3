/** What is wrong with a file, in the person's language where the server tells it in parts; else as it says it. */
import type { FileReason } from '@endcap/contract/file-reasons'
import type { TFunction } from 'i18next'

export function sayLines(lines: readonly string[], reasons: readonly FileReason[], t: TFunction): string[] {
  const byText = new Map(reasons.map((reason) => [reason.text, reason]))
  return lines.map((line) => {
    const reason = byText.get(line)
    return reason === undefined ? line : t(`files.reason.${reason.code}`, { ...reason.values, interpolation: { escapeValue: false } })
  })
}
