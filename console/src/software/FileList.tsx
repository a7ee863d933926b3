/** The upgrade files, with what may be done with each. */
import type { UpgradeFile } from '@endcap/contract/software'
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan, useSession } from '../app/services.ts'
import { optionalCodeColumn, timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { FormModal } from '../form/modal.tsx'
import { formatBytes } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { softwareProblem } from './problem.ts'
import { StartRollout } from './start.modal.tsx'
import { UploadQueue } from './UploadQueue.tsx'
import { clsx } from 'clsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'
import settingPageStyles from '../ui/setting-page.module.css'

const queryKey = ['software', '', 'files']

export function FileList() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('server_config.write')
  const { enableWholeStore } = useSession().user
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.software.files({}, { signal }) })
  const [open, setOpen] = useState<{ kind: 'start' | 'remove'; file: UpgradeFile }>()
  const nameOf = ({ component, version }: UpgradeFile) => ({ name: `${t(`software.component.${component}`)} ${version}` })
  return (
    <>
      {mayWrite && enableWholeStore && <UploadQueue />}
      {mayWrite && !enableWholeStore && <p className={settingPageStyles.settingNote}>{t('software.someStores')}</p>}
      <Problem query={query} />
      <LocalTable
        label={t('software.part.files')}
        rows={query.data?.fileList}
        rowId={(file) => file.fileId}
        headingOf={(field) => t(`software.column.${field}`)}
        columns={[
          { field: 'component', width: 108, cell: ({ component }) => t(`software.component.${component}`) },
          {
            field: 'version',
            width: 110,
            // Also the way in where rows have no room for buttons.
            cell: (file) =>
              mayWrite ? (
                <button
                  type="button"
                  className={clsx(tableStyles.open, helpers.mono)}
                  data-part="open"
                  onClick={() => setOpen({ kind: 'start', file })}
                >
                  {file.version}
                </button>
              ) : (
                <span className={helpers.mono}>{file.version}</span>
              ),
          },
          optionalCodeColumn('minimumVersion', 120),
          { field: 'bytes', width: 90, numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
          {
            field: 'sha256',
            width: 130,
            cell: ({ sha256 }) => (
              <span className={helpers.mono} title={sha256}>
                {sha256.slice(0, 12)}…
              </span>
            ),
          },
          { field: 'notes', width: 180 },
          { field: 'fileName', width: 150 },
          { field: 'uploadedBy', width: 190 },
          timeColumn('updatedAt'),
        ]}
        empty={t('software.noFiles')}
        rowButtons={2}
        rowActions={
          mayWrite
            ? (file) => (
                <>
                  <RowButton
                    label={t('software.rollOut', nameOf(file))}
                    icon={IconPlayerPlay}
                    onClick={() => setOpen({ kind: 'start', file })}
                  />
                  {enableWholeStore && (
                    <RowButton
                      label={t('software.remove', nameOf(file))}
                      icon={IconTrash}
                      onClick={() => setOpen({ kind: 'remove', file })}
                    />
                  )}
                </>
              )
            : undefined
        }
      />
      {open?.kind === 'start' && <StartRollout file={open.file} close={() => setOpen(undefined)} />}
      {open?.kind === 'remove' && <RemoveFile file={open.file} name={nameOf(open.file).name} close={() => setOpen(undefined)} />}
    </>
  )
}

function RemoveFile({ file, name, close }: { file: UpgradeFile; name: string; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.software.remove({ params: { fileId: file.fileId } }).catch((error: unknown) => {
      throw new Error(softwareProblem(error, t), { cause: error })
    })
    close()
    await queries.invalidateQueries({ queryKey: ['software'] })
  }
  return (
    <FormModal
      title={t('software.remove', { name })}
      submit={t('software.removeIt')}
      onSubmit={submit}
      onClose={close}
      problemTitle={t('software.removeFailed')}
      danger
    >
      <p style={{ margin: 0 }}>{t('software.removeText')}</p>
    </FormModal>
  )
}
