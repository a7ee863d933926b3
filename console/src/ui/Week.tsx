/** Seven days below each other, each from midnight to midnight, with what holds within it. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from './week-of.ts'
import weekStyles from './Week.module.css'
import { clsx } from 'clsx'

interface Props {
  days: readonly Day[]
  className?: string
  /** What a day says of itself. */
  textOf: (day: Day) => string
  /** Whether it says it to the pointer, too. */
  titled?: true
  /** What is drawn in a day. */
  children: (day: Day) => ReactNode
}

export function Week({ days, className, textOf, titled, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={clsx(weekStyles.signageWeek, className)}>
      {days.map((one) => {
        const day = `${t(`schedules.day.${one.weekday}`)} ${one.date}`
        const text = textOf(one)
        return (
          <div key={one.date} style={{ display: 'contents' }}>
            <small>{day}</small>
            <span className={weekStyles.signageDay} role="img" aria-label={`${day}: ${text}`} title={titled && text}>
              {children(one)}
            </span>
          </div>
        )
      })}
      <span className={weekStyles.signageHours} aria-hidden>
        {['0', '6', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </span>
    </div>
  )
}
