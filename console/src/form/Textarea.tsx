/** A text of several lines that is a field of a form: what the server refuses of it stands below it. */
import { Textarea as KitInput, type TextareaProps } from '@mantine/core'
import { useFieldProps, type NamedField } from './refused-field.tsx'

export const Textarea = ({ field, ...props }: TextareaProps & NamedField) => <KitInput {...props} {...useFieldProps(field, props)} />
