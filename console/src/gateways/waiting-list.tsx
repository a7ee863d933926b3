/** Gateways that tried to sign in and were refused: somebody says whose they are, or that they are nobody's. */
import { gateways, type WaitingGateway } from '@endcap/contract/gateways'
import { IconCheck, IconKey, IconX } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatTime } from '../ui/format.ts'
import { State } from '../ui/state.tsx'
import { NewSecret } from './ask.modals.tsx'
import { Approve, Reject } from './waiting.modals.tsx'

export function WaitingList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const write = can('store.write')
  const [open, setOpen] = useState<{ kind: 'approve' | 'reject' | 'secret'; gateway: WaitingGateway }>()
  const spec = useMemo(
    () =>
      tableSpec(gateways.waiting, {
        name: 'gateways',
        live: 'gateways',
        rowId: (row) => row.gwMac,
        pageLength: 25,
        columns: [
          {
            field: 'gwMac',
            width: 150,
            // Also the way in where rows have no room for buttons.
            cell: (row) =>
              write ? (
                <button
                  type="button"
                  className="open mono gw-open"
                  onClick={() => setOpen({ kind: row.storeCode === null ? 'approve' : 'secret', gateway: row })}
                >
                  {row.gwMac}
                </button>
              ) : (
                <span className="mono">{row.gwMac}</span>
              ),
            text: (row) => row.gwMac,
          },
          {
            field: 'storeCode',
            heading: t('gateways.column.status'),
            width: 330,
            cell: (row) => (
              <State
                state={row.storeCode === null ? 'UNKNOWN' : 'ALARM'}
                label={
                  row.storeCode === null ? t('gateways.unregistered') : t('gateways.wrongSecret', { store: row.storeName ?? row.storeCode })
                }
              />
            ),
            text: (row) => row.storeName ?? '',
          },
          { field: 'address', width: 160, cell: (row) => <span className="mono">{row.address}</span> },
          { field: 'firstAt', width: 172, cell: (row) => formatTime(row.firstAt) },
          { field: 'lastAt', width: 172, cell: (row) => formatTime(row.lastAt) },
          { field: 'tries', width: 90, numeric: true, sort: false },
        ],
        filters: { gwMac: 'text', storeCode: 'text', address: 'text' },
        defaultOrder: { column: 'lastAt', dir: 'desc' },
      }),
    [t, write],
  )
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.gateways.waiting({ params: {}, body }, { signal })}
        title={t('gateways.title')}
        tabs={() => tabs}
        empty={t('gateways.noneWaiting')}
        actionsWidth={210}
        rowActions={(gateway) =>
          write && (
            <>
              <button
                type="button"
                className="btn gw-decide"
                aria-label={t(gateway.storeCode === null ? 'gateways.action.approve' : 'gateways.action.newSecret', {
                  gwMac: gateway.gwMac,
                })}
                onClick={() => setOpen({ kind: gateway.storeCode === null ? 'approve' : 'secret', gateway })}
              >
                {gateway.storeCode === null ? <IconCheck size={15} stroke={1.7} /> : <IconKey size={15} stroke={1.7} />}
                {t(gateway.storeCode === null ? 'gateways.approve' : 'gateways.newSecret')}
              </button>
              <button
                type="button"
                className="btn ghost gw-decide"
                aria-label={t('gateways.action.reject', { gwMac: gateway.gwMac })}
                onClick={() => setOpen({ kind: 'reject', gateway })}
              >
                <IconX size={15} stroke={1.7} />
                {t('gateways.reject')}
              </button>
            </>
          )
        }
      />
      {open?.kind === 'approve' && <Approve gateway={open.gateway} close={() => setOpen(undefined)} />}
      {open?.kind === 'reject' && <Reject gateway={open.gateway} close={() => setOpen(undefined)} />}
      {open?.kind === 'secret' && <NewSecret gateway={open.gateway} close={() => setOpen(undefined)} />}
    </>
  )
}
