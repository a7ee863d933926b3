/** A text, shape, code, clock or ticker as displays show it: shapes are drawn here, what has letters and modules by the server. */
import { shapeSvg } from '@endcap/signage/svg'
import { IconClock, IconQrcode, IconTypography } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { Clock, Ticker } from './Moving.tsx'
import type { EditorObject } from './slides.ts'
import type { StageFacts } from './stage.tsx'
import styles from './slide-editor.module.css'

/** Pictures that no component shows any more are cached for so long. */
const cacheMs = 60_000

interface Props extends Pick<StageFacts, 'storeCode' | 'device'> {
  object: EditorObject
  /** Why it is not drawn is said instead. */
  isEdited: boolean
  /** Tickers run as on the display. */
  isPlaying: boolean
}
export function Drawn({ object, isEdited, isPlaying, storeCode, device }: Props) {
  const { t } = useTranslation()
  const { data } = useDrawnObject({ object, storeCode, device })
  const { shape, text, clock, radius, width, height } = object
  const svg = shape === undefined ? data?.svg : shapeSvg({ width, height }, shape, radius)
  const moves = data?.moves
  if (typeof svg === 'string' && moves?.kind === 'clock') return <Clock svg={svg} moves={moves} />
  if (typeof svg === 'string' && moves?.kind === 'ticker' && isPlaying) return <Ticker svg={svg} moves={moves} />
  if (typeof svg === 'string') return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" draggable={false} />
  if (!isEdited || data?.why == null) return null
  return (
    <div className={styles.slidePlate}>
      {clock !== undefined ? <IconClock /> : text === undefined ? <IconQrcode /> : <IconTypography />}
      <span>{t(`slideEditor.notDrawn.${data.why}`)}</span>
    </div>
  )
}

/** As the server draws it, wherever it stands: while another picture comes, the one before stays. */
export function useDrawnObject({ object, storeCode, device }: Omit<Props, 'isEdited' | 'isPlaying'>) {
  const api = useApi()
  const { type, id, text, code, clock, ticker, radius } = object
  const [width, height] = [Math.round(object.width), Math.round(object.height)]
  const asked = { type, id, left: 0, top: 0, width, height, index: 0, text, code, clock, ticker, radius }
  return useQuery({
    // Drawn anew when products change, or the display gets others.
    queryKey: ['products', storeCode, 'drawn', device?.mac, device?.products, asked],
    queryFn: ({ signal }) =>
      api.displays.drawObject(
        { params: { storeCode }, body: { object: asked, ...(device !== undefined && { mac: device.mac }) } },
        { signal },
      ),
    enabled: object.shape === undefined,
    placeholderData: keepPreviousData,
    staleTime: cacheMs,
    gcTime: cacheMs,
  })
}
