/** From where on something is an alarm, as it is set; the default numbers until that is known. */
import { alarmLimits, type AlarmLimits } from '@endcap/contract/alarm-settings'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

const defaultLimits: AlarmLimits = {
  diskPercent: alarmLimits.diskPercent.usual,
  memoryPercent: alarmLimits.memoryPercent.usual,
  gatewaySilentPeriods: alarmLimits.gatewaySilentPeriods.usual,
  clockSeconds: alarmLimits.clockSeconds.usual,
  refusals: alarmLimits.refusals.usual,
}

export function useAlarmLimits(): AlarmLimits {
  const api = useApi()
  const { data } = useQuery({ queryKey: ['alarms', '', 'config'], queryFn: ({ signal }) => api.alarms.config({}, { signal }) })
  return data?.limits ?? defaultLimits
}
