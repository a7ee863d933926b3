/** /store/detail/{storeCode}: the gateways of one store (specification 1 §2). */
import { gatewayPageLength, gateways, type Gateway } from '@endcap/contract/gateways'
import { nodeStatuses } from '@endcap/contract/vocabulary'
import { IconDownload, IconEdit, IconEye, IconPlus, IconRouter, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callingKinds, type AccessPoint } from '@endcap/contract/access-points'
import { AddAccessPoint, EditAccessPoint } from '../access-points/index.ts'
import { useAccessPoints } from '../data/use-access-points.ts'
import { retainedView, paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { useStoreName } from '../data/use-stores.ts'
import { timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { GatewayStatus, ipText, LinkState, shownStatus, TimeSync } from './cells.tsx'
import { Channel } from '../ui/Channel.tsx'
import { AddGateway } from './add.modal.tsx'
import { EditGateways } from './edit.modal.tsx'
import { useNoneHint } from './use-broker.ts'
import { GatewayTabs } from './GatewayTabs.tsx'
import { useLogDownload } from './logs.modal.tsx'
import { RemoveGateway } from './remove.modal.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'

const links = ['OK', 'NG'] as const

const noneKnown: readonly AccessPoint[] = []

/** `accessPoints`: those gateways that are of another make; they have names. */
export function gatewayListSpec(t: (key: string) => string, storeCode: string, accessPoints = noneKnown) {
  const nameOf = new Map(accessPoints.map((one) => [one.gwMac, one.name]))
  /** Those without an address or a radio of their own report none. */
  const calling = new Set(accessPoints.flatMap(({ gwMac, kind }) => (callingKinds.includes(kind) ? [gwMac] : [])))
  const silent = new Set(accessPoints.flatMap(({ gwMac, device }) => (device?.can.includes('channel') === true ? [] : [gwMac])))
  return tableSpec(gateways.search, {
    name: 'gateways',
    live: 'gateways',
    rowId: (gateway) => gateway.gwMac,
    pageLength: gatewayPageLength,
    columns: [
      {
        field: 'gwMac',
        width: nameOf.size === 0 ? 138 : 260,
        cell: (gateway) => (
          <>
            <OpenLink mono to={paths.gateway(storeCode, gateway.gwMac)}>
              {gateway.gwMac}
            </OpenLink>
            {nameOf.has(gateway.gwMac) && <span className={tableStyles.name}>{nameOf.get(gateway.gwMac)}</span>}
          </>
        ),
        text: (gateway) => gateway.gwMac,
      },
      {
        field: 'status',
        width: 112,
        cell: (gateway) => <GatewayStatus gateway={gateway} />,
        text: (gateway) => t(`state.${shownStatus(gateway)}`),
      },
      { field: 'gwIndex', width: 96, numeric: true },
      { field: 'tagCount', width: 74, numeric: true },
      { field: 'ip', width: 122, cell: ({ gwMac, ip }) => <span className={helpers.mono}>{calling.has(gwMac) ? '–' : ipText(ip)}</span> },
      { field: 'alternateIp', width: 122, cell: (gateway) => <span className={helpers.mono}>{ipText(gateway.alternateIp)}</span> },
      {
        field: 'dataChannel',
        width: 118,
        numeric: true,
        cell: (gateway) =>
          silent.has(gateway.gwMac) ? '–' : <Channel now={gateway.dataChannel} requested={gateway.pending?.dataChannel} />,
        text: (gateway) => (silent.has(gateway.gwMac) ? '' : gateway.dataChannel),
      },
      {
        field: 'eventChannel',
        width: 122,
        numeric: true,
        // Only those of our own protocol have one.
        cell: (gateway) =>
          nameOf.has(gateway.gwMac) ? '–' : <Channel now={gateway.eventChannel} requested={gateway.pending?.eventChannel} />,
        text: (gateway) => (nameOf.has(gateway.gwMac) ? '' : gateway.eventChannel),
      },
      { field: 'channelGroupIndex', width: 130, numeric: true },
      { field: 'gmpVersion', width: 84 },
      { field: 'grmVersion', width: 84 },
      { field: 'upLink', width: 92, cell: (gateway) => <LinkState state={gateway.upLink} /> },
      { field: 'downLink', width: 100, cell: (gateway) => <LinkState state={gateway.downLink} /> },
      {
        field: 'timeSync',
        width: 122,
        cell: (gateway) => <TimeSync inSync={gateway.timeSync} />,
        text: (gateway) => t(gateway.timeSync ? 'gateways.sync.OK' : 'gateways.sync.NG'),
      },
      timeColumn('updatedAt'),
    ],
    filters: {
      gwMac: 'text',
      gwIndex: 'text',
      tagCount: 'text',
      ip: 'text',
      alternateIp: 'text',
      dataChannel: 'text',
      eventChannel: 'text',
      channelGroupIndex: 'text',
      gmpVersion: 'text',
      grmVersion: 'text',
      status: { options: nodeStatuses, label: (option) => t(`state.${option}`) },
      upLink: { options: links, label: (option) => t(`gateways.link.${option}`) },
      downLink: { options: links, label: (option) => t(`gateways.link.${option}`) },
      timeSync: { options: links, label: (option) => t(`gateways.sync.${option}`) },
    },
    dateRange: true,
    defaultOrder: { column: 'gwIndex', dir: 'asc' },
  })
}

/** Edit is shown with store.write, and to the role 0 (specification 1 §2, §6). */
export function useMayEdit(): boolean {
  const can = useCan()
  const { user } = useSession()
  return can('store.write') || user.role_id === 0
}

export function GatewayListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const mayEdit = useMayEdit()
  const downloadLog = useLogDownload()
  const storeCode = useStoreCode()
  const { name, waits } = useStoreName(storeCode)
  const { data: counts } = useQuery({
    queryKey: ['gateways', storeCode, 'counts'],
    queryFn: ({ signal }) =>
      api.stores.gatewayOverview({ params: {}, body: { length: 1, filter_storeCode: storeCode, condition_storeCode: '==' } }, { signal }),
  })
  const accessPoints = useAccessPoints(storeCode)
  const spec = useMemo(() => gatewayListSpec(t, storeCode, accessPoints), [t, storeCode, accessPoints])
  const [open, setOpen] = useState<{ kind: 'edit' | 'remove'; gateway: Gateway }>()
  const close = () => setOpen(undefined)
  const accessPoint = accessPoints?.find((one) => one.gwMac === open?.gateway.gwMac)
  const EditAll = useCallback(({ close }: ActionProps<Gateway>) => <EditGateways storeCode={storeCode} close={close} />, [storeCode])
  const noneHint = useNoneHint()
  const storeName = name ?? storeCode
  const Add = useCallback(
    ({ close }: ActionProps<Gateway>) => <AddAccessPoint storeCode={storeCode} storeName={storeName} close={close} />,
    [storeCode, storeName],
  )
  const AddHere = useCallback(({ close }: ActionProps<Gateway>) => <AddGateway storeCode={storeCode} close={close} />, [storeCode])
  const actions: Action<Gateway>[] = [
    { name: 'add', needs: 'store.write', on: 'table', icon: IconPlus, opens: AddHere },
    { name: 'addAccessPoint', needs: 'store.write', on: 'table', icon: IconRouter, opens: Add },
    { name: 'editAll', needs: 'store.write', on: 'table', icon: IconEdit, opens: EditAll },
  ]
  return (
    <>
      <TableScreen
        spec={spec}
        storeCode={storeCode}
        load={(body, signal) => api.gateways.search({ params: { storeCode }, body }, { signal })}
        title={name ?? t('gateways.listTitle')}
        titleWaits={waits}
        subtitle={
          <>
            <span className={helpers.mono}>{storeCode}</span>&ensp;
            <Link to={paths.stores} search={retainedView}>
              {t('gateways.allStores')}
            </Link>
          </>
        }
        actions={actions}
        tabs={(filters, setFilter) => (
          <GatewayTabs store={counts?.data[0]} filter={filters.status ?? ''} onChange={(text) => setFilter('status', text)} />
        )}
        empty={t('gateways.none')}
        emptyHint={noneHint}
        filledBy="add"
        rowButtons={2 + Number(mayEdit) + Number(can('store.write'))}
        rowActions={(gateway) => (
          <>
            {mayEdit && (
              <RowButton label={t('gateways.action.edit', gateway)} icon={IconEdit} onClick={() => setOpen({ kind: 'edit', gateway })} />
            )}
            <RowLink
              label={t('gateways.action.view', { gwMac: gateway.gwMac })}
              icon={IconEye}
              to={paths.gateway(storeCode, gateway.gwMac)}
            />
            <RowButton label={t('gateways.action.log', gateway)} icon={IconDownload} onClick={() => downloadLog(storeCode, gateway)} />
            {can('store.write') && (
              <RowButton
                label={t('gateways.action.remove', gateway)}
                icon={IconTrash}
                onClick={() => setOpen({ kind: 'remove', gateway })}
              />
            )}
          </>
        )}
      />
      {open?.kind === 'edit' && accessPoint === undefined && (
        <EditGateways storeCode={storeCode} gwMac={open.gateway.gwMac} close={close} />
      )}
      {open?.kind === 'edit' && accessPoint !== undefined && <EditAccessPoint accessPoint={accessPoint} close={close} />}
      {open?.kind === 'remove' && (
        <RemoveGateway
          storeCode={storeCode}
          gateway={open.gateway}
          {...(accessPoint !== undefined && { text: t('accessPoints.removeText', { name: accessPoint.name }) })}
          close={close}
        />
      )}
    </>
  )
}
