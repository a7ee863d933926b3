/** Ctrl/Cmd-K: pages, stores, and tags or products by what is typed. Loaded with its first use. */
import { Spotlight, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { IconBarcode, IconBuildingStore, IconSearch, IconTag } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useCan } from '../app/services.ts'
import { navGroups, searchOf } from '../app/nav.ts'
import { useStores } from '../data/use-stores.ts'

export const openPalette = (): void => spotlight.open()

export function Palette({ storeCode, go }: { storeCode: string | undefined; go: (to: string, search?: object) => void }) {
  const { t } = useTranslation()
  const can = useCan()
  const { data: stores = [] } = useStores()
  const [query, setQuery] = useState('')
  useEffect(openPalette, [])
  const pages = navGroups.flatMap((group) => group.items).filter((item) => can(item.needs))
  const code = query.trim()
  const near = storeCode ?? stores[0]?.storeCode
  const find = near !== undefined && code.length >= 3 && /\d/.test(code) && /^[\w-]+$/.test(code)
  const actions = [
    ...pages.map((page) => ({
      id: page.name,
      label: t(`nav.${page.name}`),
      leftSection: <page.icon size={16} stroke={1.6} />,
      onClick: () => go(page.to(storeCode), searchOf(page, storeCode)),
    })),
    ...stores.slice(0, 200).map((store) => ({
      id: `store-${store.storeCode}`,
      label: store.storeName,
      description: store.storeCode,
      leftSection: <IconBuildingStore size={16} stroke={1.6} />,
      onClick: () => go(paths.tagList(store.storeCode)),
    })),
    ...(find
      ? [
          {
            id: 'tag',
            label: `${t('tags.column.barcode')}: ${code}`,
            keywords: code,
            leftSection: <IconTag size={16} />,
            onClick: () => go(paths.tagList(near), { f: { barcode: code } }),
          },
          {
            id: 'product',
            label: `${t('products.column.prCode')}: ${code}`,
            keywords: code,
            leftSection: <IconBarcode size={16} />,
            onClick: () => go(paths.productList(near), { f: { prCode: code } }),
          },
        ]
      : []),
  ]
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      limit={12}
      nothingFound={t('common.nothingFound')}
      shortcut={['mod + K']}
      searchProps={{ placeholder: t('common.search'), 'aria-label': t('common.search'), leftSection: <IconSearch size={16} /> }}
    />
  )
}
