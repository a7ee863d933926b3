/** Over the list of sensors: a tab for each status with its count, and the strip of well and not well. */
import { sensorConditions, type SensorStatus } from '@endcap/contract/sensors'
import { useTranslation } from 'react-i18next'
import { ShelfStrip } from '../ui/state.tsx'
import { StatusTabs } from '../ui/StatusTabs.tsx'

interface Props {
  counts: { total: number; byStatus: Record<SensorStatus, number> } | undefined
  filter: string
  onChange: (text: string) => void
}
const tabs = ['OK', ...sensorConditions] as const

export function SensorTabs({ counts, filter, onChange }: Props) {
  const { t } = useTranslation()
  const count = (status: SensorStatus) => counts?.byStatus[status] ?? 0
  const well = count('OK')
  return (
    <>
      <StatusTabs
        label={t('sensors.column.status')}
        total={counts?.total}
        tabs={tabs.map((status) => ({
          value: `==${status}`,
          kind: status === 'OK' ? 'ok' : 'bad',
          name: t(`sensors.state.${status}`),
          count: count(status),
        }))}
        chosen={filter}
        onChoose={onChange}
      />
      <ShelfStrip
        parts={[
          { kind: 'ok', count: well },
          { kind: 'bad', count: (counts?.total ?? 0) - well },
        ]}
        label={tabs.map((status) => `${t(`sensors.state.${status}`)} ${count(status)}`).join(', ')}
      />
    </>
  )
}
