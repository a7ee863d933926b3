/** Points at one place on the map: where a store is. Loaded when somebody opens it. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses, countries } from 'virtual:base-map'
import './map.css'
import { errorText } from '../app/services.ts'
import type { MapConfig } from '@endcap/contract/map'
import { countryNames } from './country-names.ts'
import { readPalette } from './palette.ts'
import { emptyZoom, selectedZoom } from './rules.ts'
import { createStoreMap, type Spot, type StoreMap } from './store-map.ts'
import { attribution } from './style.ts'
import { useMapConfig } from './use-map-config.ts'
import { hasWebgl } from './webgl.ts'

interface Props {
  /** Undefined while the fields hold no place. */
  spot: Spot | undefined
  readOnly: boolean
  onPick: (spot: Spot) => void
}

export function PositionMap(props: Props) {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  const { data, error } = useMapConfig()
  if (failed || !hasWebgl())
    return (
      <div className="position-map">
        <p role="status">{t('storeConfig.pick.noWebgl')}</p>
      </div>
    )
  return (
    <div className="position-map">
      {data === undefined ? <div className="map-place skel" /> : <Picker {...props} config={data} onFailed={() => setFailed(true)} />}
      {error !== null && <p role="alert">{errorText(error, t)}</p>}
      {!props.readOnly && <p>{t('storeConfig.pick.about')}</p>}
    </div>
  )
}

/** Six digits are a tenth of a metre. */
const rounded = (degrees: number) => Number(degrees.toFixed(6))

function Picker({ spot, readOnly, onPick, config, onFailed }: Props & { config: MapConfig; onFailed: () => void }) {
  const { t, i18n } = useTranslation()
  const scheme = useComputedColorScheme('light')
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<StoreMap>(undefined)
  const [tilesFailed, setTilesFailed] = useState(false)
  const latest = useRef(onPick)
  latest.current = onPick
  /** What was pointed at here: the map stays where it is. */
  const picked = useRef<string>(undefined)
  const language = i18n.language.slice(0, 2)
  const names = useMemo(() => countryNames(countries, language), [language])
  const ownMap = config.tiles === null || tilesFailed
  // Closer there is nothing to see on the map that comes along.
  const near = config.tiles === null ? emptyZoom - 2 : selectedZoom
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
        container,
        parts: partsFor(container),
        camera: spot === undefined ? { latitude: 20, longitude: 0, zoom: 1 } : { ...spot, zoom: near },
        guess: false,
        words: { title: t('storeConfig.pick.map'), zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut') },
        ...(!readOnly && {
          picking: {
            name: t('storeConfig.pick.pin'),
            onPick: ({ latitude, longitude }) => {
              const next = { latitude: rounded(latitude), longitude: rounded(longitude) }
              picked.current = JSON.stringify(next)
              latest.current(next)
            },
          },
        }),
        onSelect: () => undefined,
        onMoved: () => undefined,
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
  const key = JSON.stringify(spot)
  const opened = useRef(key)
  useEffect(() => {
    map.current?.pin(spot)
    // Typed: the map goes there.
    if (spot !== undefined && key !== picked.current && key !== opened.current) map.current?.goTo({ ...spot, zoom: near })
    opened.current = ''
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by what it holds
  }, [key])
  return (
    <div className="map-place">
      <div className="map-box" ref={box} />
      <p className="map-credit">{ownMap ? attribution : config.attribution}</p>
    </div>
  )
}
