/** A time on the clock of stores: the day as yyyy-mm-dd, by hand or out of a calendar, and the time of day in 24 hours, five minutes apart or by hand. */
import { IconCalendar } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Autocomplete } from '../form/Autocomplete.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/inputs.tsx'
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
  const calendar = useRef<HTMLInputElement>(null)
  const label = t(`promotions.field.${name}`)
  return (
    <div className={styles.time}>
      <TextInput
        field={name}
        id={`promotion-${name}`}
        label={label}
        placeholder="yyyy-mm-dd"
        value={dayOf(value)}
        readOnly={readOnly}
        error={wrong}
        withAsterisk
        autoComplete="off"
        onChange={(event) => onChange(withDay(value, event.target.value))}
        rightSection={
          !readOnly && (
            <Button look="ghost" icon aria-label={t('promotions.calendar', { name: label })} onClick={() => calendar.current?.showPicker()}>
              <IconCalendar size={15} stroke={1.7} />
            </Button>
          )
        }
      />
      {/* The browser's calendar alone: what it would show of the day is written as the browser's language has it. */}
      <Input
        ref={calendar}
        type="date"
        className={styles.calendar}
        tabIndex={-1}
        aria-hidden="true"
        value={dayOf(value)}
        onChange={(event) => event.target.value !== '' && onChange(withDay(value, event.target.value))}
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
