/** Fields for a number with a minimum, a maximum and a unit. */
import { useState } from 'react'
import editorStyles from '../canvas/editor.module.css'
import { Input } from '../ui/inputs.tsx'

interface Shared {
  label: string
  min: number
  max: number
  readOnly?: boolean
}
interface Props extends Shared {
  value: number
  onChange: (value: number) => void
  unit?: string
}
interface OptionalProps extends Shared {
  value: number | undefined
  /** Stands there while there is none. */
  placeholder: string
  onChange: (value: number | undefined) => void
}
/** A whole number that is taken over as it is typed, as far as it is one. */
export const NumberField = ({ value, onChange, ...shared }: Props) => (
  <Field {...shared} value={Math.round(value)} onChange={(next) => next !== undefined && onChange(next)} />
)
/** A whole number, or none. */
export const OptionalNumber = (props: OptionalProps) => <Field {...props} mayBeEmpty />

interface FieldProps extends Shared {
  value: number | undefined
  onChange: (value: number | undefined) => void
  placeholder?: string
  mayBeEmpty?: boolean
  unit?: string
}
function Field({ label, value, min, max, onChange, placeholder, mayBeEmpty = false, readOnly = false, unit }: FieldProps) {
  const [typed, setTyped] = useState<string>()
  const isRight = (text: string) => (mayBeEmpty && text === '') || isIn(text, min, max)
  return (
    <label className={editorStyles.numberField}>
      <span>{label}</span>
      <Input
        type="number"
        inputMode="numeric"
        step={1}
        min={min}
        max={max}
        placeholder={placeholder}
        value={typed ?? value ?? ''}
        readOnly={readOnly}
        aria-invalid={(typed !== undefined && !isRight(typed)) || undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          if (isRight(currentTarget.value)) onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
        }}
        onBlur={() => setTyped(undefined)}
      />
      {unit !== undefined && <i>{unit}</i>}
    </label>
  )
}
const isIn = (text: string, min: number, max: number) => /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max
