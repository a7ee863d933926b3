/** Sends files: ten at once, or one that takes the place of another (specification 3 §5). */
import { CallError } from '@endcap/contract/client'
import { mediaMaxBytes, maxMediaUploads, type MediaKind, type MediaFile } from '@endcap/contract/media'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useServices } from '../app/services.ts'
import { DropZone } from '../form/DropZone.tsx'
import { FormModal } from '../form/modal.tsx'
import { formatBytes } from '../ui/format.ts'
import { notify, notifyDone } from '../ui/notify.ts'
import { sendFile, sizeWord } from '../data/send.ts'
import { FileButton } from '../ui/FileButton.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Message } from '../ui/Message.tsx'
import { UploadBar } from '../ui/ProgressBar.tsx'
import styles from './media.module.css'

interface Props {
  storeCode: string
  kind: MediaKind
  /** The file whose place it takes. */
  replaces?: MediaFile
  close: (changed: boolean) => void
}
interface SendProps {
  title: string
  /** What may be sent, below the frame. */
  hint: string
  /** As a field for files takes it. */
  accept: string
  /** How large one may be. */
  maxBytes: (file: File) => number
  /** The name of the one whose place it takes; undefined for new ones. */
  replaced: string | undefined
  /** The name stays, whatever the file is called. */
  keepsName?: boolean
  send: (file: File, how: { onSent: (part: number) => void; signal: AbortSignal }) => Promise<{ warning: 'hevc' | null }>
  close: (changed: boolean) => void
}
interface Entry {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'refused'
  /** 0 to 1. */
  sent: number
  problem?: string
}
export const accepts: Record<MediaKind, string> = {
  image: '.jpg,.jpeg,.png,.webp,.gif,.svg,.bmp',
  video: '.mp4,.m4v,.webm',
  widget: '.zip,.apk',
}
let ids = 0

type Translate = (key: string, options: { defaultValue: string; reason?: string }) => string
/** Why a file was not taken, in the person's language. */
function refusalText(error: unknown, t: Translate): string {
  const text = errorText(error, t)
  return error instanceof CallError ? t(`media.upload.refused.${error.answer.code}`, { defaultValue: text, reason: text }) : text
}

export function UploadModal({ storeCode, kind, replaces, close }: Props) {
  const { t } = useTranslation()
  const services = useServices()
  return (
    <SendFiles
      title={replaces === undefined ? t(`media.upload.title.${kind}`) : t('media.replace', { name: replaces.name })}
      hint={t(`media.upload.hint.${kind}`, { size: sizeWord(mediaMaxBytes[kind]) })}
      accept={accepts[kind]}
      maxBytes={() => mediaMaxBytes[kind]}
      replaced={replaces?.name}
      send={(file, how) => sendFile(services, { storeCode, kind, file, id: replaces?._id, ...how })}
      close={close}
    />
  )
}

/** The dialog itself: wherever files go. */
export function SendFiles({ title, hint, accept, maxBytes, replaced, keepsName = false, send, close }: SendProps) {
  const single = replaced !== undefined
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const [busy, setBusy] = useState(false)
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const maxFiles = single ? 1 : maxMediaUploads
  const open = entries.filter(({ state }) => state !== 'done')

  const add = (files: readonly File[]) => {
    if (busy) return
    const retained = single ? [] : open
    const taken = files.slice(0, maxFiles - retained.length)
    setLeftOut(files.length - taken.length)
    setEntries([...retained, ...taken.map((file): Entry => ({ id: ++ids, file, state: 'waiting', sent: 0 }))])
  }
  const change = (id: number, part: Partial<Entry>) =>
    setEntries((before) => before.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)))

  async function submit() {
    setBusy(true)
    const stop = new AbortController()
    leaving.current = stop
    let refused = 0
    try {
      for (const { id, file } of open) {
        change(id, { state: 'sending', sent: 0 })
        try {
          const limit = maxBytes(file)
          if (file.size > limit) throw new Error(t('media.upload.tooLarge', { size: sizeWord(limit) }))
          const { warning } = await send(file, { onSent: (sent) => change(id, { sent }), signal: stop.signal })
          change(id, { state: 'done', sent: 1 })
          if (warning !== null) void notify(t('media.upload.hevc', { name: file.name }), 'bad')
        } catch (error) {
          if (stop.signal.aborted) return
          refused++
          change(id, { state: 'refused', problem: refusalText(error, t) })
        }
      }
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: ['signage'] })
    }
    if (refused > 0) return
    void notifyDone(t, t('state.done.uploaded', { count: open.length }))
    close(true)
  }

  const renamed = single && !keepsName ? open.map(({ file }) => file.name).find((name) => name !== replaced) : undefined
  return (
    <FormModal
      title={title}
      submit={t('media.upload.send')}
      onSubmit={submit}
      onClose={() => close(true)}
      size="620px"
      disabled={open.length === 0}
    >
      <DropZone onFiles={add}>
        <span>{t(single ? 'media.upload.dropOne' : 'media.upload.drop', { count: maxFiles })}</span>
        <FileButton disabled={busy} multiple={!single} accept={accept} onFiles={add}>
          {t('media.upload.choose')}
        </FileButton>
      </DropZone>
      <Hint>{hint}</Hint>
      {leftOut > 0 && (
        <Message role="alert" style={{ margin: 0 }}>
          {t('media.upload.leftOut', { count: leftOut, max: maxFiles })}
        </Message>
      )}
      {renamed !== undefined && <Hint role="status">{t('media.upload.renames', { from: replaced, to: renamed })}</Hint>}
      {entries.length > 0 && <Entries entries={entries} />}
    </FormModal>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.signageUploads} aria-label={t('media.upload.files')}>
      {entries.map(({ id, file, state, sent, problem }) => (
        <li key={id}>
          <span className={styles.signageUploadName}>{file.name}</span>
          <small>{formatBytes(file.size)}</small>
          <UploadBar name={file.name} percent={sent * 100} state={state} />
          <small role="status" data-state={state}>
            {problem ?? t(`media.upload.state.${state === 'sending' && sent >= 1 ? 'checking' : state}`)}
          </small>
        </li>
      ))}
    </ul>
  )
}
