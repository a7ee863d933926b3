/** /plus/v1/display: displays of all stores, with what each plays. */
import { displayList, playedKinds, playingStates, type ListedDisplay } from '@endcap/contract/display-list'
import { deviceStatuses } from '@endcap/contract/displays'
import { Menu } from '@mantine/core'
import { IconBuildingStore, IconEye, IconList, IconPencil, IconPlaylistAdd, IconPower, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { RebootMasters } from '../display-masters/index.ts'
import { DeviceInfoModal } from './device-info.modal.tsx'
import { nameOf } from './devices.ts'
import { playedText, Plays } from './Plays.tsx'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { HeadMenu } from '../table/HeadMenu.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { DeviceState, Playing, playingText } from '../ui/display-cells.tsx'
import { sizeInPixels } from '../ui/format.ts'
import { AddToPlaylist } from './add-to-playlist.modal.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'

const icon = { size: 16, stroke: 1.6 }
const sizeText = ({ screen }: ListedDisplay) => sizeInPixels(`${screen.width}x${screen.height}`)

export function displayListSpec(t: TFunction, show: (display: ListedDisplay) => void) {
  return tableSpec(displayList.search, {
    name: 'displays',
    live: 'signage',
    rowId: ({ mac }) => mac,
    pageLength: 25,
    columns: [
      {
        field: 'name',
        width: 180,
        cell: (display) => (
          <button type="button" className={clsx(tableStyles.open, helpers.asLink)} data-part="open" onClick={() => show(display)}>
            {nameOf(display)}
          </button>
        ),
        text: nameOf,
      },
      {
        field: 'status',
        width: 116,
        cell: ({ status }) => <DeviceState status={status} />,
        text: ({ status }) => t(`displays.state.${status}`),
      },
      {
        field: 'plays',
        width: 230,
        sort: false,
        cell: (display) => <Plays display={display} />,
        text: (display) => playedText(display, t),
      },
      // A phone shows the first three.
      {
        field: 'storeName',
        width: 170,
        cell: ({ storeName, storeCode }) => (
          <Link to={paths.signageList('device', storeCode)} search={{}}>
            {storeName}
          </Link>
        ),
      },
      {
        field: 'upToDate',
        // "Playing" says too little beside what it plays.
        heading: t('displays.playing.current'),
        filter: 'playing',
        width: 136,
        sort: false,
        cell: (display) => <Playing device={display} />,
        text: (display) => playingText(display, t),
      },
      { field: 'screen', width: 116, sort: false, cell: sizeText, text: sizeText },
      { field: 'model', width: 96 },
      timeColumn('recvTime', 168),
      { ...codeColumn('storeCode', 104), optional: true },
      { ...codeColumn('mac', 152), optional: true },
      { field: 'what', width: 180, optional: true, cell: ({ what }) => what || '–' },
    ],
    filters: {
      name: 'text',
      storeName: 'text',
      storeCode: 'text',
      mac: 'text',
      model: 'text',
      what: 'text',
      status: { options: deviceStatuses.filter((status) => status !== 'PENDING'), label: (option) => t(`displays.state.${option}`) },
      plays: { options: playedKinds, label: (option) => t(`displays.kind.${option}`) },
      playing: { options: playingStates, label: (option) => t(`displays.playing.${option}`) },
    },
    dateRange: true,
    defaultOrder: { column: 'name', dir: 'asc' },
  })
}

/** These displays may have no code yet, by which master devices are called. */
const Reboot = ({ rows, close }: ActionProps<ListedDisplay>) => (
  <RebootMasters rows={rows.map((row) => ({ ...row, code: '' }))} close={close} />
)
const actions: Action<ListedDisplay>[] = [
  { name: 'addToPlaylist', needs: 'plus.write', on: 'either', icon: IconPlaylistAdd, opens: AddToPlaylist },
  { name: 'reboot', needs: 'plus.write', on: 'either', icon: IconPower, opens: Reboot },
]

export function DisplaysOfAllScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const [open, setOpen] = useState<ListedDisplay>()
  const spec = useMemo(() => displayListSpec(t, setOpen), [t])
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.displayList.search({ params: {}, body }, { signal })}
        title={t('displays.title')}
        empty={t('displays.list.empty')}
        emptyHint={t('displays.list.emptyHint')}
        actions={actions}
        head={
          <HeadMenu label={t('displays.list.others')} icon={IconList} width={220}>
            <Menu.Item component={Link} to={paths.signage('device')} leftSection={<IconBuildingStore {...icon} />}>
              {t('displays.list.byStore')}
            </Menu.Item>
            <Menu.Item component={Link} to={paths.masters} leftSection={<IconSettings {...icon} />}>
              {t('displays.list.masters')}
            </Menu.Item>
          </HeadMenu>
        }
        rowButtons={1}
        rowActions={(display) => (
          <RowLink
            label={t(mayWrite ? 'displays.action.editShow' : 'displays.action.viewShow', { name: nameOf(display) })}
            icon={mayWrite ? IconPencil : IconEye}
            to={paths.deviceShow(display.storeCode, display.mac)}
          />
        )}
      />
      {open !== undefined && (
        <DeviceInfoModal storeCode={open.storeCode} mac={open.mac} name={nameOf(open)} close={() => setOpen(undefined)} />
      )}
    </>
  )
}
