/** Software or launchers of a store's displays: listed, sent, removed (specification 3 §2, §8). */
import { mediaMaxBytes, type DisplaySoftwareKind, type MediaFile } from '@endcap/contract/media'
import { Modal } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan, useServices } from '../app/services.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { FileDrop } from '../form/FileDrop.tsx'
import { formatBytes } from '../ui/format.ts'
import { notify, notifyDone } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { sendFile, sizeWord } from '../data/send.ts'
import { clsx } from 'clsx'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import { TextInput } from '../form/TextInput.tsx'
import fieldGridStyles from '../form/field-grid.module.css'
import styles from './displays.module.css'

interface Props {
  storeCode: string
  kind: DisplaySoftwareKind
  onClose: () => void
}
const noWords = { os: '', model: '', ver: '' }

export function SoftwareModal({ storeCode, kind, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const mayWrite = useCan()('plus.write')
  const queryKey = ['signage', storeCode, kind]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.media.list({ params: { storeCode, mediaFileKind: kind } }, { signal }),
  })
  const [removing, setRemoving] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const remove = async ({ _id }: MediaFile) => {
    setProblem(undefined)
    // Asked for a second time it goes.
    if (removing !== _id) return setRemoving(_id)
    setRemoving(undefined)
    try {
      await api.media.remove({ params: { storeCode, mediaFileKind: kind, fileId: _id } })
      void notify(t('media.software.removed'))
      await queries.invalidateQueries({ queryKey })
    } catch (error) {
      setProblem(`${t('media.software.removeFailed')} ${errorText(error, t)}`)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`media.software.title.${kind}`)}
      size="860px"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Problem query={query} />
      {problem !== undefined && <Message role="alert">{problem}</Message>}
      <LocalTable
        label={t(`media.software.title.${kind}`)}
        rows={query.data?.fileList}
        rowId={({ _id }) => _id}
        headingOf={(field) => t(`media.column.${field}`)}
        columns={[
          { field: 'os', width: 110 },
          { field: 'model', width: 120 },
          codeColumn('ver', 110),
          { field: 'name', width: 180 },
          { field: 'bytes', width: 90, numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
          timeColumn('updatedAt', 160),
        ]}
        empty={t('media.software.none')}
        actionsWidth={mayWrite ? 130 : 10}
        rowActions={(file) =>
          !mayWrite ? null : removing === file._id ? (
            <Button look="danger" onClick={() => void remove(file)}>
              {t('media.software.sure')}
            </Button>
          ) : (
            <RowButton label={t('media.removeOne', { name: file.name })} icon={IconTrash} onClick={() => void remove(file)} />
          )
        }
      />
      {mayWrite && <SendSoftware storeCode={storeCode} kind={kind} onSent={() => void queries.invalidateQueries({ queryKey })} />}
    </Modal>
  )
}

function SendSoftware({ storeCode, kind, onSent }: Omit<Props, 'onClose'> & { onSent: () => void }) {
  const { t } = useTranslation()
  const services = useServices()
  const [words, setWords] = useState(noWords)
  const [file, setFile] = useState<File>()
  const [round, setRound] = useState(0)
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const stop = useRef(new AbortController())
  const send = async () => {
    if (file === undefined) return
    setProblem(undefined)
    setSent(0)
    try {
      if (file.size > mediaMaxBytes[kind]) throw new Error(t('media.upload.tooLarge', { size: sizeWord(mediaMaxBytes[kind]) }))
      await sendFile(services, { storeCode, kind, file, words, onSent: setSent, onWaiting: () => undefined, signal: stop.current.signal })
      void notifyDone(t, t('state.done.uploaded', { count: 1 }))
      setWords(noWords)
      setFile(undefined)
      setRound(round + 1)
      onSent()
    } catch (error) {
      setProblem(errorText(error, t))
    } finally {
      setSent(undefined)
    }
  }
  const ready = file !== undefined && sent === undefined && Object.values(words).every((word) => word.trim() !== '')
  return (
    <form
      className={styles.signageSoftware}
      aria-label={t('media.software.upload')}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void send()
      }}
    >
      <h3>{t('media.software.upload')}</h3>
      {problem !== undefined && (
        <Message role="alert" style={{ margin: 0 }}>
          {problem}
        </Message>
      )}
      <div className={clsx(fieldGridStyles.fieldGrid, fieldGridStyles.three)}>
        {(['os', 'model', 'ver'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`media.column.${name}`)}
            value={words[name]}
            onChange={({ currentTarget: { value } }) => setWords({ ...words, [name]: value })}
            maxLength={60}
            autoComplete="off"
          />
        ))}
      </div>
      <FileDrop key={round} text={t('media.upload.dropOne')} choose={t('media.upload.chooseOne')} onFile={setFile} accept="" />
      <div className={styles.signageSoftwareFoot}>
        {sent !== undefined && <progress value={sent} aria-label={t('media.software.upload')} />}
        <Button type="submit" look="primary" disabled={!ready}>
          {t('media.upload.send')}
        </Button>
      </div>
    </form>
  )
}
