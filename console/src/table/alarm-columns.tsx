/** How alarms stand in lists, whatever they are about. */
import { alarmStates, type Alarm, type AlarmType } from '@endcap/contract/alarms'
import type { TFunction } from 'i18next'
import { timeColumn } from './columns.tsx'
import type { Column } from './spec.ts'
import { formatTime } from '../ui/format.ts'
import { AlarmClass, AlarmState } from '../ui/alarm-cells.tsx'
import { alarmTypeName, alarmWords } from '../ui/alarm-words.ts'
import helpers from '../ui/helpers.module.css'

/** How a list of alarms is declared: newest first, with the columns and filters below. */
export const alarmList = {
  name: 'alarms',
  live: 'alarms',
  rowId: (alarm: Alarm) => `${alarm.location}/${alarm.alarmId}`,
  // Specification 1 §9: histories.
  pageLength: 10,
  dateRange: true,
  defaultOrder: { column: 'updatedAt', dir: 'desc' },
} as const

/** In their usual order. `wordsOf`: what an alarm tells, where that is not what its type says. */
export const alarmColumns = (t: TFunction, wordsOf = alarmWords) => ({
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
      const { title, detail } = wordsOf(alarm, t)
      return (
        <span title={`${title}\n${detail}`.trim()}>
          {title}
          <span style={{ color: 'var(--ink-3)' }}>&ensp;{detail}</span>
          <span className={helpers.onPhone}>
            <AlarmState since={alarm.raisedAt} clearedAt={alarm.clearedAt} />
          </span>
        </span>
      )
    },
    text: (alarm: Alarm) => Object.values(wordsOf(alarm, t)).filter(Boolean).join('. '),
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
  updatedAt: timeColumn('updatedAt'),
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
  type: { options: types, label: (option: string) => t(`alarms.kind.${option}.name`) },
  class: { options: ['1', '2', '3'], label: (option: string) => t(`alarms.class${option}`) },
  state: { options: alarmStates, label: (option: string) => t(`alarms.${option}`) },
})

interface Spell {
  alarmTime: number
  clearedAt: number | null
  alarmType: string
  value: number | null
}
interface SpellWords<A extends Spell> {
  t: TFunction
  types: readonly A['alarmType'][]
  /** Words of a type are `<words>.<type>`. */
  words: string
  valueOf: (alarm: A) => string
  /** Columns behind the usual ones. */
  more?: Column<A>[]
}
/** What was amiss with one tag or sensor, and when it was over: all of its list but the name. */
export const spellList = <A extends Spell>({ t, types, words, valueOf, more = [] }: SpellWords<A>) => ({
  rowId: ({ alarmTime, alarmType, clearedAt }: A) => `${alarmTime}/${alarmType}/${clearedAt}`,
  // Specification 1 §9: histories.
  pageLength: 10,
  columns: [
    timeColumn('alarmTime'),
    { field: 'alarmType', width: 220, cell: (alarm) => t(`${words}.${alarm.alarmType}`) },
    { field: 'value', heading: t('alarms.column.value'), width: 110, numeric: true, sort: false, cell: valueOf },
    {
      field: 'clearedAt',
      width: 270,
      cell: (alarm) => <AlarmState since={alarm.alarmTime} clearedAt={alarm.clearedAt} />,
      text: (alarm) => (alarm.clearedAt === null ? t('alarms.open') : formatTime(alarm.clearedAt)),
    },
    ...more,
  ] satisfies Column<A>[],
  filters: { alarmType: { options: types, label: (option: string) => t(`${words}.${option}`) } },
  dateRange: true as const,
  defaultOrder: { column: 'alarmTime', dir: 'desc' as const },
})
