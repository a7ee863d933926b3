/** The map as a part of the page: follows what it is given, by the specification's rules of when it moves (specification 1 §9). */
import type { MapConfig, Place } from '@endcap/contract/map'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLatest } from '../ui/use-latest.ts'
import { boundsOf, countStates, isLocated, toFeatures, type Spot } from './points.ts'
import { closedZoom, emptyZoom, fitAfterMs, initialZoom, selectedZoom } from './rules.ts'
import type { Camera } from './store-map.ts'
import { cameraAt, useStoreMap } from './use-store-map.ts'
import { Hint } from '../ui/Hint.tsx'
import helpers from '../ui/helpers.module.css'
import mapStyles from './map.module.css'

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
  /** Changes with stores that a person filtered: those left are brought into view. */
  fitKey: string
  onSelect: (storeCode: string) => void
  onMoved: (camera: Camera) => void
  onFailed: () => void
}

export function StoreMap({ stores, config, selectedCode, info, place, at, fitKey, onSelect, onMoved, onFailed }: Props) {
  const { t } = useTranslation()
  const [content] = useState(() => document.createElement('div'))
  const [zoom, setZoom] = useState(at?.zoom ?? initialZoom)
  const selected = stores.find((store) => store.storeCode === selectedCode)
  const latest = useLatest({ stores, onSelect, onMoved, selectedCode })
  const { box, map, tilesFailed, ownMap, credit } = useStoreMap({
    config,
    title: t('map.name'),
    onFailed,
    begin: () => ({
      camera: at ?? cameraAt(selected?.position ?? stores.find(isLocated)?.position, selected ? selectedZoom : initialZoom),
      guess: at === undefined && selected === undefined,
      onSelect: (code) => latest.current.onSelect(code),
      onMoved: (camera) => {
        setZoom(camera.zoom)
        latest.current.onMoved(camera)
      },
    }),
  })

  // Only what the map shows of a store moves it: counters change all the time.
  const shown = useMemo(() => toFeatures(stores), [stores])
  const fingerprint = useMemo(() => JSON.stringify(shown), [shown])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- by what it holds
  useEffect(() => map.current?.show(shown), [fingerprint])

  const position = selected?.position ?? undefined
  const windowed = info !== null
  useEffect(() => map.current?.select(position, windowed ? content : undefined), [map, position, content, windowed])
  const before = useRef(selectedCode)
  useEffect(() => {
    if (before.current === selectedCode) return
    before.current = selectedCode
    if (selectedCode === undefined) map.current?.goTo({ ...map.current.camera(), zoom: closedZoom })
    else if (position !== undefined) map.current?.goTo({ ...position, zoom: selectedZoom })
  }, [map, selectedCode, position])
  useEffect(() => {
    map.current?.pin(place)
    if (place?.bounds) map.current?.goToBounds(place.bounds)
    else if (place !== undefined) map.current?.goTo({ ...place, zoom: selectedZoom })
  }, [map, place])

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
  }, [map, fitKey, located, opened, latest])

  const counts = countStates(stores.filter(isLocated))
  return (
    <div className={mapStyles.mapPlace}>
      <div className={mapStyles.mapBox} ref={box} />
      {createPortal(info, content)}
      <p className={helpers.screenReader} role="status">
        {t('map.summary', { total: stores.filter(isLocated).length, normal: counts.NORMAL, alarm: counts.ALARM, offline: counts.OFFLINE })}
      </p>
      <div className={mapStyles.mapNotes}>
        {tilesFailed && <p role="status">{t('map.tilesFailed')}</p>}
        {!located && <p>{t('map.nothingLocated')}</p>}
        {ownMap && located && zoom >= emptyZoom && <Hint>{t('map.noStreets')}</Hint>}
      </div>
      <p className={mapStyles.mapCredit}>{credit}</p>
    </div>
  )
}
