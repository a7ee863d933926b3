/** Points at one place on the map: where a store is. Loaded when it is opened. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import type { MapConfig } from '@endcap/contract/map'
import { useLatest } from '../ui/use-latest.ts'
import { emptyZoom, selectedZoom } from './rules.ts'
import type { Spot } from './store-map.ts'
import { useMapConfig } from './use-map-config.ts'
import { cameraAt, useStoreMap } from './use-store-map.ts'
import { hasWebgl } from './webgl.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import mapStyles from './map.module.css'

interface Props {
  /** Undefined while the fields hold no place. */
  spot: Spot | undefined
  readOnly: boolean
  onPick: (spot: Spot) => void
  /** What the map is called, what its pin is, how to use it, and what is said where it cannot be drawn. */
  words: { map: string; pin: string; about: string; noWebgl: string }
}

export function PositionMap(props: Props) {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  const { data, error } = useMapConfig()
  if (failed || !hasWebgl())
    return (
      <div className={mapStyles.positionMap} data-part="position-map">
        <p role="status">{props.words.noWebgl}</p>
      </div>
    )
  return (
    <div className={mapStyles.positionMap} data-part="position-map">
      {data === undefined ? (
        <Skeleton className={mapStyles.mapPlace} />
      ) : (
        <Picker {...props} config={data} onFailed={() => setFailed(true)} />
      )}
      {error !== null && <p role="alert">{errorText(error, t)}</p>}
      {!props.readOnly && <p>{props.words.about}</p>}
    </div>
  )
}

/** Six digits are a tenth of a metre. */
const rounded = (degrees: number) => Number(degrees.toFixed(6))

function Picker({ spot, readOnly, onPick, words, config, onFailed }: Props & { config: MapConfig; onFailed: () => void }) {
  const latest = useLatest(onPick)
  /** What was pointed at here: the map stays where it is. */
  const picked = useRef<string>(undefined)
  // Closer there is nothing to see on the map that comes along.
  const near = config.tiles === null ? emptyZoom - 2 : selectedZoom
  const { box, map, credit } = useStoreMap({
    config,
    title: words.map,
    onFailed,
    begin: () => ({
      camera: cameraAt(spot, near),
      guess: false,
      ...(!readOnly && {
        picking: {
          name: words.pin,
          onPick: ({ latitude, longitude }) => {
            const next = { latitude: rounded(latitude), longitude: rounded(longitude) }
            picked.current = JSON.stringify(next)
            latest.current(next)
          },
        },
      }),
      onSelect: () => undefined,
      onMoved: () => undefined,
    }),
  })
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
    <div className={mapStyles.mapPlace}>
      <div className={mapStyles.mapBox} ref={box} />
      <p className={mapStyles.mapCredit}>{credit}</p>
    </div>
  )
}
