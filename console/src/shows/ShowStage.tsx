/** A show as its screens play it at a time: what each area shows then, seen through the screens alone. */
import type { SignageContent } from '@endcap/contract/contents'
import { itemAt, priceEntry, windowOf, type AreaItem, type Show } from '@endcap/signage/shows'
import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useScale } from '../canvas/use-scale.ts'
import { useObjectUrl } from '../ui/use-object-url.ts'
import styles from './shows.module.css'

interface Props {
  show: Show
  contents: ReadonlyMap<string, SignageContent>
  /** Since the show began. */
  seconds: number
  playing: boolean
}
/** A film is put right when it is farther away from its time, seconds. */
const drift = 0.35
const maxHeight = 560

export function ShowStage({ show, contents, seconds, playing }: Props) {
  const { t } = useTranslation()
  const { ref, scale } = useScale(show, { maxScale: 1, maxHeight })
  const { width, height, device, contentArea, timeline } = show
  // What lies between the screens is covered, for no screen shows it.
  const windows = device.map(windowOf).map((box) => `M${box.left} ${box.top}h${box.width}v${box.height}h${-box.width}z`)
  return (
    <div ref={ref} className={styles.showRoom}>
      <div
        className={styles.showStage}
        role="img"
        aria-label={t('shows.preview.at', { seconds: Math.floor(seconds) })}
        style={{ width: width * scale, height: height * scale }}
      >
        <div style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }}>
          {contentArea.map((area, index) => {
            const item = itemAt(timeline[index] ?? [], seconds)
            const content = item && contents.get(item.id)
            return (
              <div
                // oxlint-disable-next-line react/no-array-index-key -- an area is its number
                key={index}
                className={styles.showArea}
                style={{ left: area.left, top: area.top, width: area.width, height: area.height }}
              >
                {item?.id === priceEntry && <PricePlate />}
                {item !== undefined && content !== undefined && (
                  <Media
                    key={`${item.id}:${item.start}`}
                    content={content}
                    item={item}
                    box={area}
                    seconds={seconds - item.start}
                    playing={playing}
                  />
                )}
              </div>
            )
          })}
          <svg className={styles.showMask} viewBox={`0 0 ${width} ${height}`} aria-hidden>
            <path d={`M0 0h${width}v${height}h${-width}z ${windows.join(' ')}`} fillRule="evenodd" />
          </svg>
        </div>
      </div>
    </div>
  )
}

/** Each display has its own there. */
function PricePlate() {
  const { t } = useTranslation()
  return (
    <div className={styles.showPrices}>
      <IconCash aria-hidden />
      {t('showSets.price')}
    </div>
  )
}

interface MediaProps {
  content: SignageContent
  item: AreaItem
  box: { width: number; height: number }
  /** Since the item began. */
  seconds: number
  playing: boolean
}

/** The file of a content as an address of this page; undefined while it is fetched. */
export function useContentFile({ id, type, updatedAt }: Pick<SignageContent, 'id' | 'type' | 'updatedAt'>): string | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['contentFile', id, updatedAt],
    queryFn: ({ signal }) => api.contents.file({ params: { contentId: id } }, { signal }),
    enabled: type !== 'widget',
    staleTime: Infinity,
    // Kept while the preview goes on: an item comes again with each turn of the show.
    gcTime: 60_000,
  })
  return useObjectUrl(data)
}

function Media(props: MediaProps) {
  return props.content.type === 'widget' ? <Widget {...props} /> : <PictureOrFilm {...props} />
}

function PictureOrFilm({ content, item, seconds, playing }: MediaProps) {
  const href = useContentFile(content)
  const film = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const { current } = film
    if (current === null || !Number.isFinite(current.duration) || current.duration === 0) return
    const target = Math.max(0, seconds) % current.duration
    if (Math.abs(current.currentTime - target) > drift) current.currentTime = target
    if (playing && current.paused) void current.play().catch(() => undefined)
    if (!playing && !current.paused) current.pause()
  })
  if (href === undefined) return null
  const style = { objectFit: item.fit } as const
  if (content.type === 'image') return <img src={href} alt="" style={style} />
  return (
    <video ref={film} src={href} style={style} muted loop playsInline>
      <track kind="captions" />
    </video>
  )
}

function Widget({ content, item, box }: MediaProps) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['contentView', content.id, content.updatedAt],
    queryFn: ({ signal }) => api.contents.view({ params: { contentId: content.id } }, { signal }),
    staleTime: 60_000,
    retry: false,
  })
  if (data === undefined) return null
  const [x, y] = [box.width / data.width, box.height / data.height]
  const one = item.fit === 'contain' ? Math.min(x, y) : Math.max(x, y)
  const scale = item.fit === 'fill' ? `${x} ${y}` : String(one)
  const at =
    item.fit === 'fill' ? { left: 0, top: 0 } : { left: (box.width - data.width * one) / 2, top: (box.height - data.height * one) / 2 }
  return (
    // No origin: what it runs reaches nothing of the console.
    <iframe
      title={content.name}
      src={data.url}
      sandbox="allow-scripts"
      style={{ ...at, width: data.width, height: data.height, scale, transformOrigin: '0 0' }}
    />
  )
}
