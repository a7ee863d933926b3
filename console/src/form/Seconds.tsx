/** A field for whole seconds. What is no number stays as it was typed until something is, so that saving can say so. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import secondsStyles from './Seconds.module.css'
import { Input } from '../ui/inputs.tsx'

interface Props {
  label: string
  value: number
  readOnly?: boolean
  onChange: (seconds: number) => void
}

export function Seconds({ label, value, readOnly = false, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  return (
    <span className={secondsStyles.seconds}>
      <Input
        inputMode="numeric"
        aria-label={label}
        aria-invalid={!(Number.isInteger(value) && value >= 1) || undefined}
        value={typed ?? (Number.isNaN(value) ? '' : String(value))}
        readOnly={readOnly}
        maxLength={5}
        autoComplete="off"
        onChange={(event) => {
          const text = event.target.value.replaceAll(/[^\d]/g, '')
          setTyped(text)
          onChange(text === '' ? Number.NaN : Number(text))
        }}
        onBlur={() => setTyped(undefined)}
      />
      <small>{t('shows.seconds')}</small>
    </span>
  )
}
