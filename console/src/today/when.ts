/** Times as people tell them: by the clock of a store, and how long ago. */
import { useTranslation } from 'react-i18next'
import { agoText, useNow } from '../ui/ago.ts'

/** `19:04 Japan Time`, with the day where it is another one there. */
export function clockText(at: number, { now, timeZone, language }: { now: number; timeZone: string; language: string }): string {
  const dayOf = (time: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(time * 1000)
  return new Intl.DateTimeFormat(language, {
    timeZone,
    ...(dayOf(at) !== dayOf(now) && { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    // The short name is one in Latin letters there.
    timeZoneName: language.startsWith('ja') ? 'longGeneric' : 'shortGeneric',
  }).format(at * 1000)
}

/** Says since when, at the time of this minute; `answeredAt`: the server's clock, where it is ahead of this machine's. */
export function useSince(answeredAt: number): (at: number, timeZone: string) => string {
  const { t, i18n } = useTranslation()
  const now = Math.max(useNow(), answeredAt)
  const language = i18n.language.replace('_', '-')
  return (at, timeZone) =>
    t('today.since', { time: clockText(at, { now, timeZone, language }), ago: agoText(Math.max(0, now - at), language) })
}
