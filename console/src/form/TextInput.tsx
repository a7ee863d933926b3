/** A line of text that is a field of a form: what the server refuses of it stands below it. */
import { TextInput as Input, type TextInputProps } from '@mantine/core'
import { useFieldProps, type NamedField } from './refused-field.tsx'

export const TextInput = ({ field, ...props }: TextInputProps & NamedField) => <Input {...props} {...useFieldProps(field, props)} />
