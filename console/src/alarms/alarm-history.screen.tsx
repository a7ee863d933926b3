/** /alarm/history: system alarms, newest first. */
import { alarms, alarmTypes, type Alarm } from '@endcap/contract/alarms'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatTime } from '../ui/format.ts'
import { State, type StateKind } from '../ui/state.tsx'

/** Specification 1 §8: 1 blue, 2 orange, 3 red. */
const kinds: Record<Alarm['class'], StateKind> = { 1: 'info', 2: 'warn', 3: 'bad' }

export function AlarmHistoryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(
    () =>
      tableSpec(alarms.history, {
        name: 'alarms',
        live: 'alarms',
        rowId: (alarm) => `${alarm.location}/${alarm.alarmId}`,
        pageLength: 10,
        columns: [
          { field: 'updatedAt', width: 172, cell: (alarm) => formatTime(alarm.updatedAt) },
          {
            field: 'class',
            width: 130,
            cell: (alarm) => <State state="UNKNOWN" kind={kinds[alarm.class]} label={t(`alarms.class${alarm.class}`)} />,
          },
          { field: 'type', width: 230 },
          { field: 'location', width: 110, cell: (alarm) => <span className="mono">{alarm.location}</span> },
          { field: 'subject', width: 220, cell: (alarm) => <span className="mono">{alarm.subject}</span> },
          {
            field: 'clearedAt',
            width: 172,
            sort: false,
            cell: (alarm) => (alarm.clearedAt === null ? t('alarms.open') : formatTime(alarm.clearedAt)),
          },
        ],
        filters: {
          location: 'text',
          subject: 'text',
          type: { options: alarmTypes },
          class: { options: ['1', '2', '3'], label: (option) => t(`alarms.class${option}`) },
        },
        dateRange: true,
        defaultOrder: { column: 'updatedAt', dir: 'desc' },
      }),
    [t],
  )
  return <TableScreen spec={spec} load={(body, signal) => api.alarms.history({ params: {}, body }, { signal })} title={t('alarms.title')} />
}
