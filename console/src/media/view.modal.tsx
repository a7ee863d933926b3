/** Looks at a picture, a film or a widget (specification 3 §2). */
import type { MediaFile } from '@endcap/contract/media'
import { Modal } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { formatBytes } from '../ui/format.ts'
import { useObjectUrl } from '../ui/use-object-url.ts'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import styles from './media.module.css'

interface Props {
  storeCode: string
  file: MediaFile
  close: () => void
}
/** Anything that can be looked at, wherever it lies. */
export interface Viewed {
  /** Of the cache: another one when the file is another one. */
  key: readonly unknown[]
  kind: MediaFile['kind']
  name: string
  width: number | null
  height: number | null
  size: string
  /** The file itself. */
  content: (signal: AbortSignal) => Promise<Blob>
  /** Of a widget: where it can be looked at. */
  view: (signal: AbortSignal) => Promise<{ url: string; width: number; height: number }>
}

export function ViewModal({ storeCode, file, close }: Props) {
  const api = useApi()
  const { _id: fileId, kind, name, width, height, bytes, updatedAt } = file
  const viewed: Viewed = {
    key: [storeCode, fileId, updatedAt],
    kind,
    name,
    width,
    height,
    size: formatBytes(bytes),
    content: (signal) => api.media.content({ params: { storeCode, mediaFileKind: kind, fileId } }, { signal }),
    view: (signal) => api.media.view({ params: { storeCode, fileId } }, { signal }),
  }
  return <Viewer viewed={viewed} close={close} />
}

export function Viewer({ viewed, close }: { viewed: Viewed; close: () => void }) {
  const { t } = useTranslation()
  const [turn, setTurn] = useState(0)
  const { kind, name, width, height, size } = viewed
  return (
    <Modal opened onClose={close} title={name} size="960px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <div className={styles.signageView}>
        {kind === 'widget' ? <WidgetView viewed={viewed} /> : <ContentView viewed={viewed} turn={turn} />}
      </div>
      <div className={styles.signageViewFoot}>
        <span>
          {width !== null && `${width} × ${height ?? 0} · `}
          {size}
        </span>
        {kind === 'image' && (
          <Button onClick={() => setTurn((turn + 90) % 360)}>
            <IconRotateClockwise size={15} stroke={1.7} />
            {t('media.rotate')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function ContentView({ viewed, turn }: { viewed: Viewed; turn: number }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: ['signageContent', ...viewed.key],
    queryFn: ({ signal }) => viewed.content(signal),
    // Films are large: nothing is kept of one that is not looked at.
    gcTime: 0,
    staleTime: Infinity,
  })
  const href = useObjectUrl(data)
  if (error !== null) return <Said text={errorText(error, t)} />
  if (href === undefined) return <p role="status">{t('common.loading')}</p>
  if (viewed.kind === 'image')
    return <img src={href} alt={viewed.name} style={{ rotate: `${turn}deg` }} data-turned={turn % 180 !== 0 || undefined} />
  return (
    <video src={href} aria-label={viewed.name} controls muted autoPlay loop playsInline>
      <track kind="captions" />
    </video>
  )
}

function WidgetView({ viewed }: { viewed: Viewed }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: ['mediaView', ...viewed.key],
    queryFn: ({ signal }) => viewed.view(signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  if (error !== null) return <Said text={errorText(error, t)} />
  if (data === undefined) return <p role="status">{t('common.loading')}</p>
  const scale = Math.min(1, 900 / data.width, 520 / data.height)
  return (
    <div className={styles.signageWidget} style={{ width: data.width * scale, height: data.height * scale }}>
      {/* No origin: what it runs reaches nothing of the console. */}
      <iframe
        title={viewed.name}
        src={data.url}
        sandbox="allow-scripts"
        style={{ width: data.width, height: data.height, scale: String(scale), transformOrigin: '0 0' }}
      />
    </div>
  )
}

const Said = ({ text }: { text: string }) => <Message role="alert">{text}</Message>
