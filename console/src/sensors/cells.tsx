/** How sensors look wherever they are listed: OK green, everything else red (specification 1 §4). */
import type { Sensor, SensorAlarm } from '@endcap/contract/sensors'
import { useTranslation } from 'react-i18next'
import { State } from '../ui/state.tsx'

export const degrees = (value: number): string => `${value.toFixed(1)} °C`

/** All that is amiss, the weightiest first. */
export const stateWords = ({ conditions }: Pick<Sensor, 'conditions'>, t: (key: string) => string): string =>
  conditions.length === 0 ? t('sensors.state.OK') : conditions.map((one) => t(`sensors.state.${one}`)).join(' · ')

export function SensorState({ sensor }: { sensor: Pick<Sensor, 'status' | 'conditions'> }) {
  const { t } = useTranslation()
  return <State state={sensor.status} kind={sensor.status === 'OK' ? 'ok' : 'bad'} label={stateWords(sensor, t)} />
}

/** Words for a type that we know, else what the sensor calls itself. */
export const typeWord = (type: string, t: (key: string, options: { defaultValue: string }) => string): string =>
  t(`sensors.type.${type}`, { defaultValue: type })

/** Degrees or volts, by what the alarm is about. */
export const alarmValue = ({ alarmType, value }: SensorAlarm): string => {
  if (value === null) return '–'
  return alarmType === 'LOW_BATTERY' ? `${value.toFixed(2)} V` : degrees(value)
}
