/** The predefined configuration: every registered gateway with what it was registered with (specification 1 §2). */
import type { PredefinedRow } from '@endcap/contract/gateway-registration'
import { gateways } from '@endcap/contract/gateways'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { codeColumn, optionalCodeColumn, stateColumn } from '../table/columns.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { formatTime } from '../ui/format.ts'
import { macWidth, PartList, partTable } from './part-list.tsx'
import { AddGateway } from './add.modal.tsx'
import { useNoneHint } from './use-broker.ts'
import { PredefineModal } from './predefine.modal.tsx'
import { OpenLink } from '../table/OpenLink.tsx'

const actions: Action<PredefinedRow>[] = [
  { name: 'add', needs: 'store.write', on: 'table', icon: IconPlus, opens: AddGateway },
  { name: 'predefine', needs: 'store.write', on: 'table', icon: IconUpload, opens: PredefineModal },
]

export function PredefinedList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const noneHint = useNoneHint()
  const api = useApi()
  const spec = useMemo(
    () =>
      tableSpec(gateways.predefinedList, {
        ...partTable,
        columns: [
          {
            field: 'gwMac',
            width: macWidth,
            cell: (row) => (
              <OpenLink mono to={paths.gateway(row.storeCode, row.gwMac)}>
                {row.gwMac}
              </OpenLink>
            ),
          },
          { field: 'storeName', width: 200 },
          codeColumn('storeCode', 100),
          { field: 'gwIndex', width: 90, numeric: true },
          optionalCodeColumn('ip', 160),
          { field: 'dataChannel', width: 108, numeric: true },
          { field: 'eventChannel', width: 112, numeric: true },
          { field: 'channelGroupIndex', width: 120, numeric: true, sort: false },
          {
            ...stateColumn('connected', 250, (row) => ({ state: row.connected ? row.status : 'UNKNOWN', label: connection(row, t) })),
            sort: false,
            text: (row) => connection(row, t),
          },
        ],
        filters: {
          gwMac: 'text',
          storeName: 'text',
          storeCode: 'text',
          gwIndex: 'text',
          ip: 'text',
          dataChannel: 'text',
          eventChannel: 'text',
        },
        defaultOrder: { column: 'storeName', dir: 'asc' },
      }),
    [t],
  )
  return (
    <PartList
      spec={spec}
      load={(body, signal) => api.gateways.predefinedList({ params: {}, body }, { signal })}
      actions={actions}
      tabs={tabs}
      empty={t('gateways.none')}
      emptyHint={noneHint}
      filledBy="add"
    />
  )
}

/** How it is now, not that it was heard once. */
function connection({ connected, status, lastHeardAt }: PredefinedRow, t: TFunction): string {
  if (!connected) return t('gateways.neverHeard')
  return status === 'OFFLINE' ? t('gateways.offlineSinceHeard', { time: formatTime(lastHeardAt) }) : t('gateways.connectedNow')
}
