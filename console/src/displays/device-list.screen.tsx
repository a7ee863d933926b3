/** /plus/device/list/{storeCode}: the displays of one store, and those that wait to be taken in (specification 3 §2). */
import { deviceStatuses, displays, type Display } from '@endcap/contract/displays'
import {
  IconDeviceTv,
  IconEye,
  IconInfoCircle,
  IconLayoutGridAdd,
  IconPackageImport,
  IconPencil,
  IconPower,
  IconRefresh,
  IconScan,
  IconSearch,
  IconSlideshow,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { StoreName } from '../ui/StoreName.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { AcceptModal } from './accept.modal.tsx'
import {
  InfoDurationModal,
  RebootModal,
  RemoveModal,
  ShowIndexModal,
  SwitchModeModal,
  SyncModal,
  UpdateSoftwareModal,
} from './ask.modals.tsx'
import { AssignModal } from './assign.modal.tsx'
import { DeviceState, Playing, playingText } from '../ui/display-cells.tsx'
import { DeviceInfoModal } from './device-info.modal.tsx'
import { nameOf, noneWaiting, playsText } from './devices.ts'
import { SearchModal } from './search.modal.tsx'
import { StoreMenu } from './StoreMenu.tsx'
import { ApplyTemplateModal } from './template.modal.tsx'
import { clsx } from 'clsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'

export function deviceListSpec(t: TFunction, show: (device: Display) => void) {
  return tableSpec(displays.search, {
    name: 'displays',
    live: 'signage',
    rowId: (device) => device.mac,
    pageLength: 25,
    columns: [
      {
        field: 'name',
        width: 190,
        cell: (device) => (
          <button type="button" className={clsx(tableStyles.open, helpers.asLink)} data-part="open" onClick={() => show(device)}>
            {nameOf(device)}
          </button>
        ),
        text: nameOf,
      },
      {
        field: 'status',
        width: 156,
        cell: (device) => <DeviceState {...device} />,
        text: (device) => [t(`displays.state.${device.status}`), device.code ?? ''].join(' ').trim(),
      },
      {
        field: 'upToDate',
        width: 128,
        sort: false,
        cell: (device) => <Playing device={device} />,
        text: (device) => playingText(device, t),
      },
      codeColumn('mac', 152),
      { field: 'model', width: 96 },
      { field: 'ver', width: 84 },
      {
        field: 'template',
        width: 160,
        cell: (display) => playsText(display, t) || '–',
        text: (display) => playsText(display, t),
      },
      { field: 'mode', width: 112, sort: false, cell: (device) => t(`displays.mode.${device.mode}`) },
      { field: 'showIdx', width: 100, numeric: true, cell: (device) => device.showIdx ?? '–' },
      { field: 'product', filter: 'prCode', width: 180, sort: false, cell: (device) => device.product.join(', ') || '–' },
      timeColumn('recvTime', 168),
    ],
    filters: {
      mac: 'text',
      name: 'text',
      model: 'text',
      ver: 'text',
      template: 'text',
      showIdx: 'text',
      prCode: 'text',
      status: { options: deviceStatuses, label: (option) => t(`displays.state.${option}`) },
    },
    dateRange: true,
    defaultOrder: { column: 'name', dir: 'asc' },
  })
}

export const deviceActions: Action<Display>[] = [
  { name: 'assign', needs: 'plus.write', on: 'table', icon: IconScan, opens: AssignModal },
  { name: 'find', needs: 'plus.read', on: 'table', icon: IconSearch, opens: SearchModal },
  { name: 'template', needs: 'plus.write', on: 'either', icon: IconLayoutGridAdd, opens: ApplyTemplateModal, refuse: noneWaiting },
  { name: 'mode', needs: 'plus.write', on: 'either', icon: IconDeviceTv, opens: SwitchModeModal, refuse: noneWaiting },
  { name: 'showIndex', needs: 'plus.write', on: 'either', icon: IconSlideshow, opens: ShowIndexModal, refuse: noneWaiting },
  { name: 'showInfo', needs: 'plus.write', on: 'either', icon: IconInfoCircle, opens: InfoDurationModal, refuse: noneWaiting },
  { name: 'sync', needs: 'plus.write', on: 'either', icon: IconRefresh, opens: SyncModal, refuse: noneWaiting },
  { name: 'reboot', needs: 'plus.write', on: 'either', icon: IconPower, opens: RebootModal, refuse: noneWaiting },
  { name: 'updateSoftware', needs: 'plus.write', on: 'either', icon: IconPackageImport, opens: UpdateSoftwareModal, refuse: noneWaiting },
  { name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: RemoveModal },
]

export function DisplayListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const storeCode = useStoreCode()
  const [open, setOpen] = useState<{ kind: 'info' | 'accept'; device: Display }>()
  const spec = useMemo(
    () => deviceListSpec(t, (device) => setOpen({ kind: device.status === 'PENDING' && can('plus.write') ? 'accept' : 'info', device })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- rights change with the session, which draws everything anew
    [t],
  )
  const close = () => setOpen(undefined)
  return (
    <>
      <TableScreen
        spec={spec}
        storeCode={storeCode}
        load={(body, signal) => api.displays.search({ params: { storeCode }, body }, { signal })}
        title={t('displays.title')}
        subtitle={<StoreName storeCode={storeCode} />}
        actions={deviceActions}
        head={<StoreMenu storeCode={storeCode} />}
        empty={t('displays.empty')}
        rowButtons={2}
        rowActions={(device) => (
          <>
            {device.status === 'PENDING' && can('plus.write') && (
              <RowButton
                label={t('displays.action.acceptOne', { name: nameOf(device) })}
                icon={IconUserCheck}
                onClick={() => setOpen({ kind: 'accept', device })}
              />
            )}
            {device.status !== 'PENDING' && (
              <RowLink
                label={t(can('plus.write') ? 'displays.action.editShow' : 'displays.action.viewShow', { name: nameOf(device) })}
                icon={can('plus.write') ? IconPencil : IconEye}
                to={paths.deviceShow(storeCode, device.mac)}
              />
            )}
            {device.status !== 'PENDING' && (
              <RowButton
                label={t('displays.action.infoOf', { name: nameOf(device) })}
                icon={IconInfoCircle}
                onClick={() => setOpen({ kind: 'info', device })}
              />
            )}
          </>
        )}
      />
      {open?.kind === 'info' && <DeviceInfoModal storeCode={storeCode} mac={open.device.mac} name={nameOf(open.device)} close={close} />}
      {open?.kind === 'accept' && <AcceptModal storeCode={storeCode} device={open.device} close={close} />}
    </>
  )
}
