/** A few choices side by side, of which one holds, or several. */
import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import styles from './segments.module.css'

interface Props<T extends string | number> {
  /** What is chosen, in words; or the element that says it. */
  label?: string
  labelledBy?: string
  value: T
  /** With an icon the label is its name. */
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  onChange: (value: T) => void
  disabled?: boolean
}

export function Segments<T extends string | number>({ label, labelledBy, value, options, onChange, disabled = false }: Props<T>) {
  return (
    <div className={clsx(styles.segments, styles.framed)} data-part="segments" role="group" aria-label={label} aria-labelledby={labelledBy}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.label}
          title={option.icon === undefined ? undefined : option.label}
          disabled={disabled}
          onClick={() => onChange(option.value)}
        >
          {option.icon ?? option.label}
        </button>
      ))}
    </div>
  )
}

interface SeveralProps<T extends string> {
  /** What is chosen, in words. */
  label: string
  values: readonly T[]
  options: readonly { value: T; label: string }[]
  onChange: (values: T[]) => void
}

/** Choices of which any number holds, but for none: the last one stays. */
export function SeveralSegments<T extends string>({ label, values, options, onChange }: SeveralProps<T>) {
  return (
    <div className={clsx(styles.segments, styles.framed)} data-part="segments" role="group" aria-label={label}>
      {options.map(({ value, label }) => {
        const chosen = values.includes(value)
        const toggle = () => onChange(options.map((one) => one.value).filter((one) => (one === value ? !chosen : values.includes(one))))
        return (
          <button key={value} type="button" aria-pressed={chosen} disabled={chosen && values.length === 1} onClick={toggle}>
            {label}
          </button>
        )
      })}
    </div>
  )
}
