/** When something is shown, in words: its period, its days of the week, its times of the day. */
import type { Schedule } from '@endcap/contract/schedules'
import type { TFunction } from 'i18next'

type Rule = Pick<Schedule, 'period' | 'days' | 'time'>

const rangeWords = ({ start, end }: Rule['time'][number]) => `${start}–${end}`

/** Each of them by itself. */
export const scheduleWords = ({ period, days, time }: Rule, t: TFunction): Record<keyof Rule, string> => ({
  period: period === null ? t('schedules.always') : `${period.start} – ${period.end}`,
  days: days.length === 0 ? t('schedules.everyDay') : days.map((day) => t(`schedules.day.${day}`)).join(', '),
  time: time.length === 0 ? t('schedules.allDay') : time.map(rangeWords).join(', '),
})

/** All of it in a line. */
export function scheduleLine(rule: Rule, t: TFunction): string {
  if (rule.period === null && rule.days.length === 0 && rule.time.length === 0) return t('schedules.always')
  const { period, days, time } = scheduleWords(rule, t)
  return [...(rule.period === null ? [] : [period]), days, time].join(' · ')
}
