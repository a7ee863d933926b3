/** How alarms stand in lists, whatever they are about. */
import { alarmStates, type Alarm, type AlarmType } from '@endcap/contract/alarms'
import type { TFunction } from 'i18next'
import { formatTime } from '../ui/format.ts'
import { AlarmClass, AlarmState } from './cells.tsx'
import { alarmTypeName, alarmWords } from './words.ts'

export const alarmColumns = (t: TFunction) => ({
  type: { field: 'type' as const, width: 222, cell: (alarm: Alarm) => alarmTypeName(alarm.type, t) },
  class: {
    field: 'class' as const,
    width: 112,
    cell: (alarm: Alarm) => <AlarmClass level={alarm.class} />,
    text: (alarm: Alarm) => t(`alarms.class${alarm.class}`),
  },
  data: {
    field: 'data' as const,
    width: 400,
    sort: false as const,
    cell: (alarm: Alarm) => {
      const { title, detail } = alarmWords(alarm, t)
      return (
        <span title={`${title}\n${detail}`}>
          {title}
          <span style={{ color: 'var(--ink-3)' }}>&ensp;{detail}</span>
          <span className="on-phone">
            <AlarmState since={alarm.raisedAt} clearedAt={alarm.clearedAt} />
          </span>
        </span>
      )
    },
    text: (alarm: Alarm) => Object.values(alarmWords(alarm, t)).join('. '),
  },
  state: {
    field: 'state' as const,
    width: 256,
    sort: false as const,
    cell: (alarm: Alarm) => <AlarmState since={alarm.raisedAt} clearedAt={alarm.clearedAt} />,
    text: (alarm: Alarm) =>
      alarm.clearedAt === null
        ? t('alarms.openSince', { time: formatTime(alarm.raisedAt) })
        : t('alarms.clearedAt', { time: formatTime(alarm.clearedAt) }),
  },
  updatedAt: { field: 'updatedAt' as const, width: 172, cell: (alarm: Alarm) => formatTime(alarm.updatedAt) },
  repeats: {
    field: 'repeats' as const,
    width: 90,
    numeric: true as const,
    sort: false as const,
    cell: (alarm: Alarm) => alarm.repeats + 1,
  },
})

/** `types`: those that can stand in the list. */
export const alarmFilters = (types: readonly AlarmType[], t: TFunction) => ({
  // The options are those of the contract.
  type: { options: types, label: (option: string) => alarmTypeName(option as AlarmType, t) },
  class: { options: ['1', '2', '3'], label: (option: string) => t(`alarms.class${option}`) },
  state: { options: alarmStates, label: (option: string) => t(`alarms.${option}`) },
})
