/**
 * The console's inputs, as they stand in lists, bars and editors: their name stands in `aria-label` or in a label around them.
 * `form/` has those with a label, a description and an error of their own. All share one look.
 */
import { clsx } from 'clsx'
import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import controls from './controls.module.css'

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'type'>

/** A line of text, or what else is typed: a search, a time, a number. */
export function Input({ className, ...rest }: ComponentPropsWithRef<'input'>) {
  return <input {...rest} className={clsx(controls.input, className)} />
}

export function TextArea({ className, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return <textarea {...rest} className={clsx(controls.input, className)} />
}

/** One of a few choices, chosen by the browser's own list. One that is searched: `Select` in `form/`. */
export function NativeSelect({ className, ...rest }: ComponentPropsWithRef<'select'>) {
  return <select {...rest} className={clsx(controls.input, className)} />
}

interface TickProps extends InputProps {
  /** Its words, beside it. Without them `aria-label` names it, or a label around it. */
  label?: ReactNode
  /** What it means, below its words. */
  description?: ReactNode
}
/** Yes or no. With a label, `className` is the label's. */
export const Tick = (props: TickProps) => <Mark {...props} type="checkbox" />

/** One of several. With a label, `className` is the label's. */
export const Radio = (props: TickProps) => <Mark {...props} type="radio" />

function Mark({ label, description, className, type, ...rest }: TickProps & { type: 'checkbox' | 'radio' }) {
  const look = clsx(controls.tick, type === 'radio' && controls.round)
  const id = useId()
  const described = description !== undefined && description !== ''
  if (label === undefined) return <input {...rest} type={type} className={clsx(look, className)} />
  const labelled = (more: string | undefined) => (
    <label className={clsx(controls.tickLabel, more)}>
      <input {...rest} type={type} className={look} aria-describedby={described ? id : undefined} />
      {typeof label === 'string' ? <span>{label}</span> : label}
    </label>
  )
  if (!described) return labelled(className)
  return (
    <div className={clsx(controls.described, className)}>
      {labelled(undefined)}
      <small id={id}>{description}</small>
    </div>
  )
}

/** A position on a line, such as a time of what plays. */
export const Range = (props: InputProps) => <input {...props} type="range" />

export const ColourInput = (props: InputProps) => <input {...props} type="color" />

interface ChosenFile extends Omit<InputProps, 'onChange'> {
  onFiles: (files: File[]) => void
}
/** For files from the reader's device. The same file can be chosen again. */
export const FileInput = ({ onFiles, ...rest }: ChosenFile) => (
  <input
    {...rest}
    type="file"
    onChange={({ currentTarget }) => {
      const files = [...(currentTarget.files ?? [])]
      currentTarget.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)
