/** Slides as displays show them, in pixels of the screen: on the canvas, small in the strip, and playing in the preview. */
import type { MediaFile } from '@endcap/contract/media'
import { cardLookOf } from '@endcap/signage/cards'
import { effectsOf, isDrawn } from '@endcap/signage/drawn'
import type { SlideObject } from '@endcap/signage/shows'
import { IconMovie, IconPhotoOff, IconPlayerPlayFilled, IconPuzzle, IconWorld } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, memo, useContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import type { Size } from '../canvas/geometry.ts'
import { toDataUrl } from '../data/data-url.ts'
import { Drawn } from './Drawn.tsx'
import { useMediaThumb } from '../data/use-media-thumb.ts'
import { useObjectUrl } from '../ui/use-object-url.ts'
import type { EditorObject, EditorSlide } from './slides.ts'
import canvasStyles from '../canvas/canvas.module.css'
import styles from './slide-editor.module.css'

export interface StageFacts {
  storeCode: string
  screen: Size
  /** The store's files by what slides name them with, `image:12`; undefined while they are not known. */
  files: ReadonlyMap<string, MediaFile> | undefined
  /** The display whose products are shown; a template has none. `products`: what it has, to notice another one. */
  device: { mac: string; products: string } | undefined
}
export const StageContext = createContext<StageFacts | undefined>(undefined)
export function useStage(): StageFacts {
  const facts = useContext(StageContext)
  if (facts === undefined) throw new Error('Used outside of an editor')
  return facts
}
/** Objects that are played on the canvas. */
export const PlayingContext = createContext<ReadonlySet<string>>(new Set())

/** `still`: small and without anything that runs. `edit`: on the canvas. `play`: as on the display. */
type How = 'still' | 'edit' | 'play'

/** With its effects around it. */
export const ObjectView = memo(function ObjectView({ object, how }: { object: EditorObject; how: How }) {
  const effects = effectsOf(object, !isDrawn(object))
  const content = <Content object={object} how={how} />
  if (Object.keys(effects).length === 0 && object.mask === undefined) return content
  return (
    <div className={styles.effects} style={effects} data-mask={object.mask}>
      {content}
    </div>
  )
})

function Content({ object, how }: { object: EditorObject; how: How }) {
  const { t } = useTranslation()
  const { files, storeCode, device } = useStage()
  const playing = useContext(PlayingContext).has(object.key) || how === 'play'
  const { type, id } = object
  if (isDrawn(object))
    return <Drawn object={object} isEdited={how === 'edit'} isPlaying={how === 'play'} storeCode={storeCode} device={device} />
  if (type === 'product') return <Product object={object} />
  if (type === 'webpage') return playing ? <Webpage address={id} /> : <Plate icon={<IconWorld />} text={id} />
  const file = files?.get(`${type}:${id}`)
  if (files === undefined) return null
  if (file === undefined) return <Plate icon={<IconPhotoOff />} text={t('slideEditor.gone')} bad />
  if (type === 'widget')
    return how === 'still' || file.type !== 'application/zip' ? (
      <Plate icon={<IconPuzzle />} text={file.name} />
    ) : (
      <Widget file={file} box={object} />
    )
  if (type === 'video') return playing ? <FileContent file={file} /> : <Poster file={file} />
  return how === 'still' && file.thumb ? <Poster file={file} /> : <FileContent file={file} />
}

const Plate = ({ icon, text, bad = false }: { icon: ReactNode; text: string; bad?: boolean }) => (
  <div className={styles.slidePlate} data-bad={bad || undefined}>
    {icon}
    <span>{text}</span>
  </div>
)

/** Content that no component shows any more is kept for so long. */
const contentMs = 60_000
function FileContent({ file }: { file: MediaFile }) {
  const api = useApi()
  const { storeCode } = useStage()
  const { data } = useQuery({
    queryKey: ['mediaEdited', storeCode, file._id, file.updatedAt],
    queryFn: ({ signal }) => api.media.content({ params: { storeCode, mediaFileKind: file.kind, fileId: file._id } }, { signal }),
    staleTime: Infinity,
    gcTime: contentMs,
  })
  const href = useObjectUrl(data)
  if (href === undefined) return file.thumb ? <Poster file={file} /> : null
  if (file.kind === 'image') return <img src={href} alt="" draggable={false} />
  return (
    <video src={href} muted autoPlay loop playsInline>
      <track kind="captions" />
    </video>
  )
}

/** The small picture of a picture or a film. */
function Poster({ file }: { file: MediaFile }) {
  const { storeCode } = useStage()
  const picture = useMediaThumb(storeCode, file)
  if (!file.thumb) return <Plate icon={<IconMovie />} text={file.name} />
  return (
    <>
      {picture !== undefined && <img src={picture} alt="" draggable={false} />}
      {file.kind === 'video' && (
        <span className={styles.slideFilm} aria-hidden>
          <IconPlayerPlayFilled />
        </span>
      )}
    </>
  )
}

/** In a frame that reaches nothing of the console. */
function Widget({ file, box }: { file: MediaFile; box: Size }) {
  const api = useApi()
  const { storeCode } = useStage()
  const { data } = useQuery({
    queryKey: ['mediaView', storeCode, file._id, file.updatedAt],
    queryFn: ({ signal }) => api.media.view({ params: { storeCode, fileId: file._id } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (data === undefined) return <Plate icon={<IconPuzzle />} text={file.name} />
  const { width, height, url } = data
  return (
    <iframe
      title={file.name}
      src={url}
      sandbox="allow-scripts"
      tabIndex={-1}
      style={{ width, height, transform: `scale(${box.width / width}, ${box.height / height})`, transformOrigin: '0 0' }}
    />
  )
}
/** A page from elsewhere, without an origin. */
const Webpage = ({ address }: { address: string }) => (
  <iframe title={address} src={address} sandbox="allow-scripts allow-forms" tabIndex={-1} />
)

/** What the server draws a product in; smaller or larger ones it does not. */
const cardSides = { min: 24, max: 4000 }
function Product({ object }: { object: SlideObject }) {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, device } = useStage()
  const [width, height] = [Math.round(object.width), Math.round(object.height)]
  const look = cardLookOf(object)
  const { data, isLoading } = useQuery({
    // Drawn anew when products change, or the display gets others.
    queryKey: ['products', storeCode, 'card', device?.mac, object.id, width, height, look, device?.products],
    queryFn: async ({ signal }) => {
      if (device === undefined) return null
      const params = { storeCode, plusMac: device.mac, slot: object.id, cardSize: `${width}x${height}` }
      return api.displays.card({ params, query: { look } }, { signal }).then(toDataUrl, () => null)
    },
    enabled: device !== undefined && Math.min(width, height) >= cardSides.min && Math.max(width, height) <= cardSides.max,
    placeholderData: keepPreviousData,
    staleTime: contentMs,
  })
  if (typeof data === 'string') return <img src={data} alt="" draggable={false} />
  return (
    <div className={styles.slideSlot} style={{ fontSize: Math.max(8, Math.min(height * 0.42, width * 0.3)) }}>
      <b>{object.id}</b>
      {width > 120 && height > 60 && !isLoading && (
        <span>{t(device === undefined ? 'slideEditor.slot.some' : 'slideEditor.slot.none')}</span>
      )}
    </div>
  )
}

/** A slide as a whole, at a scale. */
export const SlideView = memo(function SlideView({ slide, scale, how }: { slide: EditorSlide; scale: number; how: How }) {
  const { screen } = useStage()
  return (
    <div className={styles.slide} style={{ width: screen.width * scale, height: screen.height * scale }} aria-hidden inert>
      <div
        className={styles.slideIn}
        style={{ width: screen.width, height: screen.height, background: slide.bgColor, transform: `scale(${scale})` }}
      >
        {slide.object.map((object) => (
          <div
            key={object.key}
            className={canvasStyles.slideBox}
            style={{ transform: `translate(${object.left}px, ${object.top}px)`, width: object.width, height: object.height }}
          >
            <ObjectView object={object} how={how} />
          </div>
        ))}
      </div>
    </div>
  )
})
