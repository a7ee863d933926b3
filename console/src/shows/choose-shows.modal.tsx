/** Shows for a set (specification 3 §2): nothing but choosing is done here. */
import type { SignageShowRow } from '@endcap/contract/shows'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { Chooser } from '../form/Chooser.tsx'
import { lengthText, sizeInPixels } from '../ui/format.ts'

export function ChooseShows({ onChoose, close }: { onChoose: (shows: SignageShowRow[]) => void; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  return (
    <Chooser
      title={t('shows.choose')}
      submit={t('shows.add')}
      queryKey={['shows', 'choose']}
      load={(body, signal) => api.shows.search({ params: {}, body }, { signal })}
      rowId={({ id }) => id}
      nameOf={({ name }) => name}
      filters={[{ name: 'name', label: t('shows.column.name') }]}
      order="name"
      about={({ resolution, deviceCount, duration }) =>
        `${sizeInPixels(resolution)} · ${t('shows.screens', { count: deviceCount })} · ${lengthText(duration)}`
      }
      empty={t('shows.none')}
      onChoose={onChoose}
      close={close}
    />
  )
}
