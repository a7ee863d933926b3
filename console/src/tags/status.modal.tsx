/** The status of a tag in detail: why it is so, the evidence, and each step its newest label took (specification 1 §2). */
import type { Delivery } from '@endcap/contract/deliveries'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useSession } from '../app/services.ts'
import { Fact } from '../ui/Fact.tsx'
import { formatTime } from '../ui/format.ts'
import { Glyph } from '../ui/state.tsx'
import { Battery, Rssi } from '../ui/tag-cells.tsx'
import { Diagnosis } from './Diagnosis.tsx'
import { TagState } from '../ui/TagState.tsx'
import { deliveryKind, deliveryWord } from '../ui/delivery-word.ts'
import { Message } from '../ui/Message.tsx'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './tags.module.css'

interface Props {
  storeCode: string
  tagMac: string
  onClose: () => void
}

export function StatusModal({ storeCode, tagMac, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { site } = useSession().user.systemConfig
  const { data, error } = useQuery({
    queryKey: ['tags', storeCode, 'detail', tagMac],
    queryFn: () => api.tags.detail({ params: { storeCode, tagMac } }),
  })
  const label = data?.timeline.find((delivery) => delivery.kind === 'SHOW' || delivery.kind === 'BLANK')
  return (
    <Modal
      opened
      onClose={onClose}
      size="520px"
      title={t('tags.status.title', { id: data?.tag.barcode ?? tagMac })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {error !== null && <Message>{errorText(error, t)}</Message>}
      {data === undefined && error === null && <p className={helpers.aside}>{t('common.loading')}</p>}
      {data !== undefined && (
        <>
          <TagState tag={data.tag} site={site} />
          <Diagnosis diagnosis={data.diagnosis} tag={data.tag} />
          <dl className={factStyles.facts}>
            <Fact name={t('tags.lastHeard')}>{formatTime(data.diagnosis.lastHeardAt)}</Fact>
            <Fact name={t('tags.gateway')}>
              <span className={helpers.mono}>{data.diagnosis.lastGateway ?? '–'}</span>&ensp;
              <Rssi dbm={data.diagnosis.rssi} />
            </Fact>
            <Fact name={t('tags.battery')}>
              <Battery volts={data.tag.battery} low={data.tag.battStatus === 'NG'} />
            </Fact>
            <Fact name={t('tags.column.tries')}>{data.diagnosis.tries}</Fact>
            {data.diagnosis.expectedAt !== null && <Fact name={t('tags.status.expected')}>{formatTime(data.diagnosis.expectedAt)}</Fact>}
          </dl>
          {label !== undefined && <Steps label={label} />}
        </>
      )}
    </Modal>
  )
}

/** The times of the newest label: what it has passed, and where it stands. */
function Steps({ label }: { label: Delivery }) {
  const { t } = useTranslation()
  const steps = [
    { name: t('tags.status.queued'), at: label.queuedAt },
    { name: t('tags.status.drawn'), at: label.renderedAt },
    { name: t('tags.status.sent'), at: label.sentAt },
    { name: label.finishedAt === null ? t('tags.status.open') : t(deliveryWord(label)), at: label.finishedAt },
  ]
  return (
    <>
      <h3 className={styles.stepsOf}>
        {t('tags.task', { id: label.taskId })}
        {label.layoutId !== null && ` · ${label.layoutId}`}
      </h3>
      <ol className={styles.steps} data-part="steps">
        {steps.map(({ name, at }, index) => (
          <li key={name}>
            <span style={{ paddingTop: 1 }}>
              <Glyph kind={at === null ? 'idle' : index === steps.length - 1 ? deliveryKind(label) : 'ok'} />
            </span>
            <span>{name}</span>
            <small>{at === null ? '–' : formatTime(at)}</small>
          </li>
        ))}
      </ol>
    </>
  )
}
