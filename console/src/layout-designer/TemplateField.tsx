/** A text with fields in braces. */
import { useId, useRef } from 'react'
import { Wrong, useWrong } from './controls.tsx'
import { FieldPicker } from './FieldPicker.tsx'
import { TextArea } from '../ui/inputs.tsx'
import editorStyles from '../canvas/editor.module.css'
import styles from './layout-designer.module.css'

interface Props {
  label: string
  /** Of the element, such as `text`. */
  field: string
  value: string
  shown: { prCode: string; prInfo: readonly string[] }
  onChange: (value: string) => void
  readOnly: boolean
  first?: readonly string[]
}
const longest = 500

export function TemplateField({ label, field, value, shown, onChange, readOnly, first = [] }: Props) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const wrong = useWrong(field)
  /** Where the cursor stood, instead of what was selected. */
  const insert = (slot: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = input.current ?? {}
    onChange((value.slice(0, selectionStart) + slot + value.slice(selectionEnd)).slice(0, longest))
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(selectionStart + slot.length, selectionStart + slot.length)
    })
  }
  return (
    <div className={styles.templateField}>
      <div className={editorStyles.textField}>
        <label htmlFor={`${id} text`}>{label}</label>
        <TextArea
          ref={input}
          id={`${id} text`}
          rows={2}
          value={value}
          maxLength={longest}
          readOnly={readOnly}
          spellCheck={false}
          data-first-field
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong === undefined ? undefined : id}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      <Wrong field={field} id={id} />
      {!readOnly && <FieldPicker shown={shown} formats first={first} onPick={({ slot }) => insert(slot)} />}
    </div>
  )
}
