/** A code of the display's own menu: it can be set, and taken off, but never read (specification 3 §3). */
import { useTranslation } from 'react-i18next'
import { Password } from '../form/Password.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './display-masters.module.css'

interface Props {
  field: 'adminPwd' | 'managerPwd'
  isSet: boolean
  /** Empty: as it is; null: none. */
  value: string | null
  readOnly: boolean
  onChange: (value: string | null) => void
}

export function Pin({ field, isSet, value, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const state = value === null ? 'removed' : isSet ? 'set' : 'none'
  return (
    <div className={styles.masterPin}>
      <Password
        field={field}
        label={t(`displayMasters.field.${field}`)}
        description={t(`displayMasters.hint.${field}`)}
        placeholder={t(`displayMasters.pin.${state}`)}
        value={value ?? ''}
        readOnly={readOnly}
        maxLength={12}
        inputMode="numeric"
        autoComplete="new-password"
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
      />
      {isSet && !readOnly && (
        <Button onClick={() => onChange(value === null ? '' : null)}>
          {t(value === null ? 'displayMasters.pin.keep' : 'displayMasters.pin.remove')}
        </Button>
      )}
    </div>
  )
}
