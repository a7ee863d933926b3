/** The panel beside the tag list: what the glass shows, the facts, why it stands so, and its deliveries. */
import { IconChevronLeft, IconChevronRight, IconRotateClockwise, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { formatTime } from '../ui/format.ts'
import { Glyph, kindOf, State } from '../ui/state.tsx'
import { Battery, Rssi, sizeOf } from './cells.tsx'

interface Props {
  storeCode: string
  tagMac: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
}
const icon = { size: 15, stroke: 1.7 }

export function TagPeek({ storeCode, tagMac, onStep, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
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
  const [page, setPage] = useState(0)
  const [turn, setTurn] = useState(0)
  useEffect(() => setPage(0), [tagMac])
  const images = preview === undefined || preview.encodedImage === null ? [] : [preview.encodedImage, ...preview.subPage]
  const image = images[Math.min(page, images.length - 1)]
  const { tag, diagnosis, timeline } = data ?? {}
  const tone =
    diagnosis === undefined || ['shown', 'no-product'].includes(diagnosis.cause)
      ? ''
      : ['failed', 'gateway-offline'].includes(diagnosis.cause)
        ? 'bad'
        : ['tag-missing', 'not-confirmed'].includes(diagnosis.cause)
          ? 'alarm'
          : ''
  return (
    <aside className="peek" aria-label={t('tags.labelOf', { id: tag?.barcode ?? tagMac })}>
      <header>
        <b className="mono">{tag?.barcode ?? tagMac}</b>
        <PeekButton label={t('tags.rotate')} onClick={() => setTurn(turn + 90)} icon={<IconRotateClockwise {...icon} />} />
        <PeekButton label={t('tags.previousTag')} onClick={() => onStep(-1)} icon={<IconChevronLeft {...icon} />} />
        <PeekButton label={t('tags.nextTag')} onClick={() => onStep(1)} icon={<IconChevronRight {...icon} />} />
        <PeekButton label={t('common.close')} onClick={onClose} icon={<IconX {...icon} />} />
      </header>
      <div className="body">
        {error !== null && (
          <div className="msg" style={{ margin: '0 0 12px' }}>
            {errorText(error, t)}
          </div>
        )}
        <div className="glass">
          {image === undefined ? (
            <span style={{ color: 'var(--ink-3)' }}>{t('tags.noImage')}</span>
          ) : (
            <img src={`data:image/png;base64,${image}`} alt={t('tags.labelOf', { id: tagMac })} style={{ rotate: `${turn}deg` }} />
          )}
        </div>
        {images.length > 1 && (
          <div style={{ display: 'flex', justifyContent: 'center', alignItems: 'center', gap: 6, paddingTop: 8 }}>
            <PeekButton
              label={t('tags.previousPage')}
              onClick={() => setPage((page + images.length - 1) % images.length)}
              icon={<IconChevronLeft {...icon} />}
            />
            <span style={{ color: 'var(--ink-3)', fontSize: 12 }}>{t('tags.pageOf', { page: page + 1, pages: images.length })}</span>
            <PeekButton
              label={t('tags.nextPage')}
              onClick={() => setPage((page + 1) % images.length)}
              icon={<IconChevronRight {...icon} />}
            />
          </div>
        )}
        {tag !== undefined && diagnosis !== undefined && (
          <>
            <div className={`why ${tone}`} role="status">
              <b>{t(`tags.cause.${diagnosis.cause}`)}</b>
              {diagnosis.reason !== null && diagnosis.cause === 'failed' && <span>{t(`tags.reason.${diagnosis.reason}`)}. </span>}
              {diagnosis.cause === 'failed' && diagnosis.detail !== null && <span>{diagnosis.detail}. </span>}
              {diagnosis.cause === 'gateway-offline' && <span>{formatTime(diagnosis.gatewayOfflineSince)}. </span>}
              <span>{t(`tags.do.${diagnosis.action}`)}</span>
            </div>
            <dl className="facts">
              <Fact name={t('tags.product')}>{tag.prName ?? t('tags.noProduct')}</Fact>
              <Fact name={t('tags.column.prCode')}>
                <span className="mono">{data?.prCodeList.join(', ') || '–'}</span>
              </Fact>
              <Fact name={t('tags.column.tagType')}>
                {sizeOf(tag.tagType)}{' '}
                <span className="mono" style={{ color: 'var(--ink-3)' }}>
                  {tag.tagType}
                </span>
              </Fact>
              <Fact name={t('tags.column.status')}>
                <State state={tag.status} />
              </Fact>
              <Fact name={t('tags.gateway')}>
                <span className="mono">{tag.gwIp || tag.gwMac || '–'}</span> <Rssi dbm={tag.rssi} />
              </Fact>
              <Fact name={t('tags.battery')}>
                <Battery volts={tag.battery} low={tag.battStatus === 'NG'} />
              </Fact>
              <Fact name={t('tags.temperature')}>{tag.temperature === null ? '–' : `${tag.temperature.toFixed(1)} °C`}</Fact>
              <Fact name={t('tags.lastHeard')}>{formatTime(diagnosis.lastHeardAt)}</Fact>
            </dl>
            <h2>{t('tags.deliveries')}</h2>
            <ol className="steps">
              {timeline?.map((delivery) => (
                <li key={delivery.deliveryId}>
                  <span style={{ paddingTop: 1 }}>
                    <Glyph kind={kindOf(delivery.state)} />
                  </span>
                  <span>
                    {t(`state.${delivery.state}`)}
                    <br />
                    <small>
                      {t('tags.task', { id: delivery.taskId })}
                      {delivery.layoutId !== null && ` · ${delivery.layoutId}`}
                      {delivery.reason !== null && ` · ${t(`tags.reason.${delivery.reason}`)}`}
                    </small>
                  </span>
                  <small>{formatTime(delivery.finishedAt ?? delivery.sentAt ?? delivery.queuedAt).slice(5, 19)}</small>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </aside>
  )
}

function PeekButton({ label, onClick, icon: content }: { label: string; onClick: () => void; icon: React.ReactNode }) {
  return (
    <button type="button" className="btn ghost icon" aria-label={label} onClick={onClick}>
      {content}
    </button>
  )
}
function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
