/** The label of a family while it is typed in, on the model of tag that one chooses; what keeps it from being shown is named. */
import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModels } from '../app/lists.ts'
import { errorText, useApi } from '../app/services.ts'
import { pauseForImage } from '../products/pause.ts'
import { LabelViewer } from '../tags/LabelViewer.tsx'

interface Props {
  storeCode: string
  fmPrCode: string
  prCodeList: readonly string[]
  layoutId: string | null
}

export function FamilyPreview({ storeCode, fmPrCode, prCodeList, layoutId }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const [chosen, setChosen] = useState<string | null>(null)
  const models = useModels()
  const body = { storeCode, prCodeList: [...prCodeList], layoutId: layoutId ?? '', ...(chosen !== null && { tagType: chosen }) }
  const { data, error, isFetching } = useQuery({
    queryKey: ['previews', 'family', body],
    queryFn: async ({ signal }) => {
      await pauseForImage(signal)
      return api.families.preview({ body }, { signal })
    },
    enabled: prCodeList.length > 0,
    placeholderData: keepPreviousData,
  })
  const shown = prCodeList.length > 0 ? data : undefined
  const images = shown === undefined || shown.encodedImage === null ? [] : [shown.encodedImage, ...shown.subPage]
  const none = prCodeList.length === 0 ? 'families.preview.noCode' : data === undefined ? 'common.loading' : 'products.preview.none'
  return (
    <section className="peek picture preview" aria-label={t('products.preview.title')} aria-busy={isFetching}>
      <Select
        label={t('products.preview.model')}
        data={models?.map(({ tagType, name }) => ({ value: tagType, label: `${name} · ${tagType}` })) ?? []}
        value={chosen ?? data?.tagType ?? null}
        onChange={setChosen}
        allowDeselect={false}
        searchable
      />
      <LabelViewer id="preview" images={images} alt={t('families.preview.of', { id: fmPrCode })} none={t(none)} standing={null} />
      {error !== null && (
        <div className="msg" role="alert">
          {errorText(error, t)}
        </div>
      )}
      {shown !== undefined && shown.problems.length > 0 && (
        <div className="msg" role="status">
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
        </div>
      )}
    </section>
  )
}
