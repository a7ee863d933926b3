/** Sends files: ten at once, or one that takes the place of another (specification 3 §5). */
import type { FilmTaken } from '@endcap/contract/films'
import { mediaMaxBytes, maxMediaUploads, type MediaKind, type MediaFile } from '@endcap/contract/media'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../app/services.ts'
import { DropZone } from '../form/DropZone.tsx'
import { FormModal } from '../form/modal.tsx'
import { resumableBytes } from '../data/resume.ts'
import { sendFile, sizeWord } from '../data/send.ts'
import { FileButton } from '../ui/FileButton.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Message } from '../ui/Message.tsx'
import { notifyDone } from '../ui/notify.ts'
import { Entries } from './UploadEntries.tsx'
import { useSending, type Sending } from './use-sending.ts'

interface Props {
  storeCode: string
  kind: MediaKind
  /** The file whose place it takes. */
  replaces?: MediaFile
  close: (changed: boolean) => void
}
interface SendProps extends Pick<Sending<FilmTaken>, 'maxBytes' | 'send'> {
  title: string
  /** What may be sent, below the frame. */
  hint: string
  /** As a field for files takes it. */
  accept: string
  /** The name of the one whose place it takes; undefined for new ones. */
  replaced: string | undefined
  /** The name stays, whatever the file is called. */
  keepsName?: boolean
  close: (changed: boolean) => void
}
export const accepts: Record<MediaKind, string> = {
  image: '.jpg,.jpeg,.png,.webp,.gif,.svg,.bmp',
  video: '.mp4,.m4v,.webm',
  widget: '.zip,.apk',
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
  const maxFiles = single ? 1 : maxMediaUploads
  const { entries, open, busy, put, cancel, submit } = useSending({ maxBytes, send })
  const [leftOut, setLeftOut] = useState(0)
  const add = (files: readonly File[]) => {
    if (busy) return
    const retained = single ? [] : open
    const taken = files.slice(0, maxFiles - retained.length)
    setLeftOut(files.length - taken.length)
    put(taken, retained)
  }
  const sendAll = async () => {
    const outcomes = await submit(open)
    const count = outcomes.filter((outcome) => outcome === 'sent').length
    if (outcomes.includes('left') || outcomes.includes('refused') || count === 0) return
    void notifyDone(t, t('state.done.uploaded', { count }))
    close(true)
  }
  const renamed = single && !keepsName ? open.map(({ file }) => file.name).find((name) => name !== replaced) : undefined
  return (
    <FormModal
      title={title}
      submit={t('media.upload.send')}
      onSubmit={sendAll}
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
      {open.some(({ file }) => file.size > resumableBytes) && <Hint>{t('media.upload.goesOn')}</Hint>}
      {leftOut > 0 && (
        <Message role="alert" style={{ margin: 0 }}>
          {t('media.upload.leftOut', { count: leftOut, max: maxFiles })}
        </Message>
      )}
      {renamed !== undefined && <Hint role="status">{t('media.upload.renames', { from: replaced, to: renamed })}</Hint>}
      {entries.length > 0 && <Entries entries={entries} cancel={busy ? cancel : undefined} />}
    </FormModal>
  )
}
