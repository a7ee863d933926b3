/** What a clock says, and how a ticker runs. */
import { clockDates, clockHours, clockTimes, tickerDirections, tickerSpeeds, type ClockLook, type TickerLook } from '@endcap/signage/moving'
import { useTranslation } from 'react-i18next'
import editorStyles from '../canvas/editor.module.css'
import { NumberField } from '../form/NumberField.tsx'
import { SelectLine } from '../canvas/SelectLine.tsx'

interface Fields<Look> {
  look: Look
  readOnly: boolean
  change: (part: Partial<Look>) => void
}
export function ClockFields({ look: { time, date, hours }, readOnly, change }: Fields<ClockLook>) {
  const { t } = useTranslation()
  // One of both is there: what is taken away brings the other.
  const times = clockTimes.map((value) => ({ value, label: t(`slideEditor.clock.times.${value}`) }))
  const dates = clockDates.map((value) => ({ value, label: t(`slideEditor.clock.dates.${value}`) }))
  return (
    <>
      <SelectLine
        label={t('slideEditor.clock.time')}
        value={time}
        options={times}
        readOnly={readOnly}
        onChange={(next) => change({ time: next, ...(next === 'none' && date === 'none' && { date: 'short' }) })}
      />
      {time !== 'none' && (
        <SelectLine
          label={t('slideEditor.clock.hours')}
          value={hours === undefined ? '' : `${hours}`}
          options={[
            { value: '', label: t('slideEditor.clock.asLanguage') },
            { value: '12', label: t('slideEditor.clock.twelve') },
            { value: '24', label: t('slideEditor.clock.twentyFour') },
          ]}
          readOnly={readOnly}
          onChange={(next) => change({ hours: clockHours.find((one) => String(one) === next) })}
        />
      )}
      <SelectLine
        label={t('slideEditor.clock.date')}
        value={date}
        options={dates}
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
      <SelectLine
        label={t('slideEditor.ticker.direction')}
        value={direction}
        options={tickerDirections.map((one) => ({ value: one, label: t(`slideEditor.ticker.directions.${one}`) }))}
        readOnly={readOnly}
        onChange={(next) => change({ direction: next })}
      />
    </div>
  )
}
