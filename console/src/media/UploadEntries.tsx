/** The files of an upload: how far each is, and what came of it. */
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { formatBytes, lengthText } from '../ui/format.ts'
import { UploadBar } from '../ui/ProgressBar.tsx'
import type { Pace } from './pace.ts'
import styles from './media.module.css'

export interface Entry {
  id: number
  file: File
  /** `lost`: there is no connection; it goes on by itself. */
  state: 'waiting' | 'sending' | 'lost' | 'done' | 'refused'
  /** 0 to 1. */
  sent: number
  pace?: Pace | undefined
  problem?: string
}

/** `cancel` takes one back, or puts the note on a refused one away; it is missing while nothing is sent yet. */
export function Entries({ entries, cancel }: { entries: readonly Entry[]; cancel: ((id: number) => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.signageUploads} aria-label={t('media.upload.files')}>
      {entries.map((entry) => (
        <UploadEntry key={entry.id} entry={entry} cancel={cancel && (() => cancel(entry.id))} />
      ))}
    </ul>
  )
}

function UploadEntry({ entry: { file, state, sent, pace, problem }, cancel }: { entry: Entry; cancel: (() => void) | undefined }) {
  const { t } = useTranslation()
  const isChecked = state === 'sending' && sent >= 1
  const isOpen = state === 'waiting' || state === 'lost' || (state === 'sending' && !isChecked)
  return (
    <li>
      <span className={styles.signageUploadName}>{file.name}</span>
      <small>{formatBytes(file.size)}</small>
      <UploadBar name={file.name} percent={sent * 100} state={state} />
      <span className={styles.signageUploadFoot}>
        <small role="status" data-state={state}>
          {problem ?? t(`media.upload.state.${isChecked ? 'checking' : state}`)}
        </small>
        {isOpen && sent > 0 && (
          <small className={styles.signageUploadPace}>
            {Math.floor(sent * 100)} %
            {state === 'sending' &&
              pace !== undefined &&
              ` · ${t('media.upload.pace', { speed: formatBytes(pace.bytesPerSecond), time: lengthText(pace.secondsLeft) })}`}
          </small>
        )}
        {state === 'refused' && cancel !== undefined && (
          <Button look="ghost" icon onClick={cancel} aria-label={t('media.upload.putAway', { name: file.name })}>
            <IconX size={15} stroke={1.7} />
          </Button>
        )}
        {isOpen && cancel !== undefined && (
          <Button look="ghost" onClick={cancel} aria-label={t('media.upload.cancel', { name: file.name })}>
            {t('common.cancel')}
          </Button>
        )}
      </span>
    </li>
  )
}
