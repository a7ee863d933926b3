/** The filters of a list: a field under each heading, and chips for what is set. */
import { Popover } from '@mantine/core'
import { IconSelector, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterInput } from './spec.ts'
import { Input, Tick } from '../ui/inputs.tsx'
import { clsx } from 'clsx'
import tableStyles from './table.module.css'
import controls from '../ui/controls.module.css'

/** A typed filter is asked for when the typing rests. */
const restMs = 300

interface FieldProps {
  name: string
  heading: string
  input: FilterInput
  value: string
  onChange: (value: string) => void
  /** Of a typed one that stands alone. */
  placeholder?: string
}

export function FilterField({ heading, input, value, onChange, placeholder }: FieldProps) {
  const { t } = useTranslation()
  const label = t('table.filterBy', { column: heading })
  return input === 'text' ? (
    <TextFilter
      label={label}
      hint={t('table.operators')}
      placeholder={placeholder ?? t('table.filter')}
      value={value}
      onChange={onChange}
    />
  ) : (
    <ChoiceFilter label={label} options={input} value={value} onChange={onChange} />
  )
}

interface TextProps {
  label: string
  hint: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}
function TextFilter({ label, hint, placeholder, value, onChange }: TextProps) {
  /** Undefined: nothing was typed since the filter was set. */
  const [typed, setTyped] = useState<string>()
  // What came from elsewhere, such as clearing all filters, is taken over and never asked for, however late it is drawn.
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    setTyped(undefined)
  }
  useEffect(() => {
    if (typed === undefined || typed === value) return undefined
    const timer = setTimeout(() => onChange(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  /** At once, for who has finished: a field that is left, or goes with its dialog, has no time to rest. */
  const ask = () => {
    if (typed !== undefined && typed !== value) onChange(typed)
  }
  return (
    <Input
      aria-label={label}
      title={hint}
      placeholder={placeholder}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={ask}
      onKeyDown={(event) => event.key === 'Enter' && ask()}
      data-filter
    />
  )
}

function ChoiceFilter({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: Exclude<FilterInput, 'text'>
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const chosen = value === '' ? [] : value.replace(/^==/, '').split(',')
  const nameOf = (option: string) => options.label?.(option) ?? option
  const shown = chosen.length === 0 ? t('common.all') : chosen.map(nameOf).join(', ')
  const toggle = (option: string) => {
    const next = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]
    onChange(next.length === 0 ? '' : `==${next.join(',')}`)
  }
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={clsx(controls.input, tableStyles.filterButton)}
          data-part="filter-button"
          aria-label={`${label}: ${shown}`}
        >
          <span>{shown}</span>
          <IconSelector size={13} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {options.options.map((option) => (
          <Tick key={option} label={nameOf(option)} checked={chosen.includes(option)} onChange={() => toggle(option)} />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

interface Chip {
  name: string
  heading: string
  text: string
}
export function FilterChips({ chips, onClear }: { chips: Chip[]; onClear: (name: string) => void }) {
  const { t } = useTranslation()
  return chips.map(({ name, heading, text }) => (
    <span className={tableStyles.chip} data-part="chip" key={name}>
      <span>{heading}</span>
      <b>{text}</b>
      <button type="button" aria-label={t('table.clear', { column: heading })} onClick={() => onClear(name)}>
        <IconX size={12} />
      </button>
    </span>
  ))
}
