/** What happened to a tag, newest first: its deliveries, and what it told besides. */
import type { ResultOf } from '@endcap/contract/endpoint'
import type { Delivery } from '@endcap/contract/deliveries'
import type { TagEvent, tags } from '@endcap/contract/tags'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../ui/format.ts'
import { Glyph, type StateKind } from '../ui/state.tsx'
import { deliveryKind, deliveryWord } from '../ui/delivery-word.ts'
import styles from './tags.module.css'

type Detail = ResultOf<(typeof tags)['detail']>

const timeOf = ({ finishedAt, sentAt, queuedAt }: Delivery): number => finishedAt ?? sentAt ?? queuedAt
const lookOf: Partial<Record<TagEvent, StateKind>> = { doubt: 'alarm' }

export function Timeline({ timeline, eventList }: Pick<Detail, 'timeline' | 'eventList'>) {
  const { t } = useTranslation()
  // Events beyond the oldest delivery that is shown would stand there as if nothing had been between.
  const begin = timeline.at(-1)?.queuedAt ?? 0
  const steps = [
    ...timeline.map((delivery) => ({
      key: delivery.deliveryId,
      at: timeOf(delivery),
      kind: deliveryKind(delivery),
      text: t(deliveryWord(delivery)),
      more: [
        delivery.kind === 'SHOW' ? '' : t(`tags.kind.${delivery.kind}`),
        t('tags.task', { id: delivery.taskId }),
        delivery.layoutId ?? '',
        delivery.reason === null ? '' : t(`tags.reason.${delivery.reason}`),
      ],
    })),
    ...eventList
      .filter(({ at }) => at >= begin)
      .map(({ event, at, gwMac }) => ({
        key: `${event}-${at}`,
        at,
        kind: lookOf[event] ?? ('info' as const),
        text: t(`tags.event.${event}`),
        more: [`${t('tags.gateway')} ${gwMac}`],
      })),
  ].toSorted((a, b) => b.at - a.at)
  return (
    <ol className={styles.steps} data-part="steps">
      {steps.map(({ key, at, kind, text, more }) => (
        <li key={key}>
          <span style={{ paddingTop: 1 }}>
            <Glyph kind={kind} />
          </span>
          <span>
            {text}
            <br />
            <small>{more.filter(Boolean).join(' · ')}</small>
          </span>
          <small>{formatTime(at).slice(5, 19)}</small>
        </li>
      ))}
    </ol>
  )
}
