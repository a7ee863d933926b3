/** A line of text that is a field of a form: what the server refuses of it stands below it. */
import { TextInput as KitInput, type TextInputProps } from '@mantine/core'
import { useFieldProps, type NamedField } from './refused-field.tsx'

export const TextInput = ({ field, ...props }: TextInputProps & NamedField) => <KitInput {...props} {...useFieldProps(field, props)} />
