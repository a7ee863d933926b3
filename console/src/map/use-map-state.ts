/** What the map's address carries: the filters that it shares with the table, the selected store, the list's page, and where the map stood. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { textOf, useRouteSearch } from '../app/route.ts'
import { readFilters } from '../table/request.ts'
import type { FilterTexts } from '../ui/saved-filter.ts'
import { useStillHere } from '../ui/still-here.ts'
import { listSizes } from './rules.ts'
import type { Camera } from './store-map.ts'

/** As it was written: its reader checks it. */
interface MapSearch {
  viewType?: unknown
  f?: unknown
  store?: unknown
  page?: unknown
  rows?: unknown
  /** Latitude, longitude, zoom. */
  at?: unknown
}
export interface MapState {
  filters: FilterTexts
  store: string | undefined
  /** First page is 0. */
  page: number
  rows: number
  at: Camera | undefined
}

export function readMapState({ f, store, page, rows, at }: MapSearch): MapState {
  return {
    filters: readFilters(f),
    // A code of digits alone comes as a number when it was typed by hand.
    store: textOf(store),
    page: Math.max(0, Math.trunc(Number(page)) || 0),
    rows: listSizes.find((size) => size === Number(rows)) ?? listSizes[0],
    at: readCamera(at),
  }
}

export function writeMapState({ filters, store, page, rows, at }: MapState): MapSearch {
  const f = Object.fromEntries(Object.entries(filters).filter(([, text]) => text.trim() !== ''))
  return {
    viewType: 'map',
    ...(Object.keys(f).length > 0 && { f }),
    ...(store !== undefined && { store }),
    ...(page > 0 && { page }),
    ...(rows !== listSizes[0] && { rows }),
    ...(at !== undefined && { at: [at.latitude.toFixed(4), at.longitude.toFixed(4), at.zoom.toFixed(2)].join(',') }),
  }
}

function readCamera(text: unknown): Camera | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = typeof text === 'string' ? text.split(',').map(Number) : []
  const possible = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360 && zoom >= 0 && zoom <= 22
  return possible ? { latitude, longitude, zoom } : undefined
}

export function useMapState(): [MapState, (next: Partial<MapState>) => void] {
  const search = useRouteSearch()
  const navigate = useNavigate()
  const stillHere = useStillHere()
  const state = useMemo(() => readMapState(search), [search])
  const change = useCallback(
    (next: Partial<MapState>) => {
      // The map comes to rest after its reader has left: the address is not its own any more.
      if (!stillHere()) return
      // What stands in the address at that moment: the map moves while other things are chosen.
      void navigate({
        to: '.',
        search: (now: MapSearch) => writeMapState({ ...readMapState(now), ...next }),
        replace: true,
      })
    },
    [navigate, stillHere],
  )
  return [state, change]
}
