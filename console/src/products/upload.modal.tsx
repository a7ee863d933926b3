/** Uploads a product file. */
import type { Product } from '@endcap/contract/products'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FileModal } from '../form/upload.modal.tsx'
import type { ActionProps } from '../table/spec.ts'

export function UploadModal({ close }: ActionProps<Product>) {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode } = useParams({ strict: false }) as { storeCode: string }
  return (
    <FileModal
      title={t('files.upload.title')}
      submit={t('products.action.upload')}
      send={(file) => api.productFiles.upload({ body: { storeCode }, file })}
      close={close}
      done={({ dataCount, changed, unchanged, tagCount, taskId }) => (
        <>
          {t('files.upload.done', { rows: dataCount, changed, unchanged, labels: tagCount })}{' '}
          {taskId !== null && (
            <Link to={paths.task(storeCode, taskId, 'UPDATE')} search={{}}>
              {t('files.task')}
            </Link>
          )}
        </>
      )}
    />
  )
}
