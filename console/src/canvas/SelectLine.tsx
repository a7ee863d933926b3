/** One of a few values by its name, in the panels beside a canvas. */
import { NativeSelect } from '../ui/inputs.tsx'
import editorStyles from './editor.module.css'

interface Props<T extends string | number> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  readOnly?: boolean
}
export function SelectLine<T extends string | number>({ label, value, options, onChange, readOnly = false }: Props<T>) {
  return (
    <label className={editorStyles.selectField}>
      <span>{label}</span>
      <NativeSelect
        value={value}
        disabled={readOnly}
        onChange={({ currentTarget }) => onChange(options.find((one) => String(one.value) === currentTarget.value)?.value ?? value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </label>
  )
}
