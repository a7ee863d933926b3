/** The panel beside the product list: the picture of a product on its tags, what it is, where it stands (specification 2 §2, product detail and image viewer). */
import { hidesNfc } from '@endcap/contract/vocabulary'
import type { Product } from '@endcap/contract/products'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { LabelViewer } from '../ui/LabelViewer.tsx'
import { Fact } from '../ui/Fact.tsx'
import { formatTime } from '../ui/format.ts'
import { Peek } from '../ui/Peek.tsx'
import { namedSize } from '../ui/tag-cells.tsx'
import { useReadAliases } from '../data/aliases.ts'
import { pauseForImage } from '../data/pause.ts'
import { Button } from '../ui/Button.tsx'
import { ProductChanged, ProductPrice } from './ProductCells.tsx'
import { LabelsOfProduct, PriceHistory, PriceInStores } from './ProductPanelParts.tsx'
import { buttonClass } from '../ui/button-class.ts'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'
import labelViewerStyles from '../ui/LabelViewer.module.css'

interface Props {
  storeCode: string
  prCode: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
  onEdit: (product: Product) => void
  onTags: (product: Product) => void
}

export function ProductPeek({ storeCode, prCode, onStep, onClose, onEdit, onTags }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const { site, enableProductUpdateHistory } = useSession().user.systemConfig
  const aliases = useReadAliases()
  const params = { prCode, storeCode }
  const { data: product, error } = useQuery({
    queryKey: ['products', storeCode, 'detail', prCode],
    queryFn: ({ signal }) => api.products.get({ params }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { data: image, isFetching } = useQuery({
    queryKey: ['products', storeCode, 'image', prCode, ''],
    queryFn: async ({ signal }) => {
      await pauseForImage(signal)
      return api.tagList.image({ params, query: {} }, { signal })
    },
    placeholderData: keepPreviousData,
  })
  const images = image === undefined || image.encodedImage === null ? [] : [image.encodedImage, ...image.subPage]
  const id = product?.prCode ?? prCode
  return (
    <Peek
      label={t('products.image', { id })}
      title={<b className={product?.name ? undefined : helpers.mono}>{product?.name || id}</b>}
      previous={t('products.previous')}
      next={t('products.next')}
      onStep={onStep}
      onClose={onClose}
      error={error}
    >
      <div aria-busy={isFetching}>
        <LabelViewer
          id={id}
          images={images}
          alt={t('products.image', { id })}
          none={t(image === undefined ? 'common.loading' : 'products.noImage')}
          standing={null}
        />
      </div>
      {typeof image?.tagMac === 'string' && (
        <p className={helpers.aside}>{t('tags.image.from', { tag: image.tagMac, layout: image.layoutId ?? '–' })}</p>
      )}
      {product !== undefined && (
        <>
          <p className={labelViewerStyles.viewer} style={{ margin: 0 }}>
            <Button data-first-action onClick={() => onEdit(product)}>
              {t(can('product.write') ? 'products.editIt' : 'products.viewIt')}
            </Button>
            {enableProductUpdateHistory && (
              <Link className={buttonClass()} to={paths.productHistory(storeCode, id)} search={{}}>
                {t('products.history')}
              </Link>
            )}
          </p>
          <dl className={factStyles.facts}>
            <Fact name={t('products.column.price')}>
              <ProductPrice product={product} />
            </Fact>
            <Fact name={t('products.column.prCode')}>
              <span className={helpers.mono}>{id}</span>
            </Fact>
            <Fact name={t('products.column.tagCount')}>{product.tagCount}</Fact>
            <Fact name={t('products.column.tagType')}>{product.tagType.map(namedSize).join(', ') || '–'}</Fact>
            <Fact name={t('products.column.layoutId')}>{product.layoutId ?? t('products.defaultLayout')}</Fact>
            {!hidesNfc(site) && <Fact name={t('products.column.nfc')}>{product.nfc ?? '–'}</Fact>}
            <Fact name={t('products.column.updatedAt')}>
              <ProductChanged when={formatTime(product.updatedAt)} lastChange={product.lastChange} />
            </Fact>
          </dl>
          {can('tag.read') && <LabelsOfProduct storeCode={storeCode} prCode={id} onAll={() => onTags(product)} />}
          {enableProductUpdateHistory && <PriceHistory storeCode={storeCode} prCode={id} />}
          <PriceInStores storeCode={storeCode} prCode={id} />
          <h2>{t('products.fields')}</h2>
          <dl className={factStyles.facts}>
            {aliases
              .filter(({ index }) => (product.prInfo[index] ?? '') !== '')
              .map(({ index, label }) => (
                <Fact key={index} name={label}>
                  {product.prInfo[index]}
                </Fact>
              ))}
          </dl>
        </>
      )}
    </Peek>
  )
}
