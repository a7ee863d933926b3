/** Uploads a paper file: all of it goes to the printers, or the lines that are wrong are named. */
import type { FileEncoding } from '@endcap/contract/file-encodings'
import { maxPaperRows, paperColumns, type PaperTask } from '@endcap/contract/papers'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaperLayouts } from '../app/lists.ts'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { EncodingChoice } from '../form/EncodingChoice.tsx'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { useRefusal } from '../form/use-refusal.ts'
import { WrongLines } from '../form/WrongLines.tsx'
import { TextInput } from '../form/TextInput.tsx'
import type { ActionProps } from '../table/spec.ts'
import { formatNumber } from '../ui/format.ts'

export function UploadPaperModal({ close }: ActionProps<PaperTask>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const layouts = usePaperLayouts()
  const [file, setFile] = useState<File>()
  const [taskDes, setTaskDes] = useState('')
  const [result, setResult] = useState<{ dataCount: number; taskId: string }>()
  const [encoding, setEncoding] = useState<FileEncoding>()
  const refusal = useRefusal()
  const submit = async () => {
    if (file === undefined) throw new Error(t('papers.upload.choose'))
    const body = { storeCode, ...(taskDes.trim() !== '' && { taskDes }), ...(encoding !== undefined && { encoding }) }
    setResult(await refusal.watch(() => api.papers.upload({ body, file: { name: file.name, content: file } })))
  }
  const columns = Object.values(paperColumns).join(', ')
  const names = layouts.map((layout) => layout.name).join(', ')
  return (
    <FormModal
      title={t('papers.upload.title')}
      submit={t('papers.action.upload')}
      onSubmit={submit}
      onClose={() => close(result !== undefined)}
      size="560px"
      disabled={file === undefined || result !== undefined}
    >
      {result === undefined ? (
        <>
          <p style={{ margin: 0 }}>{t('papers.upload.hint', { columns, layouts: names, rows: formatNumber(maxPaperRows) })}</p>
          <FileDrop
            text={t('papers.upload.drop')}
            choose={t('papers.upload.choose')}
            onFile={(chosen) => {
              setFile(chosen)
              setEncoding(undefined)
              refusal.clear()
            }}
          />
          {file !== undefined && <EncodingChoice chosen={encoding} readings={refusal.readings} onChoose={setEncoding} />}
          <TextInput
            field="taskDes"
            label={t('papers.column.taskDes')}
            description={t('papers.upload.taskDes')}
            maxLength={200}
            value={taskDes}
            onChange={(event) => setTaskDes(event.currentTarget.value)}
          />
        </>
      ) : (
        <p role="status" style={{ margin: 0 }}>
          {t('papers.printing', { count: result.dataCount })}{' '}
          <Link to={paths.paperTask(storeCode, result.taskId)} search={{}}>
            {t('papers.open')}
          </Link>
        </p>
      )}
      <WrongLines label={t('papers.errors')} lines={refusal.lines} />
    </FormModal>
  )
}
