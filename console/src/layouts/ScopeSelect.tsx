/** Whether something is for all stores or for one; who has not all stores chooses one of theirs. */
import { useTranslation } from 'react-i18next'
import { StoreField } from '../form/StoreField.tsx'
import { useSession } from '../app/services.ts'

/** What a form begins with: all stores, or the first one of the account. */
export function useDefaultScope(): string {
  const { enableWholeStore, store } = useSession().user
  return enableWholeStore ? '' : (store[0] ?? '')
}

interface Props {
  /** Empty: all stores. */
  value: string
  onChange: (storeCode: string) => void
  /** Every account may look at all stores. */
  looking?: boolean
  label?: string
}
export function ScopeSelect({ value, onChange, looking = false, label }: Props) {
  const { t } = useTranslation()
  const { enableWholeStore } = useSession().user
  return (
    <StoreField
      field="storeCode"
      label={label ?? t('layouts.column.storeCode')}
      before={enableWholeStore || looking ? [{ value: '', label: t('common.allStores') }] : []}
      value={value}
      onChange={onChange}
    />
  )
}
