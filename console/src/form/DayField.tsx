/** A day as yyyy-mm-dd, by hand or out of the browser's calendar (specification 2 §9, 3 §9). */
import { IconCalendar } from '@tabler/icons-react'
import { useRef, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/inputs.tsx'
import { TextInput } from './TextInput.tsx'
import styles from './DayField.module.css'

interface Props extends Omit<ComponentProps<typeof TextInput>, 'label' | 'onChange' | 'placeholder' | 'rightSection' | 'value'> {
  label: string
  value: string
  /** As it is typed: it need not be a day yet. */
  onChange: (day: string) => void
}

export function DayField({ label, value, readOnly, onChange, ...field }: Props) {
  const { t } = useTranslation()
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.day}>
      <TextInput
        {...field}
        label={label}
        placeholder="yyyy-mm-dd"
        value={value}
        readOnly={readOnly}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        rightSection={
          readOnly !== true && (
            <Button look="ghost" icon aria-label={t('common.calendar', { name: label })} onClick={() => calendar.current?.showPicker()}>
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
        max="9999-12-31"
        value={value}
        onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
      />
    </div>
  )
}
