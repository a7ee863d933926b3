/** General settings of the chain: one form, section by section. */
import { administratorRoleId } from '@endcap/contract/privileges'
import type { settings } from '@endcap/contract/settings'
import type { CallOf } from '@endcap/contract/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useSession } from '../app/services.ts'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Problem } from '../ui/Problem.tsx'
import { sections, toBody, toDraft, wrongOf, type Draft } from './fields.ts'
import { Retention } from './Retention.tsx'
import { hintBelow, Section, SettingForm, Waiting } from './SettingForm.tsx'
import { SaveBar } from '../draft/SaveBar.tsx'
import { useEdited } from '../draft/use-edited.ts'
import { Tick } from '../ui/inputs.tsx'
import styles from './settings.module.css'
import helpers from '../ui/helpers.module.css'

type Field = (typeof sections)[number]['fields'][number]

export function GeneralForm({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const { role_id: roleId } = useSession().user
  const query = useQuery({ queryKey: ['settings', '', 'server'], queryFn: ({ signal }) => api.settings.server({}, { signal }) })
  const stored = useMemo(() => query.data && { draft: toDraft(query.data), version: query.data.version }, [query.data])
  const form = useEdited<Draft>(stored)
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [saved, setSaved] = useState(false)
  const [busy, setBusy] = useState(false)
  const { draft } = form
  if (draft === undefined) return query.isError ? <Problem query={query} /> : <Waiting />

  const wrong = wrongOf(draft)
  const errorOf = ({ name }: Field): string | undefined => {
    const found = tried ? wrong[name] : undefined
    return found && t(`settings.wrong.${found.word}`, { name: t(`settings.field.${name}`), min: found.min, max: found.max })
  }
  const save = async () => {
    setTried(true)
    setProblem(undefined)
    const [first] = Object.keys(wrong)
    if (first !== undefined) {
      document.getElementById(`setting-${first}`)?.focus()
      setProblem(new Error(t('settings.wrong.some', { count: Object.keys(wrong).length })))
      return
    }
    setBusy(true)
    try {
      // Every field of the form is a field of the call.
      const body = { ...toBody(draft), version: form.version } as CallOf<typeof settings.saveServer>['body']
      queries.setQueryData(['settings', '', 'server'], await api.settings.saveServer({ body }))
      form.discard()
      setTried(false)
      setSaved(true)
      // What would be removed now is something else.
      await queries.invalidateQueries({ queryKey: ['settings', ''] })
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    form.discard()
    setProblem(undefined)
    setTried(false)
    void query.refetch()
  }
  return (
    <SettingForm mayStore={!readOnly && form.changed} onStore={() => void save()} problem={problem}>
      {sections.map(({ name, fields }) => (
        <Section key={name} name={name}>
          {fields.map((field) => (
            <Input
              key={field.name}
              field={field}
              value={draft[field.name] ?? ''}
              error={errorOf(field)}
              readOnly={readOnly || (field.administrators === true && roleId !== administratorRoleId)}
              onChange={(value) => form.change({ ...draft, [field.name]: value })}
            />
          ))}
          {name === 'histories' && Object.keys(wrong).every((one) => !one.endsWith('RetentionDays')) && (
            <Retention
              days={{
                historyRetentionDays: Number(draft.historyRetentionDays),
                updateHistoryRetentionDays: Number(draft.updateHistoryRetentionDays),
                auditRetentionDays: Number(draft.auditRetentionDays),
              }}
              isStored={!form.changed}
              readOnly={readOnly}
            />
          )}
        </Section>
      ))}
      {!readOnly && (
        <SaveBar
          changed={form.changed}
          saved={saved}
          busy={busy}
          problemTitle={t('settings.serverError')}
          problem={problem}
          onDiscard={discard}
        />
      )}
    </SettingForm>
  )
}

interface InputProps {
  field: Field
  value: string | boolean
  error: string | undefined
  readOnly: boolean
  onChange: (value: string | boolean) => void
}
function Input({ field, value, error, readOnly, onChange }: InputProps) {
  const { t } = useTranslation()
  const { name, kind, mono, inputType } = field
  const common = {
    id: `setting-${name}`,
    label: t(`settings.field.${name}`),
    description: t(`settings.hint.${name}`, { defaultValue: '' }),
  }
  if (kind === 'check')
    return (
      <Tick
        {...common}
        className={styles.wide}
        checked={value === true}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  const rules = {
    field: name,
    error,
    readOnly,
    withAsterisk: field.required === true,
    inputWrapperOrder: hintBelow,
    className: field.first === true ? styles.first : undefined,
  }
  if (kind === 'select')
    return (
      <Select
        {...common}
        {...rules}
        data={(field.options ?? []).map((option) => ({
          value: option,
          label: t(`settings.option.${name}.${option === '' ? 'none' : option}`),
        }))}
        value={String(value)}
        allowDeselect={false}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  return (
    <TextInput
      {...common}
      {...rules}
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      {...(kind === 'text' ? { type: inputType ?? 'text' } : { inputMode: 'numeric' as const })}
      {...(mono && { classNames: { input: helpers.mono }, spellCheck: false })}
    />
  )
}
