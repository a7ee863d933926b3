/** Brings a store's data from a file (specification 2 §6, §7): in parts, so that a lost connection is made up for, and with what becomes of it. */
import { CallError } from '@endcap/contract/client'
import type { ConfigRow } from '@endcap/contract/stores'
import type { StoreMove } from '@endcap/contract/store-moves'
import { Modal, Progress } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { useStoresChanged } from '../data/use-stores.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { formatNumber } from '../ui/format.ts'
import { sendFile } from './send-file.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import dialogStyles from '../form/dialog.module.css'
import flashStyles from '../ui/flash.module.css'
import styles from './stores.module.css'

/** How often it is asked how far the server is. */
const askMs = 1000
const isRunning = (move: StoreMove | null | undefined) => move !== null && move !== undefined && !['DONE', 'FAILED'].includes(move.state)

export function MigrateStore({ store: { storeCode, storeName }, close }: { store: ConfigRow; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storesChanged = useStoresChanged()
  const [file, setFile] = useState<File>()
  const [sending, setSending] = useState<'no' | 'yes' | 'lost'>('no')
  const [problem, setProblem] = useState<string>()
  const stop = useRef(new AbortController())
  const params = { storeCode }
  const query = useQuery({
    queryKey: ['store move', storeCode],
    queryFn: async ({ signal }) => (await api.storeMoves.state({ params }, { signal })).move,
    refetchInterval: ({ state }) => (isRunning(state.data) ? askMs : false),
    gcTime: 0,
  })
  const move = query.data
  useEffect(() => () => stop.current.abort(), [])
  useEffect(() => {
    if (move?.state === 'DONE') void storesChanged()
  }, [move?.state, storesChanged])

  const send = async () => {
    if (file === undefined) return
    setProblem(undefined)
    setSending('yes')
    // One that was given up, or opened once more, is a new attempt.
    stop.current = new AbortController()
    try {
      await sendFile(file, {
        signal: stop.current.signal,
        received: async () => {
          const now = (await api.storeMoves.state({ params })).move
          return now?.state === 'RECEIVING' && now.fileName === file.name && now.size === file.size ? now.received : 0
        },
        part: async (content, offset) => {
          const body = { size: String(file.size), offset: String(offset) }
          const after = await api.storeMoves.upload({ params, body, file: { name: file.name, content } }, { signal: stop.current.signal })
          queries.setQueryData(['store move', storeCode], after)
        },
        onLost: (lost) => setSending(lost ? 'lost' : 'yes'),
      })
      await query.refetch()
    } catch (error) {
      if (!stop.current.signal.aborted) setProblem(sayRefusal(error))
    } finally {
      setSending('no')
    }
  }
  /** Specification 2 §8: a bad request shows Migration failed : {message}; the server says so itself. */
  const sayRefusal = (error: unknown) => (error instanceof CallError && error.status > 0 ? error.answer.message : errorText(error, t))

  const failed = problem ?? (sending === 'no' && move?.state === 'FAILED' ? (move.error_msg ?? '') : undefined)
  return (
    <Modal
      opened
      onClose={close}
      title={t('storeConfig.migrateTitle', { name: storeName })}
      size="560px"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={dialogStyles.form}>
        <p style={{ margin: 0 }}>{t('storeConfig.migrateText')}</p>
        {failed !== undefined && (
          <Message className={flashStyles.flashBad} role="alert">
            <span>
              <b>{t('storeConfig.migrateFailed')}</b> · {failed}
            </span>
          </Message>
        )}
        {failed !== undefined && problem === undefined && move !== undefined && move !== null && move.errors.length > 1 && (
          <MoreErrors move={move} />
        )}
        {move !== undefined && move !== null && (isRunning(move) || move.state === 'DONE') && (
          <Course move={move} lost={sending === 'lost'} paused={move.state === 'RECEIVING' && sending === 'no'} />
        )}
        {move?.state !== 'DONE' && (!isRunning(move) || move?.state === 'RECEIVING') && sending === 'no' && (
          <FileDrop text={t('storeConfig.dropFile')} choose={t('storeConfig.chooseFile')} onFile={setFile} accept=".jsonl" />
        )}
      </div>
      <div className={dialogStyles.modalFoot}>
        <Button size="medium" onClick={close}>
          {t(move?.state === 'DONE' ? 'common.close' : 'common.cancel')}
        </Button>
        {move?.state !== 'DONE' && (
          <Button
            look="primary"
            size="medium"
            disabled={file === undefined || (isRunning(move) && move?.state !== 'RECEIVING')}
            busy={sending !== 'no'}
            onClick={() => void send()}
          >
            {t('storeConfig.migrate')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

/** How far it is: bytes while it comes in, lines while it is applied. */
function Course({
  move: { state, size, received, lines, done, fileName },
  lost,
  paused,
}: {
  move: StoreMove
  lost: boolean
  paused: boolean
}) {
  const { t } = useTranslation()
  const part = state === 'RECEIVING' ? received / Math.max(1, size) : state === 'CHECKING' ? 1 : done / Math.max(1, lines)
  const phase = lost ? 'lost' : paused ? 'paused' : state
  return (
    <div className={styles.storeCourse} role="status">
      <span>
        {t(`storeConfig.course.${phase}`, {
          file: fileName,
          percent: Math.floor(part * 100),
          done: formatNumber(done),
          lines: formatNumber(lines),
        })}
      </span>
      <Progress value={part * 100} animated={state === 'CHECKING'} aria-label={fileName} />
    </div>
  )
}

/** What else was wrong, behind what is said first. */
function MoreErrors({ move }: { move: StoreMove }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.storeErrors}>
      {move.errors.slice(1).map((text) => (
        <li key={text}>{text}</li>
      ))}
      {move.errorCount > move.errors.length && <li>{t('storeConfig.moreErrors', { count: move.errorCount - move.errors.length })}</li>}
    </ul>
  )
}
