/** A colour with its name, as `#rrggbb`. */
import { useTranslation } from 'react-i18next'
import { useBrandColours } from '../data/brand.ts'
import { ColourInput, Tick } from '../ui/inputs.tsx'
import editorStyles from './editor.module.css'
import helpers from '../ui/helpers.module.css'

interface Props {
  label: string
  value: string
  disabled: boolean
  onChange: (colour: string) => void
}
export const ColourField = (props: Props) => <Colour {...props} />

/** `spoken`: its name, where what stands around it names it to the eye. */
const Colour = ({ label, spoken, value, disabled, onChange }: Props & { spoken?: string }) => (
  <div className={editorStyles.colours}>
    <label className={editorStyles.colourField}>
      {spoken === undefined && <span>{label}</span>}
      <span>
        <ColourInput
          aria-label={spoken}
          value={value}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <code className={helpers.mono}>{value}</code>
      </span>
    </label>
    {!disabled && <BrandSwatches label={label} value={value} onChange={onChange} />}
  </div>
)

/** The colours of the brand, to take one of them. */
function BrandSwatches({ label, value, onChange }: Omit<Props, 'disabled'>) {
  const { t } = useTranslation()
  const colours = useBrandColours()
  if (colours.length === 0) return null
  return (
    <div className={editorStyles.swatches} role="group" aria-label={t('canvas.brandColours', { name: label })}>
      {colours.map(({ name, colour }) => (
        <button
          key={name}
          type="button"
          style={{ background: colour }}
          title={name}
          aria-label={name}
          aria-pressed={colour.toLowerCase() === value.toLowerCase()}
          onClick={() => onChange(colour.toLowerCase())}
        />
      ))}
    </div>
  )
}

interface OptionalProps extends Omit<Props, 'value' | 'onChange'> {
  value: string | undefined
  /** Where there was none before. */
  first: string
  onChange: (colour: string | undefined) => void
}
/** A colour, or none. */
export function OptionalColour({ label, value, first, disabled, onChange }: OptionalProps) {
  const { t } = useTranslation()
  return (
    <div className={editorStyles.boxFields}>
      <label className={editorStyles.checkLine}>
        <Tick
          checked={value !== undefined}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? first : undefined)}
        />
        {label}
      </label>
      {value !== undefined && (
        <Colour label={label} spoken={t('canvas.colourOf', { name: label })} value={value} disabled={disabled} onChange={onChange} />
      )}
    </div>
  )
}
