/** A time on the clock of stores: the day, and the time of day in 24 hours, five minutes apart or by hand. */
import { useTranslation } from 'react-i18next'
import { Autocomplete } from '../form/Autocomplete.tsx'
import { DayField } from '../form/DayField.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './promotions.module.css'
import { dayOf, timeOfDay, timesOfDay, withDay, withTimeOfDay } from './times.ts'

interface Props {
  name: 'starts' | 'ends'
  value: string
  wrong: boolean
  readOnly: boolean
  onChange: (value: string) => void
}

export function TimeField({ name, value, wrong, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const label = t(`promotions.field.${name}`)
  return (
    <div className={styles.time}>
      <DayField
        field={name}
        id={`promotion-${name}`}
        label={label}
        value={dayOf(value)}
        readOnly={readOnly}
        error={wrong}
        withAsterisk
        onChange={(day) => onChange(withDay(value, day))}
      />
      <Autocomplete
        aria-label={t('promotions.timeOf', { name: label })}
        placeholder="hh:ii"
        classNames={{ input: helpers.mono }}
        data={[...timesOfDay]}
        // All of them, also where one stands there already.
        filter={({ options }) => options}
        value={timeOfDay(value)}
        readOnly={readOnly}
        error={wrong}
        maxDropdownHeight={220}
        onChange={(typed) => onChange(withTimeOfDay(value, typed))}
      />
    </div>
  )
}
