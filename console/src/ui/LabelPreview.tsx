/** A label while it is typed in, on the model of tag that one chooses; what keeps it from being shown is named. */
import type { ResultOf } from '@endcap/contract/endpoint'
import type { products } from '@endcap/contract/products'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModels } from '../app/lists.ts'
import { errorText } from '../app/services.ts'
import { sizeWords } from './tag-cells.tsx'
import { LabelViewer } from './LabelViewer.tsx'
import { pauseForImage } from '../data/pause.ts'
import { clsx } from 'clsx'
import { Message } from './Message.tsx'
import { Select } from '../form/Select.tsx'
import productFormStyles from '../form/product-form.module.css'
import peekStyles from './Peek.module.css'

type Preview = Pick<ResultOf<(typeof products)['preview']>, 'encodedImage' | 'subPage' | 'tagType' | 'problems' | 'refittedFrom'>

interface Props<Label> {
  /** What was typed; undefined while it is too little to draw a label of. */
  label: Label | undefined
  draw: (call: { body: Label & { tagType?: string } }, options: { signal: AbortSignal }) => Promise<Preview>
  alt: string
  /** Said while there is too little. */
  missing: string
}

export function LabelPreview<Label extends object>({ label, draw, alt, missing }: Props<Label>) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const models = useModels()
  const body = label && { ...label, ...(chosen !== null && { tagType: chosen }) }
  const { data, error, isFetching } = useQuery({
    queryKey: ['previews', body],
    queryFn:
      body === undefined
        ? skipToken
        : async ({ signal }) => {
            await pauseForImage(signal)
            return draw({ body }, { signal })
          },
    placeholderData: keepPreviousData,
  })
  const shown = body && data
  const images = shown === undefined || shown.encodedImage === null ? [] : [shown.encodedImage, ...shown.subPage]
  const none = body === undefined ? missing : t(data === undefined ? 'common.loading' : 'products.preview.none')
  return (
    <section
      className={clsx(peekStyles.peek, peekStyles.picture, productFormStyles.preview)}
      data-part="peek"
      aria-label={t('products.preview.title')}
      aria-busy={isFetching}
    >
      <Select
        label={t('products.preview.model')}
        data={models?.map(({ tagType, name }) => ({ value: tagType, label: `${name} · ${tagType}` })) ?? []}
        value={chosen ?? data?.tagType ?? null}
        onChange={setChosen}
        allowDeselect={false}
        searchable
      />
      <LabelViewer id="preview" images={images} alt={alt} none={none} standing={null} />
      {error !== null && <Message role="alert">{errorText(error, t)}</Message>}
      {typeof shown?.refittedFrom === 'string' && <p>{t('products.preview.refitted', { size: sizeWords(shown.refittedFrom) })}</p>}
      {shown !== undefined && shown.problems.length > 0 && (
        <Message role="status">
          {t('products.preview.problems')}
          <ul>
            {shown.problems.map(({ reason, page, detail }) => (
              <li key={`${page} ${reason} ${detail}`}>
                <b>{t(`tags.reason.${reason}`)}</b>
                <br />
                {detail}
              </li>
            ))}
          </ul>
        </Message>
      )}
    </section>
  )
}
