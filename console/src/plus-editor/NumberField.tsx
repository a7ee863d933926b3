import { useState } from 'react'

interface Props {
  label: string
  value: number
  least: number
  most: number
  onChange: (value: number) => void
  readOnly?: boolean
  unit?: string
}
/** A whole number that is taken over as it is typed, as far as it is one. */
export function NumberField({ label, value, least, most, onChange, readOnly = false, unit }: Props) {
  const [typed, setTyped] = useState<string>()
  const wrong = typed !== undefined && !isIn(typed, least, most)
  return (
    <label className="number-field">
      <span>{label}</span>
      <input
        className="fi"
        type="number"
        inputMode="numeric"
        step={1}
        min={least}
        max={most}
        value={typed ?? Math.round(value)}
        readOnly={readOnly}
        aria-invalid={wrong || undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          if (isIn(currentTarget.value, least, most)) onChange(Number(currentTarget.value))
        }}
        onBlur={() => setTyped(undefined)}
      />
      {unit !== undefined && <i>{unit}</i>}
    </label>
  )
}
const isIn = (text: string, least: number, most: number) => /^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most
