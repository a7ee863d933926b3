/** What a clock says, and how a ticker runs. */
import { clockDates, clockHours, clockTimes, tickerDirections, tickerSpeeds, type ClockLook, type TickerLook } from '@endcap/signage/moving'
import { useTranslation } from 'react-i18next'
import editorStyles from '../canvas/editor.module.css'
import { NumberField } from '../form/NumberField.tsx'
import { Choice } from './Choice.tsx'

interface Fields<Look> {
  look: Look
  readOnly: boolean
  change: (part: Partial<Look>) => void
}
export function ClockFields({ look: { time, date, hours }, readOnly, change }: Fields<ClockLook>) {
  const { t } = useTranslation()
  // One of both is there: what is taken away brings the other.
  const times = clockTimes.map((one) => [one, t(`slideEditor.clock.times.${one}`)] as const)
  const dates = clockDates.map((one) => [one, t(`slideEditor.clock.dates.${one}`)] as const)
  return (
    <>
      <Choice
        label={t('slideEditor.clock.time')}
        value={time}
        all={times}
        readOnly={readOnly}
        onChange={(next) => change({ time: next, ...(next === 'none' && date === 'none' && { date: 'short' }) })}
      />
      {time !== 'none' && (
        <Choice
          label={t('slideEditor.clock.hours')}
          value={hours === undefined ? '' : `${hours}`}
          all={[
            ['', t('slideEditor.clock.asLanguage')],
            ['12', t('slideEditor.clock.twelve')],
            ['24', t('slideEditor.clock.twentyFour')],
          ]}
          readOnly={readOnly}
          onChange={(next) => change({ hours: clockHours.find((one) => String(one) === next) })}
        />
      )}
      <Choice
        label={t('slideEditor.clock.date')}
        value={date}
        all={dates}
        readOnly={readOnly}
        onChange={(next) => change({ date: next, ...(next === 'none' && time === 'none' && { time: 'minutes' }) })}
      />
    </>
  )
}

export function TickerFields({ look: { speed, direction }, readOnly, change }: Fields<TickerLook>) {
  const { t } = useTranslation()
  return (
    <div className={editorStyles.boxFields}>
      <NumberField
        label={t('slideEditor.ticker.speed')}
        value={speed}
        min={tickerSpeeds.least}
        max={tickerSpeeds.most}
        unit="px/s"
        readOnly={readOnly}
        onChange={(next) => change({ speed: next })}
      />
      <Choice
        label={t('slideEditor.ticker.direction')}
        value={direction}
        all={tickerDirections.map((one) => [one, t(`slideEditor.ticker.directions.${one}`)] as const)}
        readOnly={readOnly}
        onChange={(next) => change({ direction: next })}
      />
    </div>
  )
}
