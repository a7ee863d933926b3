/** A colour with its name, as `#rrggbb`. */
import { ColourInput } from '../ui/inputs.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'

interface Props {
  label: string
  value: string
  disabled: boolean
  onChange: (colour: string) => void
}
export const ColourField = ({ label, value, disabled, onChange }: Props) => (
  <label className={editorStyles.colourField}>
    <span>{label}</span>
    <span>
      <ColourInput value={value} disabled={disabled} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      <code className={helpers.mono}>{value}</code>
    </span>
  </label>
)
