/** The list beside the map: every store of the filters, with or without a position, found by typing; and places, where they can be looked for. */
import type { Place } from '@endcap/contract/map'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import { memo, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { PageTurn } from '../table/PageTurn.tsx'
import { formatNumber } from '../ui/format.ts'
import { Glyph, kindOf, State } from '../ui/state.tsx'
import { findStores, isLocated, type Spot } from './points.ts'
import { listSizes } from './rules.ts'
import type { PlaceSearch } from './use-places.ts'
import { Input, NativeSelect } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import mapStyles from './map.module.css'

interface Props {
  stores: Spot[]
  typed: string
  onType: (text: string) => void
  places: PlaceSearch
  chosenPlace: Place | undefined
  onPlace: (place: Place) => void
  selectedCode: string | undefined
  onSelect: (storeCode: string) => void
  page: number
  rows: number
  onPage: (next: { page?: number; rows?: number }) => void
}

/** Up and down move between the entries, from the search field on; Enter selects. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const from = event.target
  if (step === undefined || !(from instanceof HTMLElement) || from instanceof HTMLSelectElement) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
  const next = stops[stops.indexOf(from) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Of a store that did not change nothing is drawn again: all of a chain may be listed. */
const Entry = memo(function EntryOf({
  store,
  current,
  onSelect,
}: {
  store: Spot
  current: boolean
  onSelect: (storeCode: string) => void
}) {
  const { t } = useTranslation()
  return (
    <li>
      <button type="button" data-stop aria-current={current || undefined} onClick={() => onSelect(store.storeCode)}>
        <b>{store.storeName}</b>
        <State state={store.status} />
        <small>
          <span className={helpers.mono}>{store.storeCode}</span> {store.address}
        </small>
        {!isLocated(store) && <small className={mapStyles.noPosition}>{t('map.noPosition')}</small>}
      </button>
    </li>
  )
})

export function StoreList(props: Props) {
  const { stores, typed, onType, places, chosenPlace, onPlace, selectedCode, onSelect, page, rows, onPage } = props
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const found = typed.trim() === '' ? stores : findStores(stores, typed)
  const size = rows < 0 ? Math.max(1, found.length) : rows
  const current = Math.min(page, Math.max(0, Math.ceil(found.length / size) - 1))
  const shown = found.slice(current * size, (current + 1) * size)
  const unlocated = found.filter((store) => !isLocated(store)).length
  const turn = (to: number) => {
    onPage({ page: to })
    list.current?.scrollTo(0, 0)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys walk along what is inside
    <section className={mapStyles.mapList} data-part="map-list" aria-label={t('map.list')} onKeyDown={moveFocus}>
      <label className={mapStyles.mapFind}>
        <IconSearch size={14} />
        <Input
          type="search"
          data-stop
          aria-label={t(places.possible ? 'map.findBoth' : 'map.find')}
          placeholder={t(places.possible ? 'map.findBoth' : 'map.find')}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </label>
      <ul ref={list}>
        {shown.map((store) => (
          <Entry key={store.storeCode} store={store} current={store.storeCode === selectedCode} onSelect={onSelect} />
        ))}
      </ul>
      {found.length === 0 && <p className={mapStyles.mapNone}>{t('common.nothingFound')}</p>}
      {places.requested && (
        <div className={mapStyles.mapFound} role="group" aria-label={t('map.places')}>
          <h2>{t('map.places')}</h2>
          {places.list.map((place) => (
            <button
              key={`${place.name} ${place.latitude} ${place.longitude}`}
              type="button"
              data-stop
              aria-current={place === chosenPlace || undefined}
              onClick={() => onPlace(place)}
            >
              <IconMapPin size={14} stroke={1.7} />
              {place.name}
            </button>
          ))}
          <p role="status">
            {places.error !== undefined
              ? errorText(places.error, t)
              : places.pending
                ? t('common.loading')
                : places.list.length === 0
                  ? t('map.noPlaces')
                  : ''}
          </p>
        </div>
      )}
      {unlocated > 0 && (
        <p className={mapStyles.mapUnlocated}>
          <Glyph kind={kindOf('none')} />
          {t('map.unlocated', { count: unlocated })}
        </p>
      )}
      <footer>
        <span>
          {t('table.range', {
            from: formatNumber(found.length === 0 ? 0 : current * size + 1),
            to: formatNumber(Math.min(found.length, (current + 1) * size)),
            total: formatNumber(found.length),
          })}
        </span>
        <NativeSelect aria-label={t('table.rows')} value={rows} onChange={(event) => onPage({ rows: Number(event.target.value), page: 0 })}>
          {listSizes.map((one) => (
            <option key={one} value={one}>
              {one < 0 ? t('common.all') : one}
            </option>
          ))}
        </NativeSelect>
        <PageTurn page={current} last={(current + 1) * size >= found.length} onTurn={turn} />
      </footer>
    </section>
  )
}
