/** When a schedule holds in the seven days from today, on the clock of its store. */
import type { Rule } from '@endcap/signage/schedule'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Week } from '../ui/Week.tsx'
import { weekOf } from '../ui/week-of.ts'

export function WeekStrip({ rule, timeZone }: { rule: Rule; timeZone: string }) {
  const { t } = useTranslation()
  const [now] = useState(() => Date.now())
  const week = useMemo(
    () => weekOf([rule], now, timeZone).map((day) => ({ ...day, spans: day.spans.filter(({ winner }) => winner === 0) })),
    [rule, now, timeZone],
  )
  return (
    <Week days={week} textOf={({ spans }) => (spans.length === 0 ? t('schedules.never') : spans.map(({ text }) => text).join(', '))} titled>
      {({ spans }) => spans.map(({ left, width, text }) => <i key={text} style={{ left: `${left * 100}%`, width: `${width * 100}%` }} />)}
    </Week>
  )
}
