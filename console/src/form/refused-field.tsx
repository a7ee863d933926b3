/** Shows what the server refused at the field that its answer names. A form's shell holds it, and each field of the form takes it by its name in the call. */
import { CallError } from '@endcap/contract/client'
import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import styles from './refused-field.module.css'

interface Refusal {
  /** As the form calls it. */
  field: string
  text: string
}
interface Refusals {
  refusal: Refusal | undefined
  clear: () => void
}
const RefusalContext = createContext<Refusals>({ refusal: undefined, clear: () => undefined })

/** What a field is called in the call that the form sends. */
export interface NamedField {
  field?: string | undefined
}

/** The place in a call that a problem names, also where a form says the problem in other words. */
function placeOf(problem: unknown): string | undefined {
  if (problem instanceof CallError) return problem.answer.field
  return problem instanceof Error ? placeOf(problem.cause) : undefined
}

/**
 * The field of a form for a place in a call: a form may send its fields inside something (`config.timezone`),
 * or have one field for a whole list (`prCodeList.3`).
 */
export function fieldFor(place: string, fields: readonly string[]): string | undefined {
  const steps = place.split('.')
  // The whole, then what stands inside; then the same without the last step.
  const parts = steps.flatMap((_, cut) => {
    const last = steps.length - cut
    return steps.slice(0, last).map((_step, first) => steps.slice(first, last).join('.'))
  })
  return parts.find((part) => part !== '' && fields.includes(part))
}

const elementsOf = (form: HTMLElement | null) => [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]

const withoutPlace = (text: string, place: string) => (text.startsWith(`${place}: `) ? text.slice(place.length + 2) : text)

/** For the shell of a form: hands a problem to the field that it names, which gets the focus. Without such a field it does nothing. */
export function useRefusals(problem: unknown): { form: RefObject<HTMLFormElement | null>; refusals: Refusals } {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState<{ field: string; place: string; problem: unknown }>()
  useEffect(() => {
    const place = placeOf(problem)
    const shown = elementsOf(form.current).flatMap(({ dataset }) => dataset.field ?? [])
    const field = place === undefined ? undefined : fieldFor(place, shown)
    setRefused(place === undefined || field === undefined ? undefined : { field, place, problem })
  }, [problem])
  // When its text is there: it is read out together with the field.
  useLayoutEffect(() => {
    if (refused !== undefined)
      elementsOf(form.current)
        .find(({ dataset }) => dataset.field === refused.field)
        ?.focus()
  }, [refused])
  const refusal = refused && { field: refused.field, text: withoutPlace(errorText(refused.problem, t), refused.place) }
  return { form, refusals: { refusal, clear: () => setRefused(undefined) } }
}

export const RefusedFields = ({ refusals, children }: { refusals: Refusals; children: ReactNode }) => (
  <RefusalContext value={refusals}>{children}</RefusalContext>
)

function useField(field: string | undefined): { text: string | undefined; clear: () => void } {
  const { refusal, clear } = useContext(RefusalContext)
  const text = refusal !== undefined && refusal.field === field ? refusal.text : undefined
  return { text, clear: () => text !== undefined && clear() }
}

/** What an input with an `error` needs to be a field: its own error stands there when the server's does not. Typing takes the server's away. */
export function useFieldProps<Args extends unknown[]>(
  field: string | undefined,
  { error, onChange }: { error?: ReactNode; onChange?: ((...args: Args) => void) | undefined },
) {
  const { text, clear } = useField(field)
  return {
    'data-field': field,
    error: text ?? error,
    onChange: (...args: Args) => {
      clear()
      onChange?.(...args)
    },
  }
}

interface PlainFieldProps {
  field: string
  /** Draws the input with these attributes. */
  children: (attributes: object) => ReactNode
}
/** A plain `<input>` or `<select>`, and below it what was refused of it. */
export function PlainField({ field, children }: PlainFieldProps) {
  const { text, clear } = useField(field)
  const id = useId()
  const attributes = { 'data-field': field, onInput: clear, ...(text !== undefined && { 'aria-invalid': true, 'aria-describedby': id }) }
  return (
    <>
      {children(attributes)}
      {text !== undefined && (
        <small id={id} className={styles.refused}>
          {text}
        </small>
      )}
    </>
  )
}

/** Below something that is no single input, such as a list of ticks: what was refused of it. Another `value` takes the text away. */
export function RefusedField({ field, value }: { field: string; value: unknown }) {
  const { text, clear } = useField(field)
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    clear()
  })
  return (
    <small data-field={field} tabIndex={-1} className={styles.refused} hidden={text === undefined}>
      {text}
    </small>
  )
}
