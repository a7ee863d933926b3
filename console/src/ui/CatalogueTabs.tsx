/** From the products of a store to its families and back; the address tells which. */
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRouteSearch } from '../app/route.ts'
import tabsStyles from './Tabs.module.css'

interface CatalogueSearch {
  view?: string
}

export function CatalogueTabs() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { view } = useRouteSearch()
  const families = view === 'families'
  const tab = (text: string, search: CatalogueSearch, active: boolean) => (
    <button type="button" aria-pressed={active} onClick={() => void navigate({ to: '.', search })}>
      {text}
    </button>
  )
  return (
    <div className={tabsStyles.tabs} role="group" aria-label={t('families.catalogue')}>
      {tab(t('products.title'), {}, !families)}
      {tab(t('families.title'), { view: 'families' }, families)}
    </div>
  )
}
