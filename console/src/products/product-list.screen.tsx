/** /product/list/{storeCode}: the products of one store. */
import { hidesNfc } from '@endcap/contract/vocabulary'
import { downloadTypes } from '@endcap/contract/downloads'
import { products, type ListedProduct, type Product } from '@endcap/contract/products'
import { IconBasketOff, IconBulb, IconFiles, IconHistory, IconPlus, IconPrinter, IconTrash, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { codeColumn, countColumn, timeColumn } from '../table/columns.tsx'
import { CatalogueTabs } from '../ui/CatalogueTabs.tsx'
import { ProductLabels } from '../ui/ProductLabels.tsx'
import { namedSize } from '../ui/tag-cells.tsx'
import { useStore } from '../data/use-stores.ts'
import { tableSpec, type Action, type ActionProps, type DownloadItem, type ListNow } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { ProductLedModal, ProductPageModal } from '../form/control.modals.tsx'
import { TagListModal } from '../table/tag-list.modal.tsx'
import { browserZone, formatTime } from '../ui/format.ts'
import { RemoveUnusedModal } from './remove-unused.modal.tsx'
import { useAliasColumns } from '../data/aliases.ts'
import { CreateProductModal, ProductModal } from './product.modal.tsx'
import { ProductButtons, productButtons } from './ProductButtons.tsx'
import { ProductChanged, ProductName, ProductPrice } from './ProductCells.tsx'
import { ProductPeek } from './ProductPeek.tsx'
import { UploadModal } from './upload.modal.tsx'
import { PrintProducts } from '../printing/index.ts'
import { RemoveSamples, TakeSamples, useSamples } from '../samples/index.ts'
import { buttonClass } from '../ui/button-class.ts'

const changedAt = timeColumn('updatedAt', 190)

interface Shown {
  site: string
  /** Opens the tags that show a product. */
  onTags?: ((product: ListedProduct) => void) | undefined
}
/** One site has no NFC (specification 2 §1). Codes, layouts and sizes are there for who asks for them. */
export const productListSpec = (storeCode: string, { site, onTags }: Shown) =>
  tableSpec(products.search, {
    name: 'products',
    live: 'products',
    rowId: (product) => product.prCode,
    pageLength: 25,
    tall: true,
    columns: [
      {
        field: 'name',
        filter: 'find',
        width: 330,
        cell: (product) => <ProductName storeCode={storeCode} product={product} />,
        text: ({ name }) => name,
      },
      { field: 'price', width: 120, numeric: true, cell: (product) => <ProductPrice product={product} />, text: ({ price }) => price },
      {
        field: 'labels',
        width: 130,
        sort: false,
        cell: (product) => <ProductLabels {...product} onTags={onTags && (() => onTags(product))} />,
        text: ({ tagCount }) => tagCount,
      },
      {
        ...changedAt,
        cell: (product) => <ProductChanged when={changedAt.cell(product)} lastChange={product.lastChange} />,
        text: ({ updatedAt }) => formatTime(updatedAt),
      },
      { ...codeColumn('prCode', 150), optional: true },
      { ...countColumn('tagCount', 80), optional: true },
      { field: 'layoutId', width: 130, optional: true },
      {
        field: 'tagType',
        width: 130,
        sort: false,
        optional: true,
        cell: ({ tagType }) => tagType.map(namedSize).join(', ') || '–',
        text: ({ tagType }) => tagType.map(namedSize).join(', '),
      },
      ...(hidesNfc(site) ? [] : [{ field: 'nfc' as const, width: 120, optional: true as const }]),
    ],
    filters: {
      find: 'text',
      price: 'text',
      prCode: 'text',
      tagCount: 'text',
      layoutId: 'text',
      ...(hidesNfc(site) ? {} : { nfc: 'text' as const }),
    },
    dateRange: true,
    defaultOrder: { column: 'updatedAt', dir: 'desc' },
  })
const actions: Action<ListedProduct>[] = [
  { name: 'create', needs: 'product.write', on: 'table', icon: IconPlus, opens: CreateProductModal },
  { name: 'upload', needs: 'product.write', on: 'table', icon: IconUpload, opens: UploadModal },
  { name: 'removeUnused', needs: 'product.write', on: 'either', icon: IconTrash, opens: RemoveUnusedModal },
  { name: 'led', needs: 'tag.write', on: 'either', icon: IconBulb, opens: ProductLedModal, keepsTicks: true },
  { name: 'page', needs: 'tag.write', on: 'either', icon: IconFiles, opens: ProductPageModal, keepsTicks: true },
  { name: 'print', needs: 'ip.read', on: 'selection', icon: IconPrinter, opens: PrintProducts },
  { name: 'removeSamples', needs: 'product.write', on: 'menu', icon: IconBasketOff, opens: RemoveSamplesHere },
]
function RemoveSamplesHere({ close }: ActionProps<ListedProduct>) {
  return <RemoveSamples storeCode={useStoreCode()} close={close} />
}

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
  const storeCode = useStoreCode()
  const can = useCan()
  const dark = useStore(storeCode)?.hideLed === true
  const samples = useSamples(storeCode).data?.prCodeList.length ?? 0
  const seesTags = can('tag.read')
  const { site, enableProductUpdateHistory: keepsHistory } = useSession().user.systemConfig
  const [shown, setShown] = useState<Product>()
  const [edited, setEdited] = useState<Product>()
  const spec = useMemo(() => productListSpec(storeCode, { site, onTags: seesTags ? setShown : undefined }), [storeCode, site, seesTags])
  return (
    <>
      <TableScreen
        spec={spec}
        moreColumns={useAliasColumns<ListedProduct>({ beside: true })}
        storeCode={storeCode}
        load={(body, signal) => api.products.search({ params: { storeCode }, body }, { signal })}
        title={t('products.title')}
        tabs={() => <CatalogueTabs />}
        empty={t('products.none')}
        emptyHint={t('products.noneHint')}
        filledBy="upload"
        fill={<TakeSamples storeCode={storeCode} />}
        actions={actions.filter(({ name }) => !(name === 'led' && dark) && !(name === 'removeSamples' && samples === 0))}
        downloads={(now) => productFiles(t, storeCode, now)}
        rowButtons={productButtons}
        rowActions={(product, open) => <ProductButtons storeCode={storeCode} product={product} onEdit={setEdited} onImage={open} />}
        peek={(prCode, step, close) => (
          <ProductPeek storeCode={storeCode} prCode={prCode} onStep={step} onClose={close} onEdit={setEdited} onTags={setShown} />
        )}
        {...(keepsHistory && {
          head: (
            <Link className={buttonClass()} to={paths.updates(storeCode)} search={{}}>
              <IconHistory size={15} stroke={1.7} />
              {t('products.updates')}
            </Link>
          ),
        })}
      />
      {edited !== undefined && <ProductModal product={edited} readOnly={!can('product.write')} close={() => setEdited(undefined)} />}
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
