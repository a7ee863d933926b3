/** A new timeline, or another name for one. */
import type { TimelineSummary } from '@endcap/contract/timelines'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { NameModal } from '../form/name.modal.tsx'

export function TimelineName({ timeline, close }: { timeline?: TimelineSummary; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const navigate = useNavigate()
  return (
    <NameModal
      title={timeline === undefined ? t('timelines.action.create') : t('timelines.rename', { name: timeline.name })}
      label={t('timelines.column.name')}
      before={timeline?.name ?? ''}
      save={(name) => api.timelines.save({ body: { name, ...(timeline && { id: timeline.id }) } })}
      saved={({ id }) => {
        if (timeline === undefined) void navigate({ to: paths.timelineSchedule(id), search: {} })
      }}
      close={close}
    />
  )
}
