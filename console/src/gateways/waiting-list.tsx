/** Gateways that tried to sign in and were refused: an account says which store they belong to, or that they belong to none. */
import type { WaitingGateway } from '@endcap/contract/gateway-registration'
import { gateways } from '@endcap/contract/gateways'
import { IconCheck, IconKey, IconX } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { NewSecret } from './ask.modals.tsx'
import { macWidth, PartList, partTable } from './part-list.tsx'
import { useCallsAt } from './use-broker.ts'
import { Approve, Decide, Reject, WaitsFor, waitsFor, yesOf } from './waiting.modals.tsx'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './gateways.module.css'

export function WaitingList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const write = can('store.write')
  const { callsAt } = useCallsAt()
  const [open, setOpen] = useState<{ kind: 'decide' | 'approve' | 'newSecret' | 'reject'; gateway: WaitingGateway }>()
  const close = () => setOpen(undefined)
  const spec = useMemo(
    () =>
      tableSpec(gateways.waiting, {
        ...partTable,
        columns: [
          {
            field: 'gwMac',
            width: macWidth,
            // Also the way in where rows have no room for buttons.
            cell: (row) =>
              write ? (
                <button
                  type="button"
                  className={clsx(tableStyles.open, helpers.mono)}
                  data-part="open"
                  onClick={() => setOpen({ kind: 'decide', gateway: row })}
                >
                  {row.gwMac}
                </button>
              ) : (
                <span className={helpers.mono}>{row.gwMac}</span>
              ),
            text: (row) => row.gwMac,
          },
          {
            field: 'storeCode',
            heading: t('gateways.column.status'),
            width: 300,
            cell: (row) => <WaitsFor gateway={row} />,
            text: (row) => waitsFor(t, row),
          },
          codeColumn('address', 128),
          timeColumn('firstAt'),
          timeColumn('lastAt'),
          { field: 'tries', width: 80, numeric: true, sort: false, optional: true },
        ],
        filters: { gwMac: 'text', storeCode: 'text', address: 'text' },
        defaultOrder: { column: 'lastAt', dir: 'desc' },
      }),
    [t, write],
  )
  return (
    <>
      <PartList
        spec={spec}
        load={(body, signal) => api.gateways.waiting({ params: {}, body }, { signal })}
        tabs={tabs}
        empty={t('gateways.noneWaiting')}
        {...(callsAt !== undefined && { emptyHint: callsAt })}
        actionsWidth={250}
        rowActions={(gateway) =>
          write && (
            <>
              <Button
                className={styles.gwDecide}
                aria-label={t(`gateways.action.${yesOf(gateway)}`, { gwMac: gateway.gwMac })}
                onClick={() => setOpen({ kind: yesOf(gateway), gateway })}
              >
                {yesOf(gateway) === 'approve' ? <IconCheck size={15} stroke={1.7} /> : <IconKey size={15} stroke={1.7} />}
                {t(`gateways.${yesOf(gateway)}`)}
              </Button>
              <Button
                className={styles.gwDecide}
                look="ghost"
                aria-label={t('gateways.action.reject', { gwMac: gateway.gwMac })}
                onClick={() => setOpen({ kind: 'reject', gateway })}
              >
                <IconX size={15} stroke={1.7} />
                {t('gateways.reject')}
              </Button>
            </>
          )
        }
      />
      {open?.kind === 'decide' && (
        <Decide gateway={open.gateway} onChoose={(kind) => setOpen({ kind, gateway: open.gateway })} close={close} />
      )}
      {open?.kind === 'approve' && <Approve gateway={open.gateway} close={close} />}
      {open?.kind === 'newSecret' && <NewSecret gateway={open.gateway} close={close} />}
      {open?.kind === 'reject' && <Reject gateway={open.gateway} close={close} />}
    </>
  )
}
