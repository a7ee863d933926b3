/** Over every overview of stores: states to filter by with their counts, the strip of all states, and the switch between table and map. */
import { nodeStatuses, type NodeStatus } from '@endcap/contract/vocabulary'
import { useNavigate } from '@tanstack/react-router'
import { IconMap2, IconTable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'
import { formatNumber } from '../ui/format.ts'
import { Glyph, kindOf, ShelfStrip } from '../ui/state.tsx'
import type { FilterTexts } from '../ui/saved-filter.ts'
import { countStates, readStates, switchState } from './points.ts'
import { clsx } from 'clsx'
import helpers from '../ui/helpers.module.css'
import segmentsStyles from '../ui/segments.module.css'
import tabsStyles from '../ui/Tabs.module.css'
import overviewBarStyles from './overview-bar.module.css'

/** Whose states are counted, where they are not those of the stores' gateways. */
export interface Counted {
  label: string
  stores: readonly { status: NodeStatus }[]
}
interface Props {
  view: 'table' | 'map'
  filters: FilterTexts
  onStatus: (filter: string) => void
  counted?: Counted | undefined
  /** Why there is no map. */
  noMap?: string | undefined
}

const noStates: Readonly<Record<NodeStatus, number>> = { NORMAL: 0, ALARM: 0, OFFLINE: 0 }

export function OverviewBar({ view, filters, onStatus, counted, noMap }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data: all = noStates } = useQuery({
    queryKey: ['stores', '', 'states'],
    queryFn: ({ signal }) => api.stores.states({}, { signal }),
    enabled: counted === undefined,
  })
  const navigate = useNavigate()
  const filter = filters.status ?? ''
  const states = readStates(filter)
  const counts = counted === undefined ? all : countStates(counted.stores)
  const total = nodeStatuses.reduce((sum, status) => sum + counts[status], 0)
  const parts = nodeStatuses.map((status) => ({ kind: kindOf(status), count: counts[status] }))
  // The filters go along; pages and order belong to the table alone.
  const show = (next: 'table' | 'map') => {
    if (next === view) return
    const f = Object.fromEntries(Object.entries(filters).filter(([, text]) => text !== ''))
    const search = { ...(next === 'map' && { viewType: 'map' }), ...(Object.keys(f).length > 0 && { f }) }
    void navigate({ to: '.', search: search })
  }
  return (
    <>
      <div className={clsx(tabsStyles.tabs, overviewBarStyles.overviewBar)}>
        <div role="group" aria-label={counted?.label ?? t('stores.column.status')}>
          <button type="button" aria-pressed={states.size === 0} onClick={() => onStatus('')}>
            {t('common.all')}
            <span className={tabsStyles.count}>{formatNumber(total)}</span>
          </button>
          {nodeStatuses.map((status) => (
            <button key={status} type="button" aria-pressed={states.has(status)} onClick={() => onStatus(switchState(filter, status))}>
              <Glyph kind={kindOf(status)} />
              {t(`state.${status}`)}
              <span className={tabsStyles.count}>{formatNumber(counts[status])}</span>
            </button>
          ))}
        </div>
        <span className={helpers.grow} />
        <div className={segmentsStyles.segments} data-part="segments" role="group" aria-label={t('map.view')}>
          {(['table', 'map'] as const).map((one) => (
            <button key={one} type="button" aria-label={t(`map.as.${one}`)} aria-pressed={one === view} onClick={() => show(one)}>
              {one === 'map' ? <IconMap2 size={15} stroke={1.7} /> : <IconTable size={15} stroke={1.7} />}
              <span>{t(`map.as.${one}`)}</span>
            </button>
          ))}
        </div>
      </div>
      <ShelfStrip parts={parts} label={nodeStatuses.map((status) => `${t(`state.${status}`)} ${counts[status]}`).join(', ')} />
      {noMap !== undefined && (
        <p className={overviewBarStyles.overviewNote} role="status">
          {noMap}
        </p>
      )}
    </>
  )
}
