/** /sensor/{storeCode}/{sensorMac}/history: the readings of a sensor as a chart and as a table, of the same time range. */
import { sensors } from '@endcap/contract/sensors'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePath } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { degrees } from './cells.tsx'
import { SensorChart } from './SensorChart.tsx'
import { SensorPages } from './SensorPages.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './sensors.module.css'

const spec = tableSpec(sensors.readings, {
  name: 'sensors',
  live: 'sensors',
  rowId: (reading) => `${reading.sensingTime}/${reading.sensingValue}`,
  // Specification 1 §9: histories have pages of 10.
  pageLength: 10,
  columns: [
    timeColumn('sensingTime', 200),
    { field: 'sensingValue', width: 130, cell: (reading) => degrees(reading.sensingValue), text: (reading) => reading.sensingValue },
  ],
  filters: { sensingValue: 'text' },
  dateRange: true,
  defaultOrder: { column: 'sensingTime', dir: 'desc' },
})

export function SensorHistoryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, sensorMac } = usePath('storeCode', 'sensorMac')
  const place = useMemo(() => ({ storeCode, sensorMac }), [storeCode, sensorMac])
  return (
    <div className={styles.sensorPage}>
      <TableScreen
        spec={spec}
        storeCode={storeCode}
        refreshKey={[sensorMac]}
        load={(body, signal) => api.sensors.readings({ params: place, body }, { signal })}
        title={t('sensors.history')}
        subtitle={<span className={helpers.mono}>{sensorMac}</span>}
        tabs={() => (
          <>
            <SensorPages {...place} current="history" />
            <SensorChart {...place} />
          </>
        )}
        empty={t('sensors.noReadings')}
      />
    </div>
  )
}
