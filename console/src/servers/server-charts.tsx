/** The last 24 hours of a server: memory, disk and load of a process, connections and size of a database, clients of a broker. */
import { serverRefreshMs, usageAlarmPercent, type Server, type ServerSample } from '@endcap/contract/servers'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { LineChart, type LineChartProps } from '../charts/charts.tsx'
import { formatBytes } from '../ui/format.ts'
import { percentOf } from './parts.tsx'

/** Samples come every minute; three missing ones are a hole. */
const gapSeconds = 200

interface Panel extends Pick<LineChartProps, 'unit' | 'max' | 'limit'> {
  name: string
  /** What it is now, in words. */
  now: string
  value: (sample: ServerSample) => number | null | undefined
}

export function ServerCharts({ server }: { server: Server }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['servers', '', 'history', server.id],
    queryFn: ({ signal }) => api.servers.history({ params: { serverId: server.id }, query: {} }, { signal }),
    refetchInterval: serverRefreshMs,
  })
  return (
    <section aria-label={t('servers.lastDay')}>
      <h2 className="group">{t('servers.lastDay')}</h2>
      <div className="server-charts">
        {usePanels(server).map((panel) => (
          <ChartPanel key={panel.name} panel={panel} history={query.data} />
        ))}
      </div>
    </section>
  )
}

function usePanels({ type, ramUsage, diskUsage, diskPath, load, database, broker }: Server): Panel[] {
  const { t } = useTranslation()
  const now = (used: number, total: number) => t('servers.of', { used: formatBytes(used), total: formatBytes(total) })
  return useMemo(() => {
    const share = { unit: ' %', max: 100, limit: usageAlarmPercent }
    const panels: (Panel | false)[] = [
      ramUsage !== null && {
        ...share,
        name: t('servers.memory'),
        now: `${percentOf(ramUsage)} % · ${now(ramUsage.used, ramUsage.total)}`,
        value: ({ memory }) => memory?.percent,
      },
      diskUsage !== null && {
        ...share,
        name: t('servers.disk'),
        now: `${percentOf(diskUsage)} % · ${t('servers.diskOf', { used: formatBytes(diskUsage.used), total: formatBytes(diskUsage.total), path: diskPath })}`,
        value: ({ disk }) => disk[0]?.percent,
      },
      load !== null && {
        name: t('servers.loadAverage'),
        now: t('servers.loadOf', { load: load.minute.toFixed(2), count: load.cores }),
        value: (sample) => sample.load,
      },
      database !== null &&
        !database.embedded &&
        database.connections !== null && {
          name: t('servers.field.connections'),
          now: `${database.connections} / ${database.maxConnections ?? ''}`,
          value: (sample) => sample.connections,
        },
      database !== null &&
        database.size !== null && {
          name: t('servers.field.size'),
          now: formatBytes(database.size),
          ...sizePanel(database.size),
        },
      broker !== null &&
        broker.clients !== null && { name: t('servers.field.clients'), now: String(broker.clients), value: (sample) => sample.connections },
    ]
    return panels.filter((panel) => panel !== false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `now` follows from `t`
  }, [t, type, ramUsage, diskUsage, diskPath, load, database, broker])
}

/** A size in the unit that fits it now, so that the axis has round steps. */
function sizePanel(bytes: number): Pick<Panel, 'unit' | 'value'> {
  const [unit = 'MB', divisor = 1] = bytes < 2 ** 30 ? ['MB', 2 ** 20] : ['GB', 2 ** 30]
  return { unit: ` ${unit}`, value: ({ size }) => (size === null ? null : Math.round((size / divisor) * 10) / 10) }
}

function ChartPanel({ panel, history }: { panel: Panel; history: { start: number; end: number; data: ServerSample[] } | undefined }) {
  const { name, now, value, unit, max, limit } = panel
  const { t } = useTranslation()
  const series = useMemo(() => {
    const points = (history?.data ?? []).flatMap((sample): [number, number][] => {
      const found = value(sample)
      return found === null || found === undefined ? [] : [[sample.time, found]]
    })
    return [{ name, points }]
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what a panel reads of a sample follows from its name
  }, [history, name, unit])
  return (
    <div className="panel">
      <h3>
        {name}
        <small>{now}</small>
      </h3>
      {history === undefined ? (
        <div className="chart" style={{ height: 170 }}>
          <div className="chart-wait" />
        </div>
      ) : (
        <LineChart
          label={`${name}, ${t('servers.lastDay')}`}
          series={series}
          height={170}
          min={0}
          gap={gapSeconds}
          from={history.start}
          to={history.end}
          {...{ unit, max, limit }}
        />
      )}
    </div>
  )
}
