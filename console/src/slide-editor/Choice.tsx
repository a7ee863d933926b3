/** One of a few values in the panel of the editor, by its name. */
import editorStyles from '../canvas/editor.module.css'
import { NativeSelect } from '../ui/inputs.tsx'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  all: readonly (readonly [Value, string])[]
  readOnly: boolean
  onChange: (value: Value) => void
}
export function Choice<Value extends string>({ label, value, all, readOnly, onChange }: ChoiceProps<Value>) {
  return (
    <label className={editorStyles.selectField}>
      <span>{label}</span>
      <NativeSelect
        value={value}
        disabled={readOnly}
        onChange={({ currentTarget }) => {
          const [next] = all.find(([one]) => one === currentTarget.value) ?? []
          if (next !== undefined) onChange(next)
        }}
      >
        {all.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </label>
  )
}
