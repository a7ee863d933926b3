/** What can be done with one product of a list: change or look at it, see its picture, its history. */
import type { Product } from '@endcap/contract/products'
import { IconHistory, IconPencil, IconPhoto, IconZoom } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useCan, useSession } from '../app/services.ts'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'

interface Props<P extends Product> {
  storeCode: string
  product: P
  onEdit: (product: P) => void
  onImage: (product: P) => void
}
/** How many there are. */
export const productButtons = 3

export function ProductButtons<P extends Product>({ storeCode, product, onEdit, onImage }: Props<P>) {
  const { t } = useTranslation()
  const id = product.prCode
  const writes = useCan()('product.write')
  // Specification 2 §3: a setting of the system.
  const keepsHistory = useSession().user.systemConfig.enableProductUpdateHistory
  return (
    <>
      <RowButton
        // Specification 2 §2: a magnifier for who may only look.
        icon={writes ? IconPencil : IconZoom}
        label={t(writes ? 'products.edit' : 'products.view', { id })}
        onClick={() => onEdit(product)}
      />
      <RowButton icon={IconPhoto} label={t('products.image', { id })} onClick={() => onImage(product)} />
      {keepsHistory && <RowLink to={paths.productHistory(storeCode, id)} label={t('products.historyOf', { id })} icon={IconHistory} />}
    </>
  )
}
