/** /store/{storeCode}/gw/{gwMac}: what a gateway is, how it does, its last 24 hours, its alarms, and what can be asked of it (specification 1 §2). */
import { gatewayRefreshMs, type GatewayDetail } from '@endcap/contract/gateways'
import { IconDownload, IconEdit, IconKey, IconPlugConnected, IconPower, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessPoint } from '@endcap/contract/access-points'
import { AccessPointActions } from './AccessPointActions.tsx'
import { AccessPointOverview } from '../access-points/index.ts'
import { findAccessPoint } from '../data/use-access-points.ts'
import { paths } from '../app/paths.ts'
import { usePath } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { Detail } from '../ui/Detail.tsx'
import { NewSecret } from './ask.modals.tsx'
import { GatewayStatus } from './cells.tsx'
import { EditGateways } from './edit.modal.tsx'
import { GatewayAlarms } from './gateway-alarms.tsx'
import { GatewayCharts } from './gateway-charts.tsx'
import { Facts, Network, Services } from './gateway-facts.tsx'
import { useMayEdit } from './gateway-list.screen.tsx'
import { GatewayDialog } from './GatewayDialog.tsx'
import { useLogDownload } from './logs.modal.tsx'
import { clsx } from 'clsx'
import { ActionButton } from './ActionButton.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import panelStyles from '../ui/Panel.module.css'

type Dialog = 'edit' | 'remove' | 'reboot' | 'link' | 'secret'
interface Known {
  gateway: GatewayDetail
  /** Of another make: a bridge speaks for it. */
  accessPoint: AccessPoint | undefined
}
/** An access point's own figures come with its reports, about which the server pushes no message. */
const accessPointRefreshMs = 30_000
const firstReportMs = 3000
const refreshMs = ({ accessPoint }: Known): number =>
  accessPoint === undefined ? gatewayRefreshMs : accessPoint.device === null ? firstReportMs : accessPointRefreshMs

export function GatewayDetailScreen() {
  const api = useApi()
  const { storeCode, gwMac } = usePath('storeCode', 'gwMac')
  const query = useQuery({
    queryKey: ['gateways', storeCode, 'detail', gwMac],
    queryFn: async ({ signal }): Promise<Known> => {
      const [gateway, accessPoint] = await Promise.all([
        api.gateways.detail({ params: { storeCode, gwMac } }, { signal }),
        findAccessPoint(api, gwMac, signal),
      ])
      return { gateway, accessPoint }
    },
    refetchInterval: ({ state: { data } }) => (data === undefined ? gatewayRefreshMs : refreshMs(data)),
  })
  const heading = <h1 className={helpers.mono}>{gwMac}</h1>
  return (
    <Detail
      area="gateways"
      query={query}
      heading={heading}
      list={paths.store(storeCode)}
      head={({ gateway, accessPoint }) => (
        <>
          {accessPoint === undefined ? heading : <h1>{accessPoint.name}</h1>}
          <span className={pageHeadStyles.sub}>
            {accessPoint !== undefined && <span className={helpers.mono}>{gwMac}&ensp;</span>}
            <Subtitle gateway={gateway} />
          </span>
          <span className={helpers.grow} />
          {accessPoint === undefined ? <Actions gateway={gateway} /> : <AccessPointActions gateway={gateway} accessPoint={accessPoint} />}
        </>
      )}
      overview={({ gateway, accessPoint }) =>
        accessPoint === undefined ? (
          <>
            <Facts gateway={gateway} />
            <GatewayCharts gateway={gateway} />
            <div className={clsx(panelStyles.panels, panelStyles.halves)}>
              <Services gateway={gateway} />
              <Network gateway={gateway} />
            </div>
          </>
        ) : (
          <>
            <AccessPointOverview accessPoint={accessPoint} gateway={gateway} />
            {/* Only some tell how full their memory is. */}
            {gateway.ramUsage !== null && gateway.ramUsage.percent > 0 && <GatewayCharts gateway={gateway} />}
          </>
        )
      }
      alarms={({ gateway }, tabs) => <GatewayAlarms gateway={gateway} subtitle={<Subtitle gateway={gateway} />} tabs={tabs} />}
    />
  )
}

function Subtitle({ gateway }: { gateway: GatewayDetail }) {
  return (
    <>
      <Link to={paths.store(gateway.storeCode)} search={{}}>
        {gateway.storeName}
      </Link>
      &ensp;
      <GatewayStatus gateway={gateway} />
    </>
  )
}

function Actions({ gateway }: { gateway: GatewayDetail }) {
  const { t } = useTranslation()
  const can = useCan()
  const mayEdit = useMayEdit()
  const downloadLog = useLogDownload()
  const [open, setOpen] = useState<Dialog>()
  const close = () => setOpen(undefined)
  const { gwMac, storeCode } = gateway
  const write = can('store.write')
  return (
    <>
      <ActionButton icon={IconPlugConnected} text={t('gateways.linkCheck')} onClick={() => setOpen('link')} />
      <ActionButton icon={IconDownload} text={t('gateways.downloadLog')} onClick={() => downloadLog(storeCode, gateway)} />
      {mayEdit && <ActionButton icon={IconEdit} text={t('gateways.edit')} onClick={() => setOpen('edit')} />}
      {write && (
        <>
          <ActionButton ends icon={IconPower} text={t('gateways.reboot')} onClick={() => setOpen('reboot')} />
          <ActionButton ends icon={IconKey} text={t('gateways.newSecret')} onClick={() => setOpen('secret')} />
          <ActionButton ends icon={IconTrash} text={t('gateways.remove')} onClick={() => setOpen('remove')} />
        </>
      )}
      <GatewayDialog open={open} gateway={gateway} close={close} />
      {open === 'secret' && <NewSecret gateway={gateway} close={close} />}
      {open === 'edit' && <EditGateways storeCode={storeCode} gwMac={gwMac} close={close} />}
    </>
  )
}
