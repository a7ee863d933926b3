/** The handheld app's files: upload, download, activate, remove; ten on a page (specification 2 §2, §9). */
import type { AppFile } from '@endcap/contract/apps'
import { CallError } from '@endcap/contract/client'
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { saveBlob } from '../data/save.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { PageTurn } from '../table/PageTurn.tsx'
import { formatBytes } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { State } from '../ui/state.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Tick } from '../ui/inputs.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'
import settingPageStyles from '../ui/setting-page.module.css'
import styles from './settings.module.css'

/** Specification 2 §9. */
const pageLength = 10
const queryKey = ['settings', '', 'apps']

export function AppFiles({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.apps.list({}, { signal }) })
  const [page, setPage] = useState(0)
  const [uploading, setUploading] = useState(false)
  const [removing, setRemoving] = useState<AppFile>()
  const [problem, setProblem] = useState<unknown>()
  const all = query.data?.appList
  const pages = Math.max(1, Math.ceil((all?.length ?? 0) / pageLength))
  const shown = Math.min(page, pages - 1)
  const rows = useMemo(() => all?.slice(shown * pageLength, (shown + 1) * pageLength), [all, shown])
  const attempt = (work: () => Promise<unknown>) => {
    setProblem(undefined)
    work()
      .then(() => queries.invalidateQueries({ queryKey }))
      .catch(setProblem)
  }
  const toggle = ({ _id }: AppFile) => attempt(() => api.apps.activate({ params: { appId: _id } }))
  const download = ({ _id, ver }: AppFile) =>
    attempt(async () => saveBlob(await api.apps.download({ params: { appId: _id } }), `mobile_${ver}.apk`))
  return (
    <>
      <div className={settingPageStyles.settingBar}>
        <p className={helpers.grow}>{t('settings.apps.about')}</p>
        {!readOnly && (
          <Button look="primary" onClick={() => setUploading(true)}>
            <IconUpload size={15} stroke={1.7} />
            {t('settings.apps.upload')}
          </Button>
        )}
      </div>
      <Problem query={query} />
      {problem !== undefined && (
        <Message role="alert">
          <span>
            <b>{t('settings.apps.failed')}</b> · {errorText(problem, t)}
          </span>
        </Message>
      )}
      <LocalTable
        label={t('settings.part.apps')}
        rows={rows}
        rowId={(app) => app._id}
        headingOf={(field) => t(`settings.apps.column.${field}`)}
        columns={[
          codeColumn('ver', 160),
          { field: 'active', width: 150, cell: (app) => <Active app={app} onToggle={readOnly ? undefined : toggle} /> },
          { field: 'bytes', width: 110, numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
          timeColumn('updatedAt', 180),
        ]}
        empty={t('settings.apps.none')}
        rowButtons={2}
        rowActions={(app) => (
          <>
            <RowButton label={t('settings.apps.download', { ver: app.ver })} icon={IconDownload} onClick={() => download(app)} />
            {!readOnly && (
              <RowButton label={t('settings.apps.remove', { ver: app.ver })} icon={IconTrash} onClick={() => setRemoving(app)} />
            )}
          </>
        )}
      />
      {pages > 1 && (
        <div className={tableStyles.foot} data-part="foot">
          <span className={helpers.grow} />
          <span>{t('settings.apps.page', { page: shown + 1, pages })}</span>
          <PageTurn page={shown} last={shown === pages - 1} onTurn={setPage} />
        </div>
      )}
      {uploading && <UploadApp close={() => setUploading(false)} />}
      {removing !== undefined && <RemoveApp app={removing} close={() => setRemoving(undefined)} />}
    </>
  )
}

/** Which one is offered; a press makes it the one, or none. */
function Active({ app, onToggle }: { app: AppFile; onToggle: ((app: AppFile) => void) | undefined }) {
  const { t } = useTranslation()
  const word = t(app.active ? 'settings.apps.active' : 'settings.apps.inactive')
  if (onToggle === undefined) return <State state="" kind={app.active ? 'ok' : 'idle'} label={word} />
  return (
    <label className={styles.settingToggle}>
      <Tick checked={app.active} aria-label={t('settings.apps.activate', { ver: app.ver })} onChange={() => onToggle(app)} />
      {word}
    </label>
  )
}

function UploadApp({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [file, setFile] = useState<File>()
  const submit = async () => {
    if (file === undefined) throw new Error(t('settings.apps.choose'))
    try {
      const { ver } = await api.apps.upload({ body: {}, file: { name: file.name, content: file } })
      void notify(t('settings.apps.uploaded', { ver }))
    } catch (error) {
      // Specification 2 §8: the message, and an example of the name.
      const text = errorText(error, t)
      const reason = error instanceof CallError ? t(`settings.apps.refused.${error.answer.code}`, { defaultValue: text }) : text
      throw new Error(`${reason} (mobile_{version_info}.apk)`, { cause: error })
    }
    close()
    await queries.invalidateQueries({ queryKey })
  }
  return (
    <FormModal
      title={t('settings.apps.upload')}
      submit={t('settings.apps.send')}
      onSubmit={submit}
      onClose={close}
      disabled={file === undefined}
    >
      <FileDrop text={t('settings.apps.drop')} choose={t('settings.apps.choose')} onFile={setFile} accept=".apk" />
      <Hint>{t('settings.apps.name')}</Hint>
    </FormModal>
  )
}

function RemoveApp({ app, close }: { app: AppFile; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.apps.remove({ params: { appId: app._id } })
    close()
    await queries.invalidateQueries({ queryKey })
  }
  return (
    <FormModal
      title={t('settings.apps.remove', { ver: app.ver })}
      submit={t('settings.apps.removeIt')}
      onSubmit={submit}
      onClose={close}
      problemTitle={t('settings.apps.failed')}
      danger
    >
      <p style={{ margin: 0 }}>{t(app.active ? 'settings.apps.removeActive' : 'settings.apps.removeText')}</p>
    </FormModal>
  )
}
