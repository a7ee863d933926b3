/** A map in the page: made once; a change of theme, language or configuration goes into the map that is there. */
import type { MapConfig } from '@endcap/contract/map'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses, countries } from 'virtual:base-map'
import { countryNames } from './country-names.ts'
import { readPalette } from './palette.ts'
import { initialZoom } from './rules.ts'
import { createStoreMap, type Camera, type Spot, type StoreMap, type StoreMapOptions } from './store-map.ts'
import { attribution } from './style.ts'

interface Options {
  config: MapConfig
  /** What the map is called. */
  title: string
  /** What it begins with; asked once. */
  begin: () => Omit<StoreMapOptions, 'container' | 'parts' | 'words' | 'onTilesFailed'>
  /** There can be no map here. */
  onFailed: () => void
}
interface MapInPage {
  /** Where the map is to be. */
  box: RefObject<HTMLDivElement | null>
  map: RefObject<StoreMap | undefined>
  tilesFailed: boolean
  /** The map that comes along is shown. */
  ownMap: boolean
  /** Whose map it is. */
  credit: string
}

/** Where a map begins that shows this spot, or without one all of the world. */
export const cameraAt = (spot: Spot | undefined, zoom = initialZoom): Camera =>
  spot === undefined ? { latitude: 20, longitude: 0, zoom: 1 } : { ...spot, zoom }

export function useStoreMap({ config, title, begin, onFailed }: Options): MapInPage {
  const { t, i18n } = useTranslation()
  const scheme = useComputedColorScheme('light')
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<StoreMap>(undefined)
  const [tilesFailed, setTilesFailed] = useState(false)
  const language = i18n.language.slice(0, 2)
  const names = useMemo(() => countryNames(countries, language), [language])
  const partsFor = (element: Element) => ({
    palette: readPalette(scheme, element),
    base: addresses,
    countries: names,
    borders: config.borders,
    tiles: config.tiles?.startsWith('/') === true ? location.origin + config.tiles : config.tiles,
  })
  useEffect(() => {
    const container = box.current
    if (container === null) return undefined
    try {
      map.current = createStoreMap({
        ...begin(),
        container,
        parts: partsFor(container),
        words: { title, zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut') },
        onTilesFailed: () => setTilesFailed(true),
      })
    } catch {
      onFailed()
    }
    return () => map.current?.remove()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- made once; the effect below keeps it up to date
  }, [])
  useEffect(() => {
    if (box.current !== null) map.current?.look(partsFor(box.current))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what the look is made of
  }, [scheme, names, config])
  const ownMap = config.tiles === null || tilesFailed
  return { box, map, tilesFailed, ownMap, credit: ownMap ? attribution : config.attribution }
}
