/** When a schedule holds in the seven days from today, on the clock of its store. */
import { instantOf, localTime } from '@endcap/signage/local-time'
import { strip, type Rule } from '@endcap/signage/schedule'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

const days = 7
const two = (value: number) => String(value).padStart(2, '0')

/** For each day: its weekday, its date, and where within it the rule holds, as parts of the day. */
function weekOf(rule: Rule, now: number, timeZone: string) {
  const first = localTime(now, timeZone)
  return Array.from({ length: days }, (_, ahead) => {
    const [from, to] = [instantOf(first.day + ahead, 0, timeZone), instantOf(first.day + ahead + 1, 0, timeZone)]
    const spans = strip([rule], from, to, timeZone).filter(({ winner }) => winner === 0)
    const clock = (at: number) => {
      const { day, minute } = localTime(at, timeZone)
      return day > first.day + ahead ? '24:00' : `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
    }
    return {
      weekday: (first.weekday + ahead) % 7,
      date: new Date((first.day + ahead) * 86_400_000).toISOString().slice(5, 10),
      spans: spans.map((span) => ({
        left: (span.from - from) / (to - from),
        width: (span.to - span.from) / (to - from),
        text: `${clock(span.from)}–${clock(span.to)}`,
      })),
    }
  })
}

export function WeekStrip({ rule, timeZone }: { rule: Rule; timeZone: string }) {
  const { t } = useTranslation()
  const [now] = useState(() => Date.now())
  const week = useMemo(() => weekOf(rule, now, timeZone), [rule, now, timeZone])
  return (
    <div className="signage-week">
      {week.map(({ weekday, date, spans }) => {
        const day = `${t(`schedules.day.${weekday}`)} ${date}`
        const said = spans.length === 0 ? t('schedules.never') : spans.map(({ text }) => text).join(', ')
        return (
          <div key={date} style={{ display: 'contents' }}>
            <small>{day}</small>
            <span className="signage-day" role="img" aria-label={`${day}: ${said}`} title={said}>
              {spans.map(({ left, width, text }) => (
                <i key={text} style={{ left: `${left * 100}%`, width: `${width * 100}%` }} />
              ))}
            </span>
          </div>
        )
      })}
      <span className="signage-hours" aria-hidden>
        {['0', '6', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </span>
    </div>
  )
}
