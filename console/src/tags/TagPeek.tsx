/** The panel beside the tag list: what the glass shows, the facts, why it stands so, and its deliveries. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi, useSession } from '../app/services.ts'
import { Fact } from '../ui/Fact.tsx'
import { formatTime } from '../ui/format.ts'
import { Peek } from '../ui/Peek.tsx'
import { Battery, modelText, Rssi, sizeWords } from '../ui/tag-cells.tsx'
import { Diagnosis } from './Diagnosis.tsx'
import { LabelViewer } from '../ui/LabelViewer.tsx'
import { TagState } from '../ui/TagState.tsx'
import { ModelPicture } from '../ui/ModelPicture.tsx'
import { Timeline } from './Timeline.tsx'
import { Due } from './Due.tsx'
import { PanelActions } from './PanelActions.tsx'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'

/** Nothing else should stand on the glass. */
const asItShould = new Set(['shown', 'no-product'])

interface Props {
  storeCode: string
  tagMac: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

export function TagPeek({ storeCode, tagMac, onStep, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { site } = useSession().user.systemConfig
  const params = { storeCode, tagMac }
  const { data, error } = useQuery({
    queryKey: ['tags', storeCode, 'detail', tagMac],
    queryFn: () => api.tags.detail({ params }),
    placeholderData: keepPreviousData,
  })
  const { data: preview } = useQuery({
    queryKey: ['tags', storeCode, 'preview', tagMac],
    queryFn: () => api.tags.preview({ params, query: {} }),
    placeholderData: keepPreviousData,
  })
  const images = preview === undefined || preview.encodedImage === null ? [] : [preview.encodedImage, ...preview.subPage]
  const { tag, diagnosis, timeline, eventList } = data ?? {}
  const isWrong = diagnosis !== undefined && !asItShould.has(diagnosis.cause)
  const glass = (
    <LabelViewer id={tagMac} images={images} alt={t('tags.labelOf', { id: tagMac })} none={t('tags.noImage')} standing={data?.page} />
  )
  return (
    <Peek
      label={t('tags.labelOf', { id: tag?.barcode ?? tagMac })}
      title={<b className={helpers.mono}>{tag?.barcode ?? tagMac}</b>}
      previous={t('tags.previousTag')}
      next={t('tags.nextTag')}
      onStep={onStep}
      onClose={onClose}
      error={error}
    >
      {tag !== undefined && isWrong ? <Due storeCode={storeCode} tag={tag} standing={images[0]} otherwise={glass} /> : glass}
      {tag !== undefined && diagnosis !== undefined && (
        <>
          <Diagnosis diagnosis={diagnosis} tag={tag} />
          <PanelActions storeCode={storeCode} tag={tag} mends={diagnosis.action === 'reassign' || diagnosis.action === 'assign'} />
          <dl className={factStyles.facts}>
            <Fact name={t('tags.product')}>{tag.prName ?? t('tags.noProduct')}</Fact>
            <Fact name={t('tags.column.prCode')}>
              <span className={helpers.mono}>{data?.prCodeList.join(', ') || '–'}</span>
            </Fact>
            {typeof data?.fmPrCode === 'string' && (
              <Fact name={t('tags.family')}>
                <span className={helpers.mono}>{data.fmPrCode}</span>
              </Fact>
            )}
            <Fact name={t('tags.column.tagType')}>
              <ModelPicture tagType={tag.tagType} />
              {modelText(tag.tagType)}{' '}
              <span className={helpers.mono} style={{ color: 'var(--ink-3)', whiteSpace: 'nowrap' }}>
                {tag.tagType}
              </span>
            </Fact>
            {typeof preview?.refittedFrom === 'string' && (
              <Fact name={t('tags.column.layoutId')}>
                {t('tags.refitted', { layout: preview.layoutId ?? '', size: sizeWords(preview.refittedFrom) })}
              </Fact>
            )}
            <Fact name={t('tags.column.status')}>
              <TagState tag={tag} site={site} />
            </Fact>
            <Fact name={t('tags.gateway')}>
              <span className={helpers.mono}>{tag.gwIp || tag.gwMac || '–'}</span>&ensp;
              <Rssi dbm={tag.rssi} />
            </Fact>
            <Fact name={t('tags.battery')}>
              <Battery volts={tag.battery} low={tag.battStatus === 'NG'} />
            </Fact>
            <Fact name={t('tags.temperature')}>{tag.temperature === null ? '–' : `${tag.temperature.toFixed(1)} °C`}</Fact>
            <Fact name={t('tags.lastHeard')}>{formatTime(diagnosis.lastHeardAt)}</Fact>
          </dl>
          <h2>{t('tags.deliveries')}</h2>
          <Timeline timeline={timeline ?? []} eventList={eventList ?? []} />
        </>
      )}
    </Peek>
  )
}
