/** One of several choices that is a field of a form: what the server refuses of it stands below it. */
import { Select as KitInput, type SelectProps } from '@mantine/core'
import { useFieldProps, type NamedField } from './refused-field.tsx'

export const Select = ({ field, ...props }: SelectProps & NamedField) => <KitInput {...props} {...useFieldProps(field, props)} />
