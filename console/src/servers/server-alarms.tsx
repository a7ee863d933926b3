/** The alarms of one server, newest first. */
import { servers, type Server, type serviceNames } from '@endcap/contract/servers'
import type { Alarm } from '@endcap/contract/alarms'
import type { TFunction } from 'i18next'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatTime } from '../ui/format.ts'
import { State, type StateKind } from '../ui/state.tsx'

/** Specification 1 §8: 1 blue, 2 orange, 3 red. */
const kinds: Record<Alarm['class'], StateKind> = { 1: 'info', 2: 'warn', 3: 'bad' }
const types = ['SERVER STATUS ABNORMAL', 'DISK USAGE ABNORMAL', 'MEMORY USAGE ABNORMAL']

/** What was wrong, from the alarm's data: `service:…`, `state:…`, `memory`, `disk`, `offline`. */
function whatOf({ data }: Alarm, t: TFunction): string {
  const { conditions = [], percent, state } = data as { conditions?: string[]; percent?: number; state?: string | null }
  const broken = conditions
    .filter((one) => one.startsWith('service:'))
    .map((one) => one.slice('service:'.length) as (typeof serviceNames)[number])
  const words = conditions
    .filter((one) => !one.startsWith('service:'))
    .map((one) => {
      if (one.startsWith('state:')) return t(`servers.state.${one.slice('state:'.length)}`)
      const text = t(`servers.condition.${one}`, { percent })
      return one === 'offline' && typeof state === 'string' ? `${text} (${t(`servers.state.${state}`)})` : text
    })
  if (broken.length > 0) words.push(t('servers.broken', { names: broken.map((name) => t(`servers.service.${name}`)).join(', ') }))
  return words.join(', ')
}

export function ServerAlarms({ server, tabs }: { server: Pick<Server, 'id' | 'name' | 'type' | 'status'>; tabs: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(
    () =>
      tableSpec(servers.alarmHistory, {
        name: 'servers',
        live: 'servers',
        rowId: (alarm) => alarm.alarmId,
        pageLength: 10,
        columns: [
          { field: 'updatedAt', width: 172, cell: (alarm) => formatTime(alarm.updatedAt) },
          {
            field: 'class',
            width: 130,
            cell: (alarm) => <State state="UNKNOWN" kind={kinds[alarm.class]} label={t(`alarms.class${alarm.class}`)} />,
          },
          { field: 'type', width: 230 },
          { field: 'data', width: 320, sort: false, cell: (alarm) => whatOf(alarm, t) },
          {
            field: 'clearedAt',
            width: 172,
            sort: false,
            cell: (alarm) => (alarm.clearedAt === null ? <State state="ALARM" label={t('alarms.open')} /> : formatTime(alarm.clearedAt)),
          },
        ],
        filters: { type: { options: types }, class: { options: ['1', '2', '3'], label: (option) => t(`alarms.class${option}`) } },
        dateRange: true,
        defaultOrder: { column: 'updatedAt', dir: 'desc' },
      }),
    [t],
  )
  return (
    <TableScreen
      spec={spec}
      refreshKey={['alarms', server.id]}
      load={(body, signal) => api.servers.alarmHistory({ params: { serverId: server.id }, body }, { signal })}
      title={server.name}
      subtitle={
        <>
          {t(`servers.type.${server.type}`)}&ensp;
          <State state={server.status} />
        </>
      }
      tabs={() => tabs}
    />
  )
}
