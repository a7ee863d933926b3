/** /plus/v1/master: displays of all stores with their v1 settings (specification 3 §2). */
import { deviceStatuses } from '@endcap/contract/displays'
import { displayMasters, type DisplayMaster } from '@endcap/contract/display-masters'
import { IconPackageImport, IconPackages, IconPower, IconSettings, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { codeColumn, optionalCodeColumn, timeColumn } from '../table/columns.tsx'
import { DeviceState } from '../ui/display-cells.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { RebootMasters, RemoveMasters, UpdateMasters } from './ask.modals.tsx'
import { AssignProducts } from './assign.modal.tsx'
import { ConfigModal } from './config.modal.tsx'
import { masterName, versionText } from './masters.ts'
import { clsx } from 'clsx'
import { OpenLink } from '../table/OpenLink.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'

type Translate = (key: string) => string

export function masterListSpec(t: Translate, show: (device: DisplayMaster) => void) {
  return tableSpec(displayMasters.search, {
    name: 'displayMasters',
    live: 'signage',
    rowId: ({ mac }) => mac,
    pageLength: 25,
    columns: [
      {
        field: 'code',
        width: 164,
        cell: (device) => (
          <button
            type="button"
            className={clsx(tableStyles.open, helpers.asLink, helpers.mono)}
            data-part="open"
            onClick={() => show(device)}
          >
            {device.code || device.mac}
          </button>
        ),
        text: ({ code, mac }) => code || mac,
      },
      // A phone shows the first three.
      {
        field: 'connection',
        width: 110,
        cell: ({ connection }) => <DeviceState status={connection} />,
        text: ({ connection }) => t(`displays.state.${connection}`),
      },
      { field: 'name', width: 170 },
      { field: 'model', width: 96 },
      { field: 'version', width: 190, sort: false, cell: ({ version }) => versionText(version) || '–' },
      codeColumn('storeCode', 110),
      {
        field: 'product',
        width: 180,
        sort: false,
        cell: ({ product }) => <span className={helpers.mono}>{product.join(', ') || '–'}</span>,
      },
      { field: 'category', width: 120 },
      { field: 'section', width: 110 },
      { field: 'shelfID', width: 110 },
      { field: 'position', width: 110 },
      { field: 'timezone', width: 130 },
      {
        field: 'timeline',
        width: 170,
        sort: false,
        cell: ({ timeline }) => (timeline === null ? '–' : <OpenLink to={paths.timelineDevices(timeline.id)}>{timeline.name}</OpenLink>),
        text: ({ timeline }) => timeline?.name ?? '',
      },
      timeColumn('recvTime', 168),
      { ...codeColumn('mac', 152), optional: true },
      { ...optionalCodeColumn('ipAddress', 140), sort: false, optional: true },
      { field: 'line', width: 90, optional: true, cell: ({ line }) => t(`displayMasters.line.${line}`) },
    ],
    filters: {
      mac: 'text',
      code: 'text',
      name: 'text',
      model: 'text',
      storeCode: 'text',
      product: 'text',
      category: 'text',
      section: 'text',
      shelfID: 'text',
      position: 'text',
      timezone: 'text',
      connection: { options: deviceStatuses.filter((status) => status !== 'PENDING'), label: (option) => t(`displays.state.${option}`) },
      line: { options: ['v0', 'v1'], label: (option) => t(`displayMasters.line.${option}`) },
    },
    dateRange: true,
    defaultOrder: { column: 'code', dir: 'asc' },
  })
}

const actions: Action<DisplayMaster>[] = [
  { name: 'reboot', needs: 'plus.write', on: 'either', icon: IconPower, opens: RebootMasters },
  { name: 'updateSoftware', needs: 'plus.write', on: 'either', icon: IconPackageImport, opens: UpdateMasters },
  { name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: RemoveMasters },
]

export function MasterListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const [open, setOpen] = useState<{ what: 'config' | 'assign' | 'reboot' | 'remove'; device: DisplayMaster }>()
  const spec = useMemo(() => masterListSpec(t, (device) => setOpen({ what: 'config', device })), [t])
  const close = () => setOpen(undefined)
  const button = (device: DisplayMaster, what: 'config' | 'assign' | 'reboot' | 'remove', icon: typeof IconPower) => (
    <RowButton label={t(`displayMasters.${what}.of`, { name: masterName(device) })} icon={icon} onClick={() => setOpen({ what, device })} />
  )
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.displayMasters.search({ params: {}, body }, { signal })}
        title={t('displayMasters.title')}
        empty={t('displayMasters.none')}
        actions={actions}
        rowButtons={mayWrite ? 4 : 1}
        rowActions={(device) => (
          <>
            {button(device, 'config', IconSettings)}
            {mayWrite && (
              <>
                {button(device, 'assign', IconPackages)}
                {button(device, 'reboot', IconPower)}
                {button(device, 'remove', IconTrash)}
              </>
            )}
          </>
        )}
      />
      {open?.what === 'config' && <ConfigModal device={open.device} close={close} />}
      {open?.what === 'assign' && <AssignProducts device={open.device} close={close} />}
      {open?.what === 'reboot' && <RebootMasters rows={[open.device]} close={close} />}
      {open?.what === 'remove' && <RemoveMasters rows={[open.device]} close={close} />}
    </>
  )
}
