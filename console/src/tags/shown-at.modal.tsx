/** "What did this label show at that time?", with the picture. */
import { Modal } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useReadAliases } from '../data/aliases.ts'
import { Fact } from '../ui/Fact.tsx'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { LabelViewer } from '../ui/LabelViewer.tsx'
import { Input } from '../ui/inputs.tsx'
import { clsx } from 'clsx'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'
import peekStyles from '../ui/Peek.module.css'

interface Props {
  storeCode: string
  tagMac: string
  tagId: string
  onClose: () => void
}
/** Slots of prInfo that are written out beside the picture. */
const written = 6

export function ShownAtModal({ storeCode, tagMac, tagId, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const aliases = useReadAliases()
  const [typed, setTyped] = useState(() => formatTime(Math.floor(Date.now() / 1000)).replace(' ', 'T'))
  const at = Math.floor(new Date(typed).getTime() / 1000)
  const query = useQuery({
    queryKey: ['tags', storeCode, 'shownAt', tagMac, at],
    queryFn: ({ signal }) => api.tagHistory.shownAt({ params: { storeCode, tagMac, at: String(at) } }, { signal }),
    enabled: Number.isFinite(at) && at >= 0,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const none = data === undefined ? t('common.loading') : t(`tags.shownAt.${data.glass === 'label' ? 'noPicture' : data.glass}`)
  const slots = aliases.filter(({ index }) => data?.prInfo[index]).slice(0, written)
  return (
    <Modal
      opened
      onClose={onClose}
      size="auto"
      title={
        <>
          {t('tags.shownAt.title')} <span className={helpers.mono}>{tagId}</span>
        </>
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={clsx(peekStyles.peek, peekStyles.picture)} data-part="peek">
        <label>
          {t('tags.shownAt.time')}
          <Input type="datetime-local" step={1} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </label>
        <Problem query={query} />
        <LabelViewer
          id={`${tagMac}/${data?.deliveryId}`}
          images={data === undefined || data.encodedImage === null ? [] : [data.encodedImage, ...data.subPage]}
          alt={t('tags.labelOf', { id: tagId })}
          none={none}
        />
        {data !== undefined && data.glass !== 'unknown' && (
          <dl className={factStyles.facts}>
            <Fact name={t(data.confirmed ? 'tags.shownAt.since' : 'tags.shownAt.delivered')}>
              {data.since === null ? '–' : formatTime(data.since)}
            </Fact>
            <Fact name={t('tags.shownAt.until')}>{data.until === null ? t('tags.shownAt.now') : formatTime(data.until)}</Fact>
            {data.prCode !== null && (
              <Fact name={t('tags.column.prCode')}>
                <span className={helpers.mono}>{data.prCode}</span>
              </Fact>
            )}
            {slots.map(({ index, label }) => (
              <Fact key={index} name={label}>
                {data.prInfo[index]}
              </Fact>
            ))}
          </dl>
        )}
        {data?.confirmed === false && data.glass !== 'unknown' && <p className={helpers.aside}>{t('tags.shownAt.notConfirmed')}</p>}
        {data?.inDoubt === true && <p className={helpers.aside}>{t('tags.shownAt.inDoubt')}</p>}
      </div>
    </Modal>
  )
}
