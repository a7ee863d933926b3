/** The map as a part of the page: follows what it is given, by the specification's rules of when it moves (specification 1 §9). */
import type { MapConfig, Place } from '@endcap/contract/map'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { addresses, countries } from 'virtual:base-map'
import { countryNames } from './country-names.ts'
import { readPalette } from './palette.ts'
import { boundsOf, countStates, isLocated, toFeatures, type Spot } from './points.ts'
import { closedZoom, emptyZoom, fitAfterMs, initialZoom, selectedZoom } from './rules.ts'
import { createStoreMap, type Camera, type StoreMap as GlMap } from './store-map.ts'
import { attribution } from './style.ts'

interface Props {
  stores: Spot[]
  config: MapConfig
  /** The store that the address names, and what its info window says; without content there is no window. */
  selectedCode: string | undefined
  info: ReactNode
  /** A place that was looked for and chosen. */
  place: Place | undefined
  /** Where the address says that the map stood. */
  at: Camera | undefined
  /** Changes when a person filters: the stores left are brought into view. */
  fitKey: string
  onSelect: (storeCode: string) => void
  onMoved: (camera: Camera) => void
  onFailed: () => void
}

const absolute = (tiles: string | null) => (tiles?.startsWith('/') === true ? location.origin + tiles : tiles)

export function StoreMap({ stores, config, selectedCode, info, place, at, fitKey, onSelect, onMoved, onFailed }: Props) {
  const { t, i18n } = useTranslation()
  const scheme = useComputedColorScheme('light')
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<GlMap>(undefined)
  const [content] = useState(() => document.createElement('div'))
  const [tilesFailed, setTilesFailed] = useState(false)
  const [zoom, setZoom] = useState(at?.zoom ?? initialZoom)
  const language = i18n.language.slice(0, 2)
  const names = useMemo(() => countryNames(countries, language), [language])
  const selected = stores.find((store) => store.storeCode === selectedCode)
  const latest = useRef({ stores, onSelect, onMoved, selectedCode })
  latest.current = { stores, onSelect, onMoved, selectedCode }

  const partsFor = (element: Element) => ({
    palette: readPalette(scheme, element),
    base: addresses,
    countries: names,
    borders: config.borders,
    tiles: absolute(config.tiles),
  })
  // Made once: a change of theme, language or stores goes into the map that is there.
  useEffect(() => {
    const container = box.current
    if (container === null) return undefined
    const spot = selected?.position ?? stores.find(isLocated)?.position
    const usual = spot === undefined ? { latitude: 20, longitude: 0, zoom: 1 } : { ...spot, zoom: selected ? selectedZoom : initialZoom }
    try {
      map.current = createStoreMap({
        container,
        parts: partsFor(container),
        camera: at ?? usual,
        guess: at === undefined && selected === undefined,
        words: { title: t('map.name'), zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut') },
        onSelect: (code) => latest.current.onSelect(code),
        onMoved: (camera) => {
          setZoom(camera.zoom)
          latest.current.onMoved(camera)
        },
        onTilesFailed: () => setTilesFailed(true),
      })
    } catch {
      onFailed()
    }
    return () => map.current?.remove()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- made once; the effects below keep it up to date
  }, [])
  useEffect(() => {
    if (box.current !== null) map.current?.look(partsFor(box.current))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what the look is made of
  }, [scheme, names, config])

  // Only what the map shows of a store moves it: counters change all the time.
  const shown = useMemo(() => toFeatures(stores), [stores])
  const fingerprint = useMemo(() => JSON.stringify(shown), [shown])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- by what it holds
  useEffect(() => map.current?.show(shown), [fingerprint])

  const position = selected?.position ?? undefined
  const windowed = info !== null
  useEffect(() => map.current?.select(position, windowed ? content : undefined), [position, content, windowed])
  const before = useRef(selectedCode)
  useEffect(() => {
    if (before.current === selectedCode) return
    before.current = selectedCode
    if (selectedCode === undefined) map.current?.goTo({ ...map.current.camera(), zoom: closedZoom })
    else if (position !== undefined) map.current?.goTo({ ...position, zoom: selectedZoom })
  }, [selectedCode, position])
  useEffect(() => {
    map.current?.pin(place)
    if (place?.bounds) map.current?.goToBounds(place.bounds)
    else if (place !== undefined) map.current?.goTo({ ...place, zoom: selectedZoom })
  }, [place])

  const located = stores.some(isLocated)
  // What the address asked for is not taken away when the map opens, only when a person filters.
  const [opened] = useState({ fitKey, guided: at !== undefined || selectedCode !== undefined })
  useEffect(() => {
    if (!located || (opened.guided && opened.fitKey === fitKey)) return undefined
    const timer = setTimeout(() => {
      const bounds = boundsOf(latest.current.stores)
      if (bounds === undefined || latest.current.selectedCode !== undefined) return
      map.current?.fit(bounds)
      setZoom(map.current?.camera().zoom ?? initialZoom)
    }, fitAfterMs)
    return () => clearTimeout(timer)
  }, [fitKey, located, opened])

  const counts = countStates(stores.filter(isLocated))
  const ownMap = config.tiles === null || tilesFailed
  return (
    <div className="map-place">
      <div className="map-box" ref={box} />
      {createPortal(info, content)}
      <p className="sr" role="status">
        {t('map.summary', { total: stores.filter(isLocated).length, normal: counts.NORMAL, alarm: counts.ALARM, offline: counts.OFFLINE })}
      </p>
      <div className="map-notes">
        {tilesFailed && <p role="status">{t('map.tilesFailed')}</p>}
        {!located && <p>{t('map.nothingLocated')}</p>}
        {ownMap && located && zoom >= emptyZoom && <p className="hint">{t('map.noStreets')}</p>}
      </div>
      <p className="map-credit">{ownMap ? attribution : config.attribution}</p>
    </div>
  )
}
