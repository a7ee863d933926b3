/** /sensor/{storeCode}/{sensorMac}/alarm/history: what was amiss with a sensor, and when it was over. */
import { sensorConditions, sensors } from '@endcap/contract/sensors'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { spellList } from '../table/alarm-columns.tsx'
import { usePath } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { alarmValue } from './cells.tsx'
import { SensorPages } from './SensorPages.tsx'
import helpers from '../ui/helpers.module.css'

export function SensorAlarmsScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, sensorMac } = usePath('storeCode', 'sensorMac')
  const spec = useMemo(
    () =>
      tableSpec(sensors.alarmHistory, {
        name: 'sensors',
        live: 'sensors',
        ...spellList({ t, types: sensorConditions, words: 'sensors.state', valueOf: alarmValue }),
      }),
    [t],
  )
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      refreshKey={[sensorMac]}
      load={(body, signal) => api.sensors.alarmHistory({ params: { storeCode, sensorMac }, body }, { signal })}
      title={t('sensors.alarms')}
      subtitle={<span className={helpers.mono}>{sensorMac}</span>}
      tabs={() => <SensorPages storeCode={storeCode} sensorMac={sensorMac} current="alarm" />}
      empty={t('sensors.noAlarms')}
    />
  )
}
