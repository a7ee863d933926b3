/** The fields of when something plays: a period, days of the week, times of the day (specification 3 §5, §9). */
import type { Rule } from '@endcap/signage/schedule'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DayField } from '../form/DayField.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { RefusedField } from '../form/refused-field.tsx'
import { Button } from '../ui/Button.tsx'
import fieldGridStyles from '../form/field-grid.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './schedules.module.css'

/** As it is typed. */
export interface RuleDraft {
  start: string
  end: string
  days: number[]
  time: { start: string; end: string }[]
}
const weekdays = [1, 2, 3, 4, 5, 6, 0]
const timePattern = '([01]\\d|2[0-4]):[0-5]\\d'

export const ruleDraftOf = (rule: Rule | undefined): RuleDraft => ({
  start: rule?.period?.start ?? '',
  end: rule?.period?.end ?? '',
  days: [...(rule?.days ?? [])],
  time: [...(rule?.time ?? [])],
})
export const ruleOf = ({ start, end, days, time }: RuleDraft) => ({
  period: start === '' && end === '' ? null : { start, end },
  days,
  time,
})
/** A colon comes by itself behind the hour. */
const normaliseTime = (text: string) => text.replaceAll(/[^\d:]/g, '').replace(/^(\d\d)(\d)/, '$1:$2')

interface Props {
  draft: RuleDraft
  readOnly: boolean
  onChange: (part: Partial<RuleDraft>) => void
}

export function RuleFields({ draft, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const changeTime = (index: number, part: Partial<RuleDraft['time'][number]>) =>
    onChange({ time: draft.time.map((range, place) => (place === index ? { ...range, ...part } : range)) })
  return (
    <>
      <div className={fieldGridStyles.fieldGrid}>
        {(['start', 'end'] as const).map((end) => (
          <DayField
            field={`period.${end}`}
            key={end}
            label={t(`schedules.${end}Date`)}
            value={draft[end]}
            readOnly={readOnly}
            onChange={(day) => onChange({ [end]: day.trim() })}
          />
        ))}
      </div>
      <fieldset className={styles.signagePart}>
        <legend>{t('schedules.column.days')}</legend>
        <div className={styles.signageDays}>
          {weekdays.map((day) => (
            <Button
              key={day}

              disabled={readOnly}
              aria-pressed={draft.days.includes(day)}
              onClick={() =>
                onChange({
                  days: draft.days.includes(day)
                    ? draft.days.filter((one) => one !== day)
                    : [...draft.days, day].toSorted((one, other) => one - other),
                })
              }
            >
              {t(`schedules.day.${day}`)}
            </Button>
          ))}
        </div>
        <RefusedField field="days" value={draft.days} />
      </fieldset>
      <fieldset className={styles.signageTimes}>
        <legend>{t('schedules.column.time')}</legend>
        {draft.time.map((range, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- ranges have nothing else, and stay in their order
          <div key={index}>
            {(['start', 'end'] as const).map((end) => (
              <TextInput
                field={`time.${index}.${end}`}
                key={end}
                className={helpers.mono}
                aria-label={t(`schedules.${end}Time`, { number: index + 1 })}
                placeholder={end === 'start' ? '09:00' : '18:00'}
                value={range[end]}
                pattern={timePattern}
                readOnly={readOnly}
                maxLength={5}
                inputMode="numeric"
                autoComplete="off"
                style={{ width: 90 }}
                onChange={({ currentTarget }) => changeTime(index, { [end]: normaliseTime(currentTarget.value) })}
              />
            ))}
            {!readOnly && (
              <Button
                look="ghost"
                icon
                aria-label={t('schedules.removeTime', { number: index + 1 })}
                onClick={() => onChange({ time: draft.time.filter((_, place) => place !== index) })}
              >
                <IconX size={15} stroke={1.7} />
              </Button>
            )}
          </div>
        ))}
        {!readOnly && (
          <Button style={{ justifySelf: 'start' }} onClick={() => onChange({ time: [...draft.time, { start: '', end: '' }] })}>
            <IconPlus size={15} stroke={1.7} />
            {t('schedules.addTime')}
          </Button>
        )}
      </fieldset>
    </>
  )
}
