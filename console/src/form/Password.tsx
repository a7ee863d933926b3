/** A field for a password, whose button to show it speaks the person's language. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFieldProps, type NamedField } from './refused-field.tsx'

export function Password({ field, ...props }: PasswordInputProps & NamedField) {
  const { t } = useTranslation()
  const named = useFieldProps(field, props)
  // The kit says of the field what describes it, but not that it is wrong.
  const isWrong = Boolean(named.error) || undefined
  return (
    <PasswordInput {...props} {...named} aria-invalid={isWrong} visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }} />
  )
}
