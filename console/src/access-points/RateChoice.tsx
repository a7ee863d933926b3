import type { AccessPointOptions } from '@endcap/contract/access-points'
import { useTranslation } from 'react-i18next'
import { PlainField } from '../form/refused-field.tsx'
import { batteryWords, everyWords } from './words.ts'
import { NativeSelect } from '../ui/inputs.tsx'

/** Seconds between two calls that are offered. */
const offered = [300, 600, 1800, 3600, 7200, 14_400, 28_800, 86_400]

interface Props {
  /** What it is called in the call. */
  field: string
  /** Undefined: the default. */
  seconds: number | undefined
  defaultSeconds: number
  night: AccessPointOptions['night']
  onChange: (seconds: number | undefined) => void
}
/** How often a sign calls, and how long its battery lasts so. */
export function RateChoice({ field, seconds, defaultSeconds, night, onChange }: Props) {
  const { t } = useTranslation()
  const all = [...new Set([...offered, ...(seconds === undefined ? [] : [seconds])])].toSorted((one, other) => one - other)
  const words = (rate: number) => t('accessPoints.rateAndBattery', { every: everyWords(rate, t), battery: batteryWords(rate, night, t) })
  return (
    <PlainField field={field}>
      {(attributes) => (
        <NativeSelect
          {...attributes}
          value={seconds ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
        >
          <option value="">{t('accessPoints.byDefault', { what: words(defaultSeconds) })}</option>
          {all.map((rate) => (
            <option key={rate} value={rate}>
              {words(rate)}
            </option>
          ))}
        </NativeSelect>
      )}
    </PlainField>
  )
}
