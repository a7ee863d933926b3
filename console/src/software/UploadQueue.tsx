/** The queue of upgrade files: how far each is, and why one was not taken in (specification 2 §9: at most ten). */
import { upgradeQueueLength } from '@endcap/contract/software'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { DropZone } from '../form/DropZone.tsx'
import { formatBytes } from '../ui/format.ts'
import { FileButton } from '../ui/FileButton.tsx'
import { State, type StateKind } from '../ui/state.tsx'
import { softwareProblem } from './problem.ts'
import { queueOf, type Queued } from './upload-queue.ts'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { UploadBar } from '../ui/ProgressBar.tsx'
import styles from './software.module.css'

const kinds: Record<Queued['state'], StateKind> = {
  waiting: 'idle',
  sending: 'info',
  lost: 'alarm',
  checking: 'info',
  done: 'ok',
  refused: 'bad',
}

export function UploadQueue() {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const queue = queueOf(api)
  const entries = useSyncExternalStore(queue.subscribe, queue.list)
  const [refused, setRefused] = useState(0)
  const done = entries.filter((one) => one.state === 'done').length
  useEffect(() => {
    if (done > 0) void queries.invalidateQueries({ queryKey: ['software'] })
  }, [done, queries])
  const add = (files: readonly File[]) => setRefused(queue.add(files))
  return (
    <div className={styles.uploadQueue}>
      <DropZone onFiles={add}>
        <span>{t('software.queue.drop', { count: upgradeQueueLength })}</span>
        <FileButton multiple accept=".tar" onFiles={add}>
          {t('software.queue.choose')}
        </FileButton>
      </DropZone>
      {refused > 0 && <Message role="alert">{t('software.queue.full', { count: refused, max: upgradeQueueLength })}</Message>}
      {entries.length > 0 && (
        <ul className={styles.uploadList} aria-label={t('software.queue.title')}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onRemove={() => queue.remove(entry.id)} onAgain={() => queue.again(entry.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Entry({ entry, onRemove, onAgain }: { entry: Queued; onRemove: () => void; onAgain: () => void }) {
  const { t } = useTranslation()
  const { file, state, sent, problem, result } = entry
  const percent = file.size === 0 ? 0 : Math.floor((sent / file.size) * 100)
  return (
    <li data-state={state}>
      <span className={styles.uploadName}>
        <b>{file.name}</b>
        <small>
          {state === 'sending' || state === 'lost'
            ? t('software.queue.sent', { sent: formatBytes(sent), total: formatBytes(file.size) })
            : formatBytes(file.size)}
        </small>
      </span>
      <UploadBar name={file.name} percent={percent} state={state} />
      <span className={styles.uploadState} role="status">
        <State state="" kind={kinds[state]} label={t(`software.queue.state.${state}`, { percent })} />
        {state === 'refused' && <small>{softwareProblem(problem, t)}</small>}
        {result !== undefined && (
          <small>
            {t(`software.component.${result.component}`)} {result.version}
          </small>
        )}
      </span>
      <span className={styles.uploadButtons}>
        {state === 'refused' && (
          <Button
            look="ghost"
            icon
            title={t('software.queue.again')}
            aria-label={t('software.queue.againFile', { name: file.name })}
            onClick={onAgain}
          >
            <IconRefresh size={15} stroke={1.7} />
          </Button>
        )}
        <Button
          look="ghost"
          icon
          title={t('software.queue.remove')}
          aria-label={t('software.queue.removeFile', { name: file.name })}
          onClick={onRemove}
        >
          <IconX size={15} stroke={1.7} />
        </Button>
      </span>
    </li>
  )
}
