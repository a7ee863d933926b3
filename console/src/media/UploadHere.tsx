/** A frame in a form or dialog that files are dropped into: they go up at once, and the form takes up each as it is there. */
import type { FilmTaken } from '@endcap/contract/films'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DropZone } from '../form/DropZone.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { Entries } from './UploadEntries.tsx'
import { useSending, type Sending } from './use-sending.ts'
import dropStyles from '../form/drop.module.css'

interface Props<Taken extends FilmTaken> extends Sending<Taken> {
  /** What may be dropped. */
  text: string
  /** As a field for files takes it. */
  accept: string
  /** One file at a time. */
  single?: boolean
  /** Other ways to the same, beside the button. */
  children?: ReactNode
}
export function UploadHere<Taken extends FilmTaken>({ text, accept, single = false, children, ...sending }: Props<Taken>) {
  const { t } = useTranslation()
  const { open, busy, put, cancel, submit } = useSending(sending)
  const add = (files: readonly File[]) => {
    if (single && busy) return
    void submit(put(single ? files.slice(0, 1) : files, single ? [] : open))
  }
  const choose = t(single ? 'media.upload.chooseOne' : 'media.upload.choose')
  return (
    <div className={dropStyles.uploads}>
      {open.length > 0 && <Entries entries={open} cancel={cancel} />}
      <DropZone onFiles={add}>
        <span>{text}</span>
        <span className={dropStyles.adds}>
          <FileButton accept={accept} multiple={!single} busy={busy} label={choose} onFiles={add}>
            {choose}
          </FileButton>
          {children}
        </span>
      </DropZone>
    </div>
  )
}
