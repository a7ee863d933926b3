/** The last 24 hours of a gateway: memory, RAM disk and log disk (specification 1 §2, §3, §9). */
import { gatewayDisks, gatewayRefreshMs, type GatewayDetail, type GatewaySample } from '@endcap/contract/gateways'
import { usageAlarmPercent } from '@endcap/contract/servers'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { DayCharts, type DayPanel } from '../charts/DayCharts.tsx'

export function GatewayCharts({ gateway }: { gateway: GatewayDetail }) {
  const { t } = useTranslation()
  const api = useApi()
  const { gwMac, storeCode, ramUsage, diskUsage } = gateway
  const query = useQuery({
    queryKey: ['gateways', storeCode, 'history', gwMac],
    queryFn: ({ signal }) => api.gateways.history({ params: { gwMac }, query: {} }, { signal }),
    refetchInterval: gatewayRefreshMs,
  })
  const panelOf = (name: string, now: number | undefined, value: DayPanel<GatewaySample>['value'], path = '') => ({
    name,
    now: [now === undefined ? '' : `${now} %`, path].filter(Boolean).join(' · '),
    value,
    unit: ' %',
    max: 100,
    limit: usageAlarmPercent,
  })
  const diskPanel = (name: string, path: string) => {
    const percentIn = (disks: GatewaySample['disk']) => disks.find((disk) => disk.path === path)?.percent
    return panelOf(name, percentIn(diskUsage), ({ disk }) => percentIn(disk), path)
  }
  const panels = [
    panelOf(t('gateways.memory'), ramUsage?.percent, ({ memory }) => memory.percent),
    diskPanel(t('gateways.ramdisk'), gatewayDisks.ramdisk),
    diskPanel(t('gateways.logDisk'), gatewayDisks.logs),
  ]
  return <DayCharts title={t('gateways.lastDay')} panels={panels} query={query} />
}
