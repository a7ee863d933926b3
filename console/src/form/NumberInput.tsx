/** A number that is a field of a form, between bounds: what the server refuses of it stands below it. */
import { NumberInput as KitInput, type NumberInputProps } from '@mantine/core'
import { useFieldProps, type NamedField } from './refused-field.tsx'

export const NumberInput = ({ field, ...props }: NumberInputProps & NamedField) => <KitInput {...props} {...useFieldProps(field, props)} />
