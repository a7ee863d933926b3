/** /store: stores by their gateways, as a table or a map; the registered gateways; those that wait for approval (specification 1 §2). */
import { IconAdjustments, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreStatus } from '@endcap/contract/stores'
import { retainedView, paths, type ViewSearch } from '../app/paths.ts'
import { useRouteSearch } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { storeOverview, StoreOverview } from '../map/index.ts'
import type { Action, Column } from '../table/spec.ts'
import { formatNumber } from '../ui/format.ts'
import { State } from '../ui/state.tsx'
import { AddGateway } from './add.modal.tsx'
import { ChannelsModal } from './channels.modal.tsx'
import { LogsModal } from './logs.modal.tsx'
import { PredefineModal } from './predefine.modal.tsx'
import { PredefinedList } from './predefined-list.tsx'
import { WaitingList } from './waiting-list.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './gateways.module.css'

export const gatewayOverview = storeOverview({ name: 'gateways', counts: ['gwCount', 'normal', 'offline', 'alarm'], to: paths.store })
/** A narrow row has room for one thing: there the state matters more. */
const countOrState = (store: StoreStatus) => (
  <>
    <span className={styles.gwWide}>{formatNumber(store.gwCount)}</span>
    <span className={helpers.onPhone}>
      <State state={store.status} />
    </span>
  </>
)
const parts = ['stores', 'predefined', 'waiting'] as const
type Part = (typeof parts)[number]

export const overviewActions: Action<StoreStatus>[] = [
  { name: 'add', needs: 'store.write', on: 'table', icon: IconPlus, opens: AddGateway },
  { name: 'predefine', needs: 'store.write', on: 'table', icon: IconUpload, opens: PredefineModal },
  { name: 'channels', needs: 'store.write', on: 'table', icon: IconAdjustments, opens: ChannelsModal },
  { name: 'logs', needs: 'store.read', on: 'table', icon: IconDownload, opens: LogsModal },
]

export function GatewayOverviewScreen() {
  const api = useApi()
  const search = useRouteSearch()
  const part = parts.find((one) => one === search.tab) ?? 'stores'
  const { t } = useTranslation()
  const spec = useMemo(() => {
    const columns = gatewayOverview.columns.map((column): Column<StoreStatus> => {
      // Beside the counts of gateways the state of them all is just the state.
      if (column.field === 'status') return { ...column, heading: t('gateways.column.status') }
      return column.field === 'gwCount' ? { ...column, cell: countOrState, text: (store) => store.gwCount } : column
    })
    return { ...gatewayOverview, columns }
  }, [t])
  const bar = <Parts part={part} />
  if (part === 'predefined') return <PredefinedList tabs={bar} />
  if (part === 'waiting') return <WaitingList tabs={bar} />
  return (
    <StoreOverview
      name="gateways"
      spec={spec}
      load={(body, signal) => api.stores.gatewayOverview({ params: {}, body }, { signal })}
      actions={overviewActions}
      above={bar}
    />
  )
}

/** Which of the lists; the number of gateways that wait is there before their list is opened. */
function Parts({ part }: { part: Part }) {
  const { t } = useTranslation()
  const api = useApi()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: ['gateways', '', 'waiting', 'count'],
    queryFn: async ({ signal }) => (await api.gateways.waiting({ params: {}, body: { length: 1 } }, { signal })).recordsTotal,
  })
  return (
    <div className={styles.gwParts} role="group" aria-label={t('gateways.parts')}>
      {parts.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === part}
          onClick={() =>
            void navigate({
              to: '.',
              search: (now: ViewSearch) => ({ ...retainedView(now), ...(one !== 'stores' && { tab: one }) }),
            })
          }
        >
          {t(`gateways.part.${one}`)}
          {one === 'waiting' && data !== undefined && data > 0 && <span className={styles.gwCount}>{formatNumber(data)}</span>}
        </button>
      ))}
    </div>
  )
}
