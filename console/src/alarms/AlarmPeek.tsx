/** The panel beside the list: all that is known of one alarm, and where to go. */
import type { Alarm } from '@endcap/contract/alarms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { Fact } from '../ui/Fact.tsx'
import { formatTime } from '../ui/format.ts'
import { Message } from '../ui/Message.tsx'
import { Peek } from '../ui/Peek.tsx'
import { AlarmClass, AlarmState } from '../ui/alarm-cells.tsx'
import { alarmTypeName, alarmWords, linkOf } from '../ui/alarm-words.ts'
import { buttonClass } from '../ui/button-class.ts'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'
import { clsx } from 'clsx'
import noticeStyles from '../ui/notice.module.css'
import styles from './alarms.module.css'

interface Props {
  /** `location/alarmId` */
  id: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
}
/** Specification 2 §4: 1 blue, 2 orange, 3 red. */
const tones: Record<Alarm['class'], string> = { 1: 'info', 2: 'warn', 3: 'bad' }

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
    <Peek
      label={t('alarms.detail')}
      title={<b>{alarm === undefined ? t('alarms.detail') : alarmTypeName(alarm.type, t)}</b>}
      previous={t('alarms.previousAlarm')}
      next={t('alarms.nextAlarm')}
      onStep={onStep}
      onClose={onClose}
      error={error}
    >
      {data !== undefined && alarm === undefined && <p style={{ margin: 0 }}>{t('alarms.gone')}</p>}
      {alarm !== undefined && <AlarmFacts alarm={alarm} />}
    </Peek>
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
      <div className={clsx(noticeStyles.notice, alarm.clearedAt === null && noticeStyles[tones[alarm.class]])} style={{ marginTop: 0 }}>
        <b>{title}</b>
        <span>{detail}</span>
      </div>
      <dl className={factStyles.facts}>
        <Fact name={t('alarms.column.class')}>
          <AlarmClass level={alarm.class} />
        </Fact>
        <Fact name={t('alarms.column.state')}>
          <AlarmState since={alarm.raisedAt} clearedAt={alarm.clearedAt} />
        </Fact>
        <Fact name={t('alarms.column.location')}>
          <span className={helpers.mono}>{alarm.location}</span>
        </Fact>
        <Fact name={t('alarms.column.subject')}>
          <span className={helpers.mono}>{alarm.subject}</span>
        </Fact>
        <Fact name={t('alarms.raisedAt')}>{formatTime(alarm.raisedAt)}</Fact>
        <Fact name={t('alarms.column.updatedAt')}>{formatTime(alarm.updatedAt)}</Fact>
        <Fact name={t('alarms.column.repeats')}>{alarm.repeats + 1}</Fact>
      </dl>
      {alarm.alike > 1 && <Alike alarm={alarm} />}
      {link !== undefined && (
        <Link className={buttonClass()} to={link.to} search={link.search} style={{ marginTop: 14 }}>
          {t(`alarms.open${link.kind === 'task' ? 'Task' : 'Tags'}`)}
        </Link>
      )}
    </>
  )
}

/** Gateways that are shown; the list has them all. Those of other faults stand between them. */
const [shownAlike, readAlike] = [50, 100]
const wrongOf = ({ data }: Pick<Alarm, 'data'>) => JSON.stringify(data.conditions)

/** The gateways of the store that have the same wrong with them, with its own. */
function Alike({ alarm: { location, type, class: level, data, alike, alikeSince } }: { alarm: Alarm }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['alarms', '', 'alike', location, type, level],
    queryFn: ({ signal }) => {
      const filter = { filter_location: location, filter_type: type, filter_class: String(level), filter_state: 'open' }
      const exactly = { condition_location: '==', condition_type: '==', condition_class: '==', condition_state: '==' } as const
      const order = { column: 'subject', dir: 'asc' } as const
      return api.alarms.history({ params: {}, body: { ...filter, ...exactly, order, length: readAlike } }, { signal })
    },
  })
  const same = query.data?.data.filter((one) => wrongOf(one) === wrongOf({ data }))
  const shown = same?.slice(0, shownAlike)
  const more = alike - (shown?.length ?? alike)
  return (
    <section className={styles.alike}>
      <h3>
        {t('alarms.alike.gateways', { count: alike })} · {t('alarms.openSince', { time: formatTime(alikeSince) })}
      </h3>
      {query.error !== null && <Message role="alert">{errorText(query.error, t)}</Message>}
      <ul>
        {shown?.map(({ alarmId, subject, raisedAt }) => (
          <li key={alarmId}>
            <Link className={helpers.mono} to={paths.gateway(location, subject.split(' ')[0] ?? '')}>
              {subject}
            </Link>
            <span>{formatTime(raisedAt)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('alarms.alike.more', { count: more })}</p>}
    </section>
  )
}
