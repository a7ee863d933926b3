/** Texts with blanks that people write: fields of one kind, and the blanks they may have, inserted with a click where the caret stands. */
import { unknownBlanks } from '@endcap/contract/templates'
import { languages, type Language } from '@endcap/contract/vocabulary'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TextInput } from './TextInput.tsx'
import { Textarea } from './Textarea.tsx'
import { languageNames } from '../ui/language-names.ts'
import { clsx } from 'clsx'
import templateGroupStyles from './TemplateGroup.module.css'
import helpers from '../ui/helpers.module.css'
import tabsStyles from '../ui/Tabs.module.css'

export interface TemplateField<Name extends string> {
  name: Name
  label: string
  /** Lines; one, without breaks, when absent. */
  rows?: number
  maxLength: number
}
interface Props<Name extends string> {
  legend: string
  fields: readonly TemplateField<Name>[]
  values: Record<Name, string>
  blanks: readonly string[]
  readOnly: boolean
  onChange: (name: Name, text: string) => void
  /** What stands before their names in the places that the server names. */
  place: string
  /** What else is wrong, by field. */
  errors?: Partial<Record<Name, string>>
}

export function TemplateGroup<Name extends string>({
  legend,
  fields,
  values,
  blanks,
  readOnly,
  onChange,
  place,
  errors = {},
}: Props<Name>) {
  const { t } = useTranslation()
  const inputs = useRef(new Map<Name, HTMLInputElement | HTMLTextAreaElement>())
  /** The field that was written in last. */
  const last = useRef(fields.at(-1)!.name)
  const insert = (blank: string) => {
    const input = inputs.current.get(last.current)
    const text = values[last.current]
    const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length]
    const given = `{{${blank}}}`
    onChange(last.current, text.slice(0, from) + given + text.slice(to))
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(from + given.length, from + given.length)
    })
  }
  const wrongOf = (name: Name): string | undefined => {
    const [unknown] = unknownBlanks(values[name], blanks)
    return unknown === undefined ? errors[name] : t('templates.unknownBlank', { name: `{{${unknown}}}` })
  }
  return (
    <fieldset className={templateGroupStyles.templates}>
      <legend>{legend}</legend>
      {fields.map(({ name, label, rows, maxLength }) => {
        const shared = {
          field: `${place}.${name}`,
          label,
          value: values[name],
          error: wrongOf(name),
          readOnly,
          maxLength,
          spellCheck: false,
          onFocus: () => void (last.current = name),
          ref: (input: HTMLInputElement & HTMLTextAreaElement) => {
            if (input === null) inputs.current.delete(name)
            else inputs.current.set(name, input)
          },
          onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
        }
        return rows === undefined ? <TextInput key={name} {...shared} /> : <Textarea key={name} rows={rows} {...shared} />
      })}
      {!readOnly && (
        <div className={templateGroupStyles.blanks} role="group" aria-label={t('templates.blanks')}>
          <span aria-hidden="true">{t('templates.blanks')}</span>
          {blanks.map((blank) => (
            <button
              key={blank}
              type="button"
              className={clsx(templateGroupStyles.blank, helpers.mono)}
              aria-label={t('templates.insert', { name: blank })}
              onClick={() => insert(blank)}
            >
              {blank}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  )
}

/** Which language is written in; `marked` are those with something to see to. */
export function LanguageTabs({
  value,
  onChange,
  marked = [],
}: {
  value: Language
  onChange: (language: Language) => void
  marked?: readonly Language[]
}) {
  const { t } = useTranslation()
  return (
    <div className={tabsStyles.tabs} role="group" aria-label={t('templates.language')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language.slice(0, 2)}
          aria-pressed={language === value}
          onClick={() => onChange(language)}
          {...(marked.includes(language) && { title: t('templates.changed') })}
        >
          {languageNames[language]}
          {marked.includes(language) && (
            <span className={tabsStyles.dot}>
              <span className={helpers.screenReader}>{t('templates.changed')}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
