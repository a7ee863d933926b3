/** From the products of a store to its families and back; the address tells which. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export interface CatalogueSearch {
  view?: string
}

export function CatalogueTabs() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { view } = useSearch({ strict: false }) as CatalogueSearch
  const families = view === 'families'
  const tab = (text: string, search: CatalogueSearch, active: boolean) => (
    <button type="button" aria-pressed={active} onClick={() => void navigate({ to: '.', search: search as object })}>
      {text}
    </button>
  )
  return (
    <div className="tabs" role="group" aria-label={t('families.catalogue')}>
      {tab(t('products.title'), {}, !families)}
      {tab(t('families.title'), { view: 'families' }, families)}
    </div>
  )
}
