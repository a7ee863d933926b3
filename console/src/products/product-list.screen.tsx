/** /product/list/{storeCode}: the products of one store. */
import { downloadTypes } from '@endcap/contract/downloads'
import { products, type Product } from '@endcap/contract/products'
import { IconHistory, IconTrash, IconUpload } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { CatalogueTabs } from '../families/CatalogueTabs.tsx'
import { tableSpec, type Action, type DownloadItem, type ListNow } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { TagListModal } from '../tags/tag-list.modal.tsx'
import { browserZone, formatTime } from '../ui/format.ts'
import { RemoveUnusedModal } from '../updates/confirm.modals.tsx'
import { useAliasColumns } from './aliases.ts'
import { UploadModal } from './upload.modal.tsx'

/** `onTags` opens the tags that show a product. */
export const productListSpec = (t: TFunction, onTags?: (product: Product) => void) =>
  tableSpec(products.search, {
    name: 'products',
    live: 'products',
    rowId: (product) => product.prCode,
    pageLength: 25,
    columns: [
      { field: 'prCode', width: 150, cell: (product) => <span className="mono">{product.prCode}</span> },
      {
        field: 'tagCount',
        width: 80,
        numeric: true,
        cell: (product) =>
          product.tagCount === 0 || onTags === undefined ? (
            product.tagCount
          ) : (
            <button
              type="button"
              className="cell"
              aria-label={`${product.tagCount} · ${t('tags.list.ofProduct', { id: product.prCode })}`}
              onClick={() => onTags(product)}
            >
              {product.tagCount}
            </button>
          ),
        text: (product) => product.tagCount,
      },
      { field: 'layoutId', width: 130 },
      { field: 'tagType', width: 130, sort: false },
      { field: 'updatedAt', width: 172, cell: (product) => formatTime(product.updatedAt) },
      { field: 'nfc', width: 120, optional: true },
    ],
    filters: { prCode: 'text', tagCount: 'text', layoutId: 'text', nfc: 'text' },
    dateRange: true,
    defaultOrder: { column: 'updatedAt', dir: 'desc' },
  })
const actions: Action<Product>[] = [
  { name: 'upload', needs: 'product.write', on: 'table', icon: IconUpload, opens: UploadModal },
  { name: 'removeUnused', needs: 'product.write', on: 'either', icon: IconTrash, opens: RemoveUnusedModal },
]

/** The products as files that the server makes, with the filter and columns of the list. */
function productFiles(t: (key: string) => string, storeCode: string, { filter, fields }: ListNow): DownloadItem[] {
  const common = { ...filter, fields, timeZone: browserZone() }
  return (['csv', 'xlsx'] as const).map((format) => ({
    label: t(format === 'csv' ? 'downloads.file.products' : 'downloads.file.productsExcel'),
    hint: t('downloads.file.filterHint'),
    needs: 'product.read',
    body: { type: downloadTypes.products, storeCode, filter: { ...common, format } },
  }))
}

export function ProductListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode } = useParams({ strict: false }) as { storeCode: string }
  const seesTags = useCan()('tag.read')
  // Specification 2 §3: a setting of the system.
  const keepsHistory = useSession().user.systemConfig.enableProductUpdateHistory
  const [shown, setShown] = useState<Product>()
  const spec = useMemo(() => productListSpec(t, seesTags ? setShown : undefined), [t, seesTags])
  return (
    <>
      <TableScreen
        spec={spec}
        moreColumns={useAliasColumns<Product>()}
        storeCode={storeCode}
        load={(body, signal) => api.products.search({ params: { storeCode }, body }, { signal })}
        title={t('products.title')}
        tabs={() => <CatalogueTabs />}
        actions={actions}
        downloads={(now) => productFiles(t, storeCode, now)}
        {...(keepsHistory && {
          head: (
            <Link className="btn" to={paths.updates(storeCode)} search={{}}>
              <IconHistory size={15} stroke={1.7} />
              {t('products.updates')}
            </Link>
          ),
          actionsWidth: 44,
          rowActions: ({ prCode }: Product) => (
            <Link
              className="btn ghost icon"
              to={paths.productHistory(storeCode, prCode)}
              search={{}}
              aria-label={t('products.historyOf', { id: prCode })}
              title={t('products.historyOf', { id: prCode })}
            >
              <IconHistory size={15} stroke={1.7} />
            </Link>
          ),
        })}
      />
      {shown !== undefined && (
        <TagListModal
          storeCode={storeCode}
          of={{ prCode: shown.prCode }}
          title={t('tags.list.ofProduct', { id: shown.prCode })}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
