/** A few choices side by side, one of them taken: radio buttons that show all there is. */
import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import choicesStyles from './Choices.module.css'
import { Radio } from '../ui/inputs.tsx'

interface Props<T extends string | number> {
  /** Names the group; also its radio buttons. */
  name: string
  legend: string
  options: readonly { value: T; label: ReactNode; disabled?: boolean }[]
  value: T
  onChoose: (value: T) => void
  /** One below the other, for choices with a sentence each. */
  tall?: boolean
}

export function Choices<T extends string | number>({ name, legend, options, value, onChoose, tall = false }: Props<T>) {
  return (
    <fieldset className={clsx(choicesStyles.choices, tall && choicesStyles.tall)}>
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <Radio name={name} checked={option.value === value} disabled={option.disabled} onChange={() => onChoose(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
