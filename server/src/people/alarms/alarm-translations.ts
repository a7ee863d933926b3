/** What an alarm says in a language, as the console says it: for mails. */
import { alarmKinds, type AlarmType } from '@endcap/contract/alarm-kinds'
import type { AlarmText } from '@endcap/contract/alarms'
import { fillBlanks } from '@endcap/contract/templates'
import type { Language } from '@endcap/contract/vocabulary'
import type { ChangedTexts } from './alarm-settings.queries.ts'
import { codeWords, defaultTexts, wordsBetween } from './alarm-texts.ts'

/** `service:grm` → "the service grm does not run"; a name may have colons of its own. What is no code stays as it is. */
function worded(code: string, language: Language): string {
  const [word = '', ...rest] = code.split(':')
  const known = codeWords[language][word]
  return known === undefined ? code : fillBlanks(known, () => rest.join(':'))
}

function valueOf(name: string, value: unknown, language: Language): string {
  if (name === 'conditions' && Array.isArray(value)) return value.map((one) => worded(String(one), language)).join(wordsBetween[language])
  if ((name === 'reason' || name === 'task') && typeof value === 'string') return codeWords[language][value] ?? value
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return Array.isArray(value) ? value.join(', ') : '–'
}

/** What fills the blanks of an alarm's templates. */
export const alarmValues = (
  { type, data }: { type: AlarmType; data: Record<string, unknown> },
  language: Language,
): Record<string, string> => Object.fromEntries(alarmKinds[type].variables.map((name) => [name, valueOf(name, data[name], language)]))

export function alarmWords(
  alarm: { type: AlarmType; data: Record<string, unknown> },
  language: Language,
  changed: ChangedTexts | undefined,
): AlarmText {
  const { title, detail } = changed?.[language] ?? defaultTexts(alarm.type)[language]
  const values = alarmValues(alarm, language)
  const fill = (template: string) => fillBlanks(template, (name) => values[name] ?? '')
  return { title: fill(title), detail: fill(detail) }
}
