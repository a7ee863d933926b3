/** Shows for a set (specification 3 §2): nothing but choosing is done here. */
import type { PlusShowRow } from '@endcap/contract/shows'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { Chooser } from '../contents/Chooser.tsx'
import { lengthText, sizeInPixels } from '../contents/contents.ts'

export function ChooseShows({ onChoose, close }: { onChoose: (shows: PlusShowRow[]) => void; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  return (
    <Chooser
      title={t('plusShows.choose')}
      submit={t('plusShows.add')}
      queryKey={['shows', 'choose']}
      load={(body, signal) => api.plusShows.search({ params: {}, body }, { signal })}
      rowId={({ id }) => id}
      nameOf={({ name }) => name}
      filters={[{ name: 'name', label: t('plusShows.column.name') }]}
      order="name"
      about={({ resolution, deviceCount, duration }) =>
        `${sizeInPixels(resolution)} · ${t('plusShows.screens', { count: deviceCount })} · ${lengthText(duration)}`
      }
      empty={t('plusShows.none')}
      onChoose={onChoose}
      close={close}
    />
  )
}
