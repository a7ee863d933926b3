/** Removes products that nothing needs: the dialog names what will happen. */
import type { Product } from '@endcap/contract/products'
import { useTranslation } from 'react-i18next'
import { useStoreCode } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'

/** Specification 2 §5: with its sentence. Of the ticked products, or of all of the store. */
export function RemoveUnusedModal({ rows, close }: ActionProps<Product>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const all = rows.length === 0
  return (
    <FormModal
      title={all ? t('updates.remove.all') : t('updates.remove.some', { count: rows.length })}
      submit={t('updates.remove.submit')}
      danger
      onClose={() => close(false)}
      onSubmit={async () => {
        const prCodeList = rows.map((product) => product.prCode)
        const { removed } = await api.updates.removeUnused({ body: { storeCode, ...(!all && { prCodeList }) } })
        void notify(t('updates.remove.done', { count: removed }))
        close(true)
      }}
    >
      <p style={{ margin: 0 }}>
        {t('updates.remove.text')} {t('updates.remove.final')}
      </p>
    </FormModal>
  )
}
