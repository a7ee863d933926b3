/** The panel beside the list: all that is known of one alarm, and where to go. */
import type { Alarm } from '@endcap/contract/alarms'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { formatTime } from '../ui/format.ts'
import { AlarmClass, AlarmState } from './cells.tsx'
import { alarmTypeName, alarmWords, linkOf } from './words.ts'

interface Props {
  /** `location/alarmId` */
  id: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
}
const icon = { size: 15, stroke: 1.7 }
const tones: Record<Alarm['class'], string> = { 1: '', 2: 'alarm', 3: 'bad' }

export function AlarmPeek({ id, onStep, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const slash = id.lastIndexOf('/')
  const one = { filter_location: id.slice(0, slash), filter_alarmId: id.slice(slash + 1) }
  const { data, error } = useQuery({
    queryKey: ['alarms', '', 'one', id],
    queryFn: ({ signal }) =>
      api.alarms.history({ params: {}, body: { ...one, condition_location: '==', condition_alarmId: '==', length: 1 } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const alarm = data?.data[0]
  return (
    <aside className="peek" aria-label={t('alarms.detail')}>
      <header>
        <b>{alarm === undefined ? t('alarms.detail') : alarmTypeName(alarm.type, t)}</b>
        <PeekButton label={t('alarms.previousAlarm')} onClick={() => onStep(-1)} icon={<IconChevronLeft {...icon} />} />
        <PeekButton label={t('alarms.nextAlarm')} onClick={() => onStep(1)} icon={<IconChevronRight {...icon} />} />
        <PeekButton label={t('common.close')} onClick={onClose} icon={<IconX {...icon} />} />
      </header>
      <div className="body">
        {error !== null && (
          <div className="msg" role="alert" style={{ margin: '0 0 12px' }}>
            {errorText(error, t)}
          </div>
        )}
        {data !== undefined && alarm === undefined && <p style={{ margin: 0 }}>{t('alarms.gone')}</p>}
        {alarm !== undefined && <AlarmFacts alarm={alarm} />}
      </div>
    </aside>
  )
}

/** What an alarm tells, and where it leads. */
export function AlarmFacts({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  const can = useCan()
  const { title, detail } = alarmWords(alarm, t)
  const link = linkOf(alarm, can)
  return (
    <>
      <div className={`why ${alarm.clearedAt === null ? tones[alarm.class] : ''}`} style={{ marginTop: 0 }}>
        <b>{title}</b>
        <span>{detail}</span>
      </div>
      <dl className="facts">
        <Fact name={t('alarms.column.class')}>
          <AlarmClass level={alarm.class} />
        </Fact>
        <Fact name={t('alarms.column.state')}>
          <AlarmState since={alarm.raisedAt} clearedAt={alarm.clearedAt} />
        </Fact>
        <Fact name={t('alarms.column.location')}>
          <span className="mono">{alarm.location}</span>
        </Fact>
        <Fact name={t('alarms.column.subject')}>
          <span className="mono">{alarm.subject}</span>
        </Fact>
        <Fact name={t('alarms.raisedAt')}>{formatTime(alarm.raisedAt)}</Fact>
        <Fact name={t('alarms.column.updatedAt')}>{formatTime(alarm.updatedAt)}</Fact>
        <Fact name={t('alarms.column.repeats')}>{alarm.repeats + 1}</Fact>
      </dl>
      {link !== undefined && (
        <Link className="btn" to={link.to} search={link.search} style={{ marginTop: 14 }}>
          {t(`alarms.open${link.kind === 'task' ? 'Task' : 'Tags'}`)}
        </Link>
      )}
    </>
  )
}

function PeekButton({ label, onClick, icon: content }: { label: string; onClick: () => void; icon: ReactNode }) {
  return (
    <button type="button" className="btn ghost icon" aria-label={label} onClick={onClick}>
      {content}
    </button>
  )
}
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
