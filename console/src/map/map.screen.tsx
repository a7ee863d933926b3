/** An overview of stores as a map: filters, the list, the map, the info window (specification 1 §2 "table or map", §9). */
import type { Place } from '@endcap/contract/map'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import type { LiveDomain } from '../app/changed.ts'
import { FilterField } from '../table/Filters.tsx'
import { readState, toRequest } from '../table/request.ts'
import { formatNumber } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { InfoWindow } from './InfoWindow.tsx'
import { OverviewBar, type Counted } from './OverviewBar.tsx'
import type { MapStore } from './points.ts'
import { StoreList } from './StoreList.tsx'
import { useMapConfig } from './use-map-config.ts'
import { useMapState } from './use-map-state.ts'
import { usePlaces } from './use-places.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import skeletonStyles from '../ui/Skeleton.module.css'
import mapStyles from './map.module.css'

interface Props {
  /** The list's address, and what tells that it changed. */
  path: string
  live: LiveDomain
  to: (storeCode: string) => string
  load: (request: Record<string, unknown>, signal: AbortSignal) => Promise<{ recordsTotal: number; data: MapStore[] }>
  refreshKey?: readonly string[]
  title: string
  counted?: Counted | undefined
  /** Buttons beside the title, and what stands over the states. */
  head?: ReactNode
  above?: ReactNode
  onFailed: () => void
}
// The map's library is large: the list beside it is there at once.
const StoreMap = lazyPart(async () => (await import('./StoreMap.tsx')).StoreMap, <div className={mapStyles.mapPlace} />)
void StoreMap.preload()
const mapRestMs = 30_000
const textFilters = ['storeName', 'storeCode'] as const

export function MapScreen({ path, live, to, load, refreshKey = [], title, counted, head, above, onFailed }: Props) {
  const { t, i18n } = useTranslation()
  const [state, change] = useMapState()
  const { filters, store: selectedCode } = state
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState<Place>()
  const config = useMapConfig()
  // All of them at once, in the order of the table: a map has no pages.
  const asked = toRequest(readState({ rows: -1, f: filters }, { rows: -1, order: { column: 'storeName', dir: 'asc' } }))
  const query = useQuery({
    queryKey: [live, '', path, 'map', ...refreshKey, filters],
    // With what it was asked for: the stores before stay until it is there.
    queryFn: async ({ signal }) => ({ ...(await load(asked, signal)), fitKey: JSON.stringify(filters) }),
    placeholderData: keepPreviousData,
    // All stores of the chain in one answer: not with each change.
    meta: { restMs: mapRestMs },
  })
  const places = usePlaces(typed, config.data?.places ?? false)
  const shown = query.data
  const selected = shown?.data.find((one) => one.storeCode === selectedCode)

  const setFilter = useCallback(
    (name: string, text: string) => change({ filters: { ...filters, [name]: text }, page: 0, store: undefined, at: undefined }),
    [change, filters],
  )
  const select = useCallback((store: string) => change({ store }), [change])
  const root = useRef<HTMLDivElement>(null)
  const close = () => {
    change({ store: undefined })
    // For work by keyboard the focus returns to where it was opened.
    root.current?.querySelector<HTMLElement>('[data-part=map-list] [aria-current]')?.focus()
  }
  const filtered = Object.values(filters).some((text) => text !== '')
  const error = query.error ?? config.error
  // Where there is no spot for a window, or no room, it stands beside the map.
  const beside = useMediaQuery('(max-width: 760px)') || selected?.position === null
  const info = selected === undefined ? null : <InfoWindow store={selected} to={to(selected.storeCode)} onClose={close} />
  return (
    <>
      <PageHead>
        <h1>{title}</h1>
        <span className={pageHeadStyles.sub}>{formatNumber(query.data?.recordsTotal ?? 0)}</span>
        <span className={helpers.grow} />
        {head}
      </PageHead>
      {above}
      <OverviewBar view="map" filters={filters} onStatus={(text) => setFilter('status', text)} counted={counted} />
      <div className={tableStyles.bar}>
        {textFilters.map((name) => (
          <TextField key={name} name={name} value={filters[name] ?? ''} onChange={setFilter} />
        ))}
        {filtered && (
          <Button look="ghost" onClick={() => change({ filters: {}, page: 0, store: undefined, at: undefined })}>
            {t('table.clearAll')}
          </Button>
        )}
      </div>
      <Problem query={{ error, refetch: () => Promise.all([query.refetch(), config.refetch()]) }} />
      {shown === undefined || config.data === undefined ? (
        <Skeleton />
      ) : (
        <div className={mapStyles.mapSplit} ref={root}>
          <StoreList
            stores={shown.data}
            typed={typed}
            onType={(text) => {
              setTyped(text)
              if (text === '') setPlace(undefined)
              if (state.page > 0) change({ page: 0 })
            }}
            places={places}
            chosenPlace={place}
            onPlace={setPlace}
            selectedCode={selectedCode}
            onSelect={select}
            page={state.page}
            rows={state.rows}
            onPage={change}
          />
          <StoreMap
            key={i18n.language}
            stores={shown.data}
            config={config.data}
            selectedCode={selectedCode}
            info={beside ? null : info}
            place={place}
            at={state.at}
            fitKey={shown.fitKey}
            onSelect={select}
            onMoved={(at) => change({ at })}
            onFailed={onFailed}
          />
          {beside && info !== null && <div className={mapStyles.mapCard}>{info}</div>}
        </div>
      )}
    </>
  )
}

function TextField({ name, value, onChange }: { name: string; value: string; onChange: (name: string, text: string) => void }) {
  const { t } = useTranslation()
  const heading = t(`stores.column.${name}`)
  const set = useCallback((text: string) => onChange(name, text), [name, onChange])
  return (
    <span className={mapStyles.mapFilter}>
      <span aria-hidden="true">{heading}</span>
      <FilterField name={name} heading={heading} input="text" value={value} onChange={set} />
    </span>
  )
}

function Skeleton() {
  return (
    <div className={mapStyles.mapSplit} aria-hidden="true">
      <div className={mapStyles.mapList} data-part="map-list">
        <ul>
          {Array.from({ length: 8 }, (_, index) => (
            <li key={index} className={mapStyles.mapWait} data-part="map-wait">
              <span className={skeletonStyles.skeleton} data-part="skeleton" style={{ width: `${40 + ((index * 17) % 35)}%` }} />
              <span className={skeletonStyles.skeleton} data-part="skeleton" style={{ width: `${25 + ((index * 11) % 30)}%` }} />
            </li>
          ))}
        </ul>
      </div>
      <div className={mapStyles.mapPlace} />
    </div>
  )
}
