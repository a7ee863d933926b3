/** The seven days from today, with the layer that is seen at each time. */
import type { Rule } from '@endcap/signage/schedule'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Week } from '../ui/Week.tsx'
import { weekOf } from '../ui/week-of.ts'
import styles from './timelines.module.css'

interface Props {
  /** From the weakest to the strongest. */
  rules: readonly Rule[]
  nameOf: (winner: number) => string | undefined
  /** In the list beside it. */
  placeOf: (winner: number) => number
  now: number
  timeZone: string
}
/** A part of a day that is narrower has no room for a number, or for the name of a set behind it. */
const minForSign = 0.05
const minForName = 0.12

export function WinnerWeek({ rules, nameOf, placeOf, now, timeZone }: Props) {
  const { t } = useTranslation()
  const week = useMemo(() => weekOf(rules, now, timeZone), [rules, now, timeZone])
  return (
    <Week
      days={week}
      className={styles.winnerWeek}
      textOf={({ spans }) => spans.map(({ winner, text }) => `${text} ${nameOf(winner) ?? t('timelines.nothing')}`).join(', ')}
    >
      {({ spans }) =>
        spans.map(({ left, width, winner, text }) =>
          winner < 0 ? null : (
            <i
              key={text}
              data-tone={placeOf(winner) % 6}
              style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
              title={`${text} ${nameOf(winner) ?? ''}`}
            >
              {width >= minForSign && <b>{placeOf(winner) + 1}</b>}
              {width >= minForName && <span>{nameOf(winner)}</span>}
            </i>
          ),
        )
      }
    </Week>
  )
}
