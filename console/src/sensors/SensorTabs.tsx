/** Over the list of sensors: a tab for each status with its count, and the strip of well and not well. */
import { sensorConditions, type SensorStatus } from '@endcap/contract/sensors'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { Glyph, ShelfStrip } from '../ui/state.tsx'
import tabsStyles from '../ui/Tabs.module.css'

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
      <div className={tabsStyles.tabs} role="group" aria-label={t('sensors.column.status')} style={{ borderBottom: 0 }}>
        <button type="button" aria-pressed={filter === ''} onClick={() => onChange('')}>
          {t('common.all')}
          <span className={tabsStyles.count}>{counts && formatNumber(counts.total)}</span>
        </button>
        {tabs.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={filter === `==${status}`}
            onClick={() => onChange(filter === `==${status}` ? '' : `==${status}`)}
          >
            <Glyph kind={status === 'OK' ? 'ok' : 'bad'} />
            {t(`sensors.state.${status}`)}
            <span className={tabsStyles.count}>{counts && formatNumber(count(status))}</span>
          </button>
        ))}
      </div>
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
