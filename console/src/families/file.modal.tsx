/** Taking a file of families in (specification 2 §5). */
import type { Family } from '@endcap/contract/families'
import { useTranslation } from 'react-i18next'
import { useApi, useSession } from '../app/services.ts'
import { FileModal } from '../form/upload.modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { useStoreCodeIfAny } from '../app/route.ts'

export function FamilyFileModal({ close }: ActionProps<Family>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const places = useSession().user.systemConfig.familyProductItemCount
  return (
    <FileModal
      title={t('families.file.title')}
      submit={t('families.action.upload')}
      hint={
        <p style={{ margin: 0, color: 'var(--ink-2)' }}>
          {t('families.file.row', { count: places })} {t('families.file.rules', { columns: places + 2 })}
        </p>
      }
      send={(file, encoding) => api.families.upload({ body: { storeCode, ...encoding }, file })}
      close={close}
      done={({ dataCount, changed, unchanged, tagCount }) =>
        t('families.file.done', { rows: dataCount, changed, unchanged, labels: tagCount })
      }
    />
  )
}
