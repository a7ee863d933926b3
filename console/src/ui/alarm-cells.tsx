/** How alarms look wherever they are listed. */
import type { Alarm, TagAlarm } from '@endcap/contract/alarms'
import { useTranslation } from 'react-i18next'
import { formatTime } from './format.ts'
import { State, type StateKind } from './state.tsx'

/** Specification 1 §8: 1 blue, 2 orange, 3 red. */
const kinds: Record<Alarm['class'], StateKind> = { 1: 'info', 2: 'warn', 3: 'bad' }

export function AlarmClass({ level }: { level: Alarm['class'] }) {
  const { t } = useTranslation()
  return <State state="UNKNOWN" kind={kinds[level]} label={t(`alarms.class${level}`)} />
}

/** Open since when, or cleared when. */
export function AlarmState({ since, clearedAt }: { since: number; clearedAt: number | null }) {
  const { t } = useTranslation()
  return clearedAt === null ? (
    <State state="UNKNOWN" kind="idle" label={t('alarms.openSince', { time: formatTime(since) })} />
  ) : (
    <State state="UNKNOWN" kind="ok" label={t('alarms.clearedAt', { time: formatTime(clearedAt) })} />
  )
}

/** Volts or degrees, by what the alarm is about. */
export const tagAlarmValue = ({ alarmType, value }: TagAlarm): string => {
  if (value === null) return '–'
  return alarmType === 'LOW BATTERY' ? `${value.toFixed(2)} V` : `${value.toFixed(1)} °C`
}
