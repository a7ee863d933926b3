/** Words with fields of a product in braces. What cannot be read yet, such as half a field, stays here until it can. */
import { parseTemplate } from '@endcap/label/template'
import { useReadAliases, type NamedAlias } from '../data/aliases.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../ui/Hint.tsx'
import { NativeSelect, TextArea } from '../ui/inputs.tsx'
import { keysAreTaken } from '../ui/key-focus.ts'
import editorStyles from '../canvas/editor.module.css'

const longest = 500
interface Props {
  value: string
  label: 'words' | 'value'
  readOnly: boolean
  onChange: (value: string) => void
}
export function TemplateText({ value, label, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? value
  const wrong = typed !== undefined && 'translatable' in parseTemplate(typed)
  const type = (text: string) => {
    const isWrong = 'translatable' in parseTemplate(text)
    setTyped(isWrong ? text : undefined)
    if (!isWrong) onChange(text)
  }
  useBeginAtField(input, !readOnly)
  const insert = (slot: string) => {
    const { selectionStart = shown.length, selectionEnd = shown.length } = input.current ?? {}
    type((shown.slice(0, selectionStart) + slot + shown.slice(selectionEnd)).slice(0, longest))
    const behind = selectionStart + slot.length
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(behind, behind)
    })
  }
  return (
    <>
      <div className={editorStyles.textField}>
        <span>
          <label htmlFor={`${id} text`}>{t(`slideEditor.text.${label}`)}</label>
        </span>
        <TextArea
          ref={input}
          id={`${id} text`}
          rows={label === 'words' ? 3 : 2}
          value={shown}
          maxLength={longest}
          readOnly={readOnly}
          spellCheck={false}
          data-part="object-text"
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? id : undefined}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      </div>
      {wrong && (
        <Hint role="alert" id={id}>
          {t('slideEditor.text.unreadable')}
        </Hint>
      )}
      {!readOnly && <FieldChoice onPick={insert} />}
    </>
  )
}

/** How a field of a type stands in a text, unless it is changed there. */
const formats: Partial<Record<string, string>> = { price: 'price', date: 'date' }
const slotOf = ({ name, type }: NamedAlias) => `{${name}${formats[type] === undefined ? '' : `:${formats[type]}`}}`

function FieldChoice({ onPick }: { onPick: (slot: string) => void }) {
  const { t } = useTranslation()
  const aliases = useReadAliases()
  return (
    <NativeSelect value="" aria-label={t('slideEditor.text.insert')} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
      <option value="" disabled>
        {t('slideEditor.text.insert')}
      </option>
      {aliases.map((alias) => (
        <option key={alias.index} value={slotOf(alias)}>
          {alias.label}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Enter on the object, or two clicks, lead to its words. */
function useBeginAtField(input: { readonly current: HTMLTextAreaElement | null }, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const isAtBox = (target: EventTarget | null) => target instanceof Element && target.closest('[data-part=canvas-box]') !== null
    const begin = (event: Event) => {
      if (!isAtBox(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !keysAreTaken(event)) begin(event)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('dblclick', begin)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('dblclick', begin)
    }
  }, [input, isOn])
}
