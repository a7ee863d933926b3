/** A new timeline, or another name for one. */
import type { PlusTimelineRow } from '@endcap/contract/timelines'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { NameModal } from '../contents/name.modal.tsx'

export function TimelineName({ timeline, close }: { timeline?: PlusTimelineRow; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const navigate = useNavigate()
  return (
    <NameModal
      title={timeline === undefined ? t('plusTimelines.action.create') : t('plusTimelines.rename', { name: timeline.name })}
      label={t('plusTimelines.column.name')}
      before={timeline?.name ?? ''}
      save={(name) => api.plusTimelines.save({ body: { name, ...(timeline && { id: timeline.id }) } })}
      saved={({ id }) => {
        if (timeline === undefined) void navigate({ to: paths.timelineSchedule(id), search: {} })
      }}
      close={close}
    />
  )
}
