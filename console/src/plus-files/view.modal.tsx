/** Looks at a picture, a film or a widget (specification 3 §2). */
import type { PlusFile } from '@endcap/contract/plus-files'
import { Modal } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { formatBytes } from '../ui/format.ts'

interface Props {
  storeCode: string
  file: PlusFile
  close: () => void
}

export function ViewModal({ storeCode, file, close }: Props) {
  const { t } = useTranslation()
  const [turn, setTurn] = useState(0)
  const { kind, name, width, height, bytes } = file
  return (
    <Modal opened onClose={close} title={name} size="960px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <div className="plus-view">
        {kind === 'widget' ? (
          <WidgetView storeCode={storeCode} file={file} />
        ) : (
          <ContentView storeCode={storeCode} file={file} turn={turn} />
        )}
      </div>
      <div className="plus-view-foot">
        <span>
          {width !== null && `${width} × ${height ?? 0} · `}
          {formatBytes(bytes)}
        </span>
        {kind === 'image' && (
          <button type="button" className="btn" onClick={() => setTurn((turn + 90) % 360)}>
            <IconRotateClockwise size={15} stroke={1.7} />
            {t('plusFiles.rotate')}
          </button>
        )}
      </div>
    </Modal>
  )
}

function ContentView({ storeCode, file, turn }: Omit<Props, 'close'> & { turn: number }) {
  const { t } = useTranslation()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['plusContent', storeCode, file._id, file.updatedAt],
    queryFn: ({ signal }) => api.plusFiles.content({ params: { storeCode, plusFileKind: file.kind, fileId: file._id } }, { signal }),
    // Films are large: nothing is kept of one that nobody looks at.
    gcTime: 0,
    staleTime: Infinity,
  })
  const [href, setHref] = useState<string>()
  useEffect(() => {
    if (data === undefined) return
    const made = URL.createObjectURL(data)
    setHref(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (error !== null) return <Said text={errorText(error, t)} />
  if (href === undefined) return <p role="status">{t('common.loading')}</p>
  if (file.kind === 'image')
    return <img src={href} alt={file.name} style={{ rotate: `${turn}deg` }} data-turned={turn % 180 !== 0 || undefined} />
  return (
    <video src={href} aria-label={file.name} controls muted autoPlay loop playsInline>
      <track kind="captions" />
    </video>
  )
}

function WidgetView({ storeCode, file }: Omit<Props, 'close'>) {
  const { t } = useTranslation()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['plusView', storeCode, file._id, file.updatedAt],
    queryFn: ({ signal }) => api.plusFiles.view({ params: { storeCode, fileId: file._id } }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  if (error !== null) return <Said text={errorText(error, t)} />
  if (data === undefined) return <p role="status">{t('common.loading')}</p>
  const scale = Math.min(1, 900 / data.width, 520 / data.height)
  return (
    <div className="plus-widget" style={{ width: data.width * scale, height: data.height * scale }}>
      {/* No origin: what it runs reaches nothing of the console. */}
      <iframe
        title={file.name}
        src={data.url}
        sandbox="allow-scripts"
        style={{ width: data.width, height: data.height, scale: String(scale), transformOrigin: '0 0' }}
      />
    </div>
  )
}

const Said = ({ text }: { text: string }) => (
  <div className="msg" role="alert">
    {text}
  </div>
)
