/** What can be done with one product of a list: change or look at it, see its picture, its history. */
import type { Product } from '@endcap/contract/products'
import { IconHistory, IconPencil, IconPhoto, IconZoom, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useCan, useSession } from '../app/services.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Button } from '../ui/Button.tsx'

interface Props {
  storeCode: string
  product: Product
  onEdit: (product: Product) => void
  onImage: (product: Product) => void
}
const icon = { size: 15, stroke: 1.7 }
export const productButtonsWidth = 112

export function ProductButtons({ storeCode, product, onEdit, onImage }: Props) {
  const { t } = useTranslation()
  const id = product.prCode
  const writes = useCan()('product.write')
  // Specification 2 §3: a setting of the system.
  const keepsHistory = useSession().user.systemConfig.enableProductUpdateHistory
  return (
    <>
      <Tool
        // Specification 2 §2: a magnifier for who may only look.
        icon={writes ? IconPencil : IconZoom}
        label={t(writes ? 'products.edit' : 'products.view', { id })}
        onClick={() => onEdit(product)}
      />
      <Tool icon={IconPhoto} label={t('products.image', { id })} onClick={() => onImage(product)} />
      {keepsHistory && (
        <Link
          className={buttonClass('ghost', { icon: true })}
          to={paths.productHistory(storeCode, id)}
          search={{}}
          aria-label={t('products.historyOf', { id })}
          title={t('products.historyOf', { id })}
        >
          <IconHistory {...icon} />
        </Link>
      )}
    </>
  )
}

function Tool({ icon: Sign, label, onClick }: { icon: Icon; label: string; onClick: () => void }) {
  return (
    <Button look="ghost" icon aria-label={label} title={label} onClick={onClick}>
      <Sign {...icon} />
    </Button>
  )
}
