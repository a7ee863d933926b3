/** A line of text with proposals that is a field of a form: what the server refuses of it stands below it. */
import { Autocomplete as KitInput, type AutocompleteProps } from '@mantine/core'
import { useFieldProps, type NamedField } from './refused-field.tsx'

export const Autocomplete = ({ field, ...props }: AutocompleteProps & NamedField) => (
  <KitInput {...props} {...useFieldProps(field, props)} />
)
