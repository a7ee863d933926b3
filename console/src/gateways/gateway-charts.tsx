/** The last 24 hours of a gateway: memory, RAM disk and log disk (specification 1 §2, §3, §9). */
import { gatewayDisks, gatewayRefreshMs, type GatewayDetail, type GatewaySample } from '@endcap/contract/gateways'
import { usageAlarmPercent } from '@endcap/contract/servers'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { LineChart } from '../charts/charts.tsx'

/** Reports come every minute; three missing ones are a hole. */
const gapSeconds = 200

const diskAt = (path: string) => (sample: GatewaySample) => sample.disk.find((disk) => disk.path === path)?.percent

export function GatewayCharts({ gateway }: { gateway: GatewayDetail }) {
  const { t } = useTranslation()
  const api = useApi()
  const { gwMac, storeCode, ramUsage, diskUsage } = gateway
  const query = useQuery({
    queryKey: ['gateways', storeCode, 'history', gwMac],
    queryFn: ({ signal }) => api.gateways.history({ params: { gwMac }, query: {} }, { signal }),
    refetchInterval: gatewayRefreshMs,
  })
  const nowAt = (path: string) => diskUsage.find((disk) => disk.path === path)?.percent
  const panels = [
    { name: t('gateways.memory'), now: ramUsage?.percent, value: (sample: GatewaySample) => sample.memory.percent },
    { name: t('gateways.ramdisk'), now: nowAt(gatewayDisks.ramdisk), path: gatewayDisks.ramdisk, value: diskAt(gatewayDisks.ramdisk) },
    { name: t('gateways.logDisk'), now: nowAt(gatewayDisks.logs), path: gatewayDisks.logs, value: diskAt(gatewayDisks.logs) },
  ]
  return (
    <section aria-label={t('gateways.lastDay')}>
      <h2 className="group">{t('gateways.lastDay')}</h2>
      <div className="server-charts">
        {panels.map((panel) => (
          <ChartPanel key={panel.name} {...panel} history={query.data} failed={query.isError} />
        ))}
      </div>
    </section>
  )
}

interface PanelProps {
  name: string
  now: number | undefined
  path?: string
  value: (sample: GatewaySample) => number | undefined
  history: { start: number; end: number; data: GatewaySample[] } | undefined
  failed: boolean
}
function ChartPanel({ name, now, path, value, history, failed }: PanelProps) {
  const { t } = useTranslation()
  const series = useMemo(() => {
    const points = (history?.data ?? []).flatMap((sample): [number, number][] => {
      const found = value(sample)
      return found === undefined ? [] : [[sample.time, found]]
    })
    return [{ name, points }]
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what a panel reads of a sample follows from its name
  }, [history, name])
  return (
    <div className="panel">
      <h3>
        {name}
        <small>{[now === undefined ? '' : `${now} %`, path].filter(Boolean).join(' · ')}</small>
      </h3>
      {history === undefined ? (
        <div className="chart" style={{ height: 170 }}>
          {!failed && <div className="chart-wait" />}
        </div>
      ) : (
        <LineChart
          label={`${name}, ${t('gateways.lastDay')}`}
          series={series}
          height={170}
          min={0}
          max={100}
          unit=" %"
          limit={usageAlarmPercent}
          gap={gapSeconds}
          from={history.start}
          to={history.end}
        />
      )}
    </div>
  )
}
