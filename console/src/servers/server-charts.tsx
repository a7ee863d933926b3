/** The last 24 hours of a server: memory, disk and load of a process, connections and size of a database, clients of a broker. */
import type { AlarmLimits } from '@endcap/contract/alarm-settings'
import { serverRefreshMs, type Server, type ServerSample } from '@endcap/contract/servers'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useAlarmLimits } from './use-limits.ts'
import { useApi } from '../app/services.ts'
import { DayCharts, type DayPanel } from '../charts/DayCharts.tsx'
import { formatBytes } from '../ui/format.ts'
import { loadText, ofTotal, percentOf } from './parts.tsx'

export function ServerCharts({ server }: { server: Server }) {
  const { t } = useTranslation()
  const api = useApi()
  const limits = useAlarmLimits()
  const query = useQuery({
    queryKey: ['servers', '', 'history', server.id],
    queryFn: ({ signal }) => api.servers.history({ params: { serverId: server.id }, query: {} }, { signal }),
    refetchInterval: serverRefreshMs,
  })
  return <DayCharts title={t('servers.lastDay')} panels={panelsOf(server, limits, t)} query={query} />
}

type Panel = DayPanel<ServerSample>
const share = { unit: ' %', max: 100 }

function panelsOf({ ramUsage, diskUsage, diskPath, load, database, broker }: Server, limits: AlarmLimits, t: TFunction): Panel[] {
  const panels: (Panel | false)[] = [
    ramUsage !== null && {
      ...share,
      limit: limits.memoryPercent,
      name: t('servers.memory'),
      now: `${percentOf(ramUsage)} % · ${ofTotal(ramUsage, t)}`,
      value: ({ memory }) => memory?.percent,
    },
    diskUsage !== null && {
      ...share,
      limit: limits.diskPercent,
      name: t('servers.disk'),
      now: `${percentOf(diskUsage)} % · ${t('servers.diskOf', { used: formatBytes(diskUsage.used), total: formatBytes(diskUsage.total), path: diskPath })}`,
      value: ({ disk }) => disk[0]?.percent,
    },
    load !== null && { name: t('servers.loadAverage'), now: loadText(load, t), value: (sample) => sample.load },
    database !== null &&
      !database.embedded &&
      database.connections !== null && {
        name: t('servers.field.connections'),
        now: `${database.connections} / ${database.maxConnections ?? ''}`,
        value: (sample) => sample.connections,
      },
    database !== null &&
      database.size !== null && { name: t('servers.field.size'), now: formatBytes(database.size), ...sizePanel(database.size) },
    broker !== null &&
      broker.clients !== null && { name: t('servers.field.clients'), now: String(broker.clients), value: (sample) => sample.connections },
  ]
  return panels.filter((panel) => panel !== false)
}

/** A size in the unit that fits it now, so that the axis has round steps. */
function sizePanel(bytes: number): Pick<Panel, 'unit' | 'value'> {
  const [unit = 'MB', divisor = 1] = bytes < 2 ** 30 ? ['MB', 2 ** 20] : ['GB', 2 ** 30]
  return { unit: ` ${unit}`, value: ({ size }) => (size === null ? null : Math.round((size / divisor) * 10) / 10) }
}
