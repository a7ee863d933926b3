/** Deleting families: the dialog says what happens to the labels that show them. */
import type { Family } from '@endcap/contract/families'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { useStoreCodeIfAny } from '../app/route.ts'
import { notifyDone } from '../ui/notify.ts'
import helpers from '../ui/helpers.module.css'

export function DeleteFamiliesModal({ rows, close }: ActionProps<Family>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  return (
    <FormModal
      title={rows.length === 0 ? t('families.action.delete') : t('families.delete.title', { count: rows.length })}
      submit={t('families.action.delete')}
      onSubmit={async () => {
        if (rows.length === 0) throw new Error(t('common.noRow'))
        await api.families.remove({ body: { storeCode, fmPrCodeList: rows.map((family) => family.fmPrCode) } })
        // No label that shows them ("no matching tags") is a success, too.
        void notifyDone(t, t('state.done.removed', { name: rows.map((family) => family.fmPrCode).join(', ') }))
        close(true)
      }}
      onClose={() => close(false)}
      {...(rows.length === 0 && { problem: t('common.noRow') })}
      danger
    >
      {rows.length > 0 && <WhatGoes rows={rows} isShared={storeCode === ''} />}
    </FormModal>
  )
}

function WhatGoes({ rows, isShared }: { rows: readonly Family[]; isShared: boolean }) {
  const { t } = useTranslation()
  const labels = rows.reduce((sum, family) => sum + family.tagCount, 0)
  return (
    <>
      <p className={helpers.mono} style={{ margin: 0, overflowWrap: 'anywhere' }}>
        {rows
          .slice(0, 12)
          .map((family) => family.fmPrCode)
          .join(', ')}
        {rows.length > 12 && ' …'}
      </p>
      {labels === 0 ? (
        <p style={{ margin: 0 }}>{t('families.delete.unused')}</p>
      ) : (
        <>
          <p style={{ margin: 0 }}>
            <b>{t('families.delete.labels', { count: labels })}</b> {t('families.delete.keep')}
          </p>
          {!isShared && <p style={{ margin: 0 }}>{t('families.delete.shared')}</p>}
        </>
      )}
      <p style={{ margin: 0 }}>{t('families.delete.undo')}</p>
    </>
  )
}
