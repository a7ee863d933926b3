/** Fields of the panel beside the artboard. */
import type { Colour, LayoutProblem } from '@endcap/label/layout'
import { createContext, useContext, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { detailText } from '../layouts/index.ts'
import { inWords, type Words } from './places.ts'
import { Tick } from '../ui/inputs.tsx'
import { Segments } from '../ui/Segments.tsx'
import editorStyles from '../canvas/editor.module.css'
import styles from './layout-designer.module.css'

/** What is wrong with the fields of the element that is selected, by field such as `text` or `when.0.value`. */
export const WrongContext = createContext<ReadonlyMap<string, LayoutProblem>>(new Map())
/** What is wrong with a field; undefined when nothing is. */
export const useWrong = (field: string): LayoutProblem | undefined => useContext(WrongContext).get(field)

/** Fields that have words of their own for what is wrong; of `when.0.value` the last part counts. */
const specificFields = ['text', 'value', 'field', 'size', 'minSize']
export function Wrong({ field, id }: { field: string; id?: string }) {
  const { t } = useTranslation()
  const wrong = useWrong(field)
  if (wrong === undefined) return null
  const last = field.split('.').at(-1) ?? ''
  const kind = field.startsWith('when') ? (last === 'value' ? 'pattern' : 'condition') : specificFields.includes(last) ? last : 'any'
  return (
    <p className={styles.fieldWrong} role="alert" id={id}>
      {t(`layoutDesigner.wrong.${kind}`)} <Detail of={inWords(wrong)} />
    </p>
  )
}

/** What exactly is wrong; marked as English where there are no other words. */
export function Detail({ of: words }: { of: Words }) {
  const { t } = useTranslation()
  return <span lang={words.translatable === null ? 'en' : undefined}>{detailText(words, t)}</span>
}

interface ChoiceProps<T extends string | number> {
  label: string
  value: T
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  onChange: (value: T) => void
  readOnly?: boolean
}
/** A few values side by side, of which one holds. */
export function Choice<T extends string | number>({ label, value, options, onChange, readOnly = false }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className={styles.choiceField}>
      <span id={id}>{label}</span>
      <Segments labelledBy={id} value={value} options={options} onChange={onChange} disabled={readOnly} />
    </div>
  )
}

interface CheckProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  readOnly?: boolean
}
export function CheckLine({ label, checked, onChange, readOnly = false }: CheckProps) {
  return (
    <label className={editorStyles.checkLine}>
      <Tick checked={checked} disabled={readOnly} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  )
}

export const colours = ['black', 'white', 'red', 'yellow', 'blue', 'green', 'orange'] as const satisfies readonly Colour[]
interface ColourProps<T extends Colour | undefined> {
  label: string
  value: T
  offered: readonly T[]
  onChange: (value: T) => void
  readOnly?: boolean
}
/** Inks; none of them where that is offered. */
export function ColourChoice<T extends Colour | undefined>({ label, value, offered, onChange, readOnly = false }: ColourProps<T>) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={styles.choiceField}>
      <span id={id}>{label}</span>
      <div className={styles.inks} role="group" aria-labelledby={id}>
        {offered.map((colour) => (
          <button
            key={colour ?? 'none'}
            type="button"
            data-ink={colour ?? 'none'}
            aria-pressed={colour === value}
            aria-label={t(`layoutDesigner.ink.${colour ?? 'none'}`)}
            title={t(`layoutDesigner.ink.${colour ?? 'none'}`)}
            disabled={readOnly}
            onClick={() => onChange(colour)}
          />
        ))}
      </div>
    </div>
  )
}
