/** From the products of a store to its families and back; the address tells which. */
import { useTranslation } from 'react-i18next'
import { AddressTabs } from './AddressTabs.tsx'

const views = ['products', 'families'] as const

export function CatalogueTabs() {
  const { t } = useTranslation()
  return <AddressTabs label={t('families.catalogue')} tabs={views} name="view" textOf={(one) => t(`${one}.title`)} />
}
