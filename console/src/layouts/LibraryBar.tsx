/** Above the library: its states, a name to look for, and whether it stands as cards or as a table. */
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterField } from '../table/Filters.tsx'
import { useAddressTab } from '../ui/AddressTabs.tsx'
import { Segments } from '../ui/Segments.tsx'
import styles from './layouts.module.css'
import { StateTabs } from './StateTabs.tsx'

const views = ['cards', 'table'] as const
/** As the address says it: cards, where it says nothing. */
export const useLibraryView = () => useAddressTab(views, 'view')

interface Props {
  filters: Record<string, string>
  setFilter: (name: string, text: string) => void
}

export function LibraryBar({ filters, setFilter }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const current = useLibraryView()
  return (
    <div className={styles.libraryBar}>
      <StateTabs
        of={current === 'cards' ? 'library' : 'search'}
        filter={filters.state ?? ''}
        onChange={(text) => setFilter('state', text)}
      />
      {current === 'cards' && (
        <div className={styles.libraryFind}>
          <FilterField
            name="layoutId"
            heading={t('layouts.column.layoutId')}
            input="text"
            placeholder={t('layouts.find')}
            value={filters.layoutId ?? ''}
            onChange={(text) => setFilter('layoutId', text)}
          />
        </div>
      )}
      <Segments
        label={t('layouts.shownAs.title')}
        value={current}
        options={views.map((one) => ({ value: one, label: t(`layouts.shownAs.${one}`) }))}
        // The filter stays; order and page are those of the other list.
        onChange={(one) =>
          void navigate({
            to: '.',
            search: ({ f }: { f?: object }) => ({ ...(f !== undefined && { f }), ...(one !== 'cards' && { view: one }) }),
            replace: true,
          })
        }
      />
    </div>
  )
}
