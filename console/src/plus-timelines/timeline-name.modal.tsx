/** A new timeline, or another name for one. */
import type { PlusTimelineRow } from '@endcap/contract/plus-timelines'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'

export function TimelineName({ timeline, close }: { timeline?: PlusTimelineRow; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(timeline?.name ?? '')
  const submit = async () => {
    // Specification 3 §5: an empty name does nothing.
    if (name.trim() === '') return
    const { id } = await api.plusTimelines.save({ body: { name: name.trim(), ...(timeline && { id: timeline.id }) } })
    await queries.invalidateQueries({ queryKey: ['plus'] })
    close()
    if (timeline === undefined) void navigate({ to: paths.timelineSchedule(id), search: {} })
  }
  return (
    <FormModal
      title={timeline === undefined ? t('plusTimelines.action.create') : t('plusTimelines.rename', { name: timeline.name })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      unsaved={name !== (timeline?.name ?? '')}
    >
      <TextInput
        label={t('plusTimelines.column.name')}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
        data-autofocus
      />
    </FormModal>
  )
}
