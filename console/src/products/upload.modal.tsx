/** Uploads a product file: all of it is taken in, or the lines that are wrong are named. */
import { CallError } from '@endcap/contract/client'
import type { Product } from '@endcap/contract/products'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'

interface Result {
  dataCount: number
  changed: number
  unchanged: number
  tagCount: number
  taskId: string | null
}

export function UploadModal({ close }: ActionProps<Product>) {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode } = useParams({ strict: false }) as { storeCode: string }
  const [file, setFile] = useState<File>()
  const [result, setResult] = useState<Result>()
  const [errors, setErrors] = useState<string[]>([])
  const submit = async () => {
    setErrors([])
    if (file === undefined) throw new Error(t('files.upload.choose'))
    try {
      setResult(await api.productFiles.upload({ body: { storeCode }, file: { name: file.name, content: file } }))
    } catch (error) {
      if (error instanceof CallError) setErrors(error.answer.error ?? [])
      throw error
    }
  }
  return (
    <FormModal
      title={t('files.upload.title')}
      submit={t('products.action.upload')}
      onSubmit={submit}
      onClose={() => close(result !== undefined)}
      size="560px"
      disabled={file === undefined || result !== undefined}
    >
      {result === undefined ? (
        <FileDrop
          text={t('files.upload.drop')}
          choose={t('files.upload.choose')}
          onFile={(chosen) => {
            setFile(chosen)
            setErrors([])
          }}
        />
      ) : (
        <p role="status" style={{ margin: 0 }}>
          {t('files.upload.done', {
            rows: result.dataCount,
            changed: result.changed,
            unchanged: result.unchanged,
            labels: result.tagCount,
          })}{' '}
          {result.taskId !== null && (
            <Link to={paths.task(storeCode, result.taskId, 'UPDATE')} search={{}}>
              {t('files.task')}
            </Link>
          )}
        </p>
      )}
      {errors.length > 0 && (
        <ul className="lines" aria-label={t('files.errors')}>
          {errors.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </FormModal>
  )
}
