/** Asks for a name, of something new or instead of the one that it has. */
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from './modal.tsx'
import { TextInput } from './TextInput.tsx'

interface Props<Answer> {
  title: string
  label: string
  /** Empty for something new. */
  before: string
  save: (name: string) => Promise<Answer>
  saved?: (answer: Answer) => void
  close: () => void
  /** Above the field. */
  children?: ReactNode
}

export function NameModal<Answer>({ title, label, before, save, saved, close, children }: Props<Answer>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [name, setName] = useState(before)
  const submit = async () => {
    // Specification 3 §5: an empty name does nothing.
    if (name.trim() === '') return
    const answer = await save(name.trim())
    await queries.invalidateQueries({ queryKey: ['signage'] })
    saved?.(answer)
    close()
  }
  return (
    <FormModal title={title} submit={t('common.save')} onSubmit={submit} onClose={close} unsaved={name !== before}>
      {children}
      <TextInput
        field="name"
        label={label}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
        data-autofocus
      />
    </FormModal>
  )
}
