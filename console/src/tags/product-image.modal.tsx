/** What a product looks like on tags of one type (specification 1 §2; 2 §2, product image viewer). */
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { pauseForImage } from '../data/pause.ts'
import { sizeOf } from '../ui/tag-cells.tsx'
import { LabelViewer } from '../ui/LabelViewer.tsx'
import { clsx } from 'clsx'
import { Message } from '../ui/Message.tsx'
import helpers from '../ui/helpers.module.css'
import peekStyles from '../ui/Peek.module.css'

interface Props {
  storeCode: string
  prCode: string
  prName: string | null
  tagType: string
  onClose: () => void
}

export function ProductImageModal({ storeCode, prCode, prName, tagType, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['products', storeCode, 'image', prCode, tagType],
    queryFn: async ({ signal }) => {
      await pauseForImage(signal)
      return api.tagList.image({ params: { prCode, storeCode }, query: { tagType } }, { signal })
    },
  })
  const images = data === undefined || data.encodedImage === null ? [] : [data.encodedImage, ...data.subPage]
  return (
    <Modal
      opened
      onClose={onClose}
      size="auto"
      title={
        <>
          <span className={helpers.mono}>{prCode}</span> {prName} · {sizeOf(tagType)}
        </>
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={clsx(peekStyles.peek, peekStyles.picture)} data-part="peek" aria-busy={data === undefined && error === null}>
        {error !== null && <Message>{errorText(error, t)}</Message>}
        <LabelViewer
          id={`${prCode}/${tagType}`}
          images={images}
          alt={t('tags.image.of', { product: prCode, size: sizeOf(tagType) })}
          none={data === undefined ? t('common.loading') : t('tags.image.none')}
          standing={null}
        />
        {typeof data?.tagMac === 'string' && (
          <p className={helpers.aside}>{t('tags.image.from', { tag: data.tagMac, layout: data.layoutId ?? '–' })}</p>
        )}
      </div>
    </Modal>
  )
}
