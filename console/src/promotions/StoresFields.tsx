/** The stores that a promotion is for: all of the type, or those with a tick. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { Choices } from '../form/Choices.tsx'
import { RefusedField } from '../form/refused-field.tsx'
import { StorePicker } from '../form/StorePicker.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Message } from '../ui/Message.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './promotions.module.css'

interface Props {
  storeType: string
  /** Null: all. */
  stores: readonly string[] | null
  readOnly: boolean
  onChange: (stores: readonly string[] | null) => void
}

export function StoresFields({ storeType, stores, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  /** Those that were ticked, should it be for all in between. */
  const [ticked, setTicked] = useState<readonly string[]>(stores ?? [])
  const { data, error } = useQuery({
    queryKey: ['promotions', 'stores', storeType],
    queryFn: async ({ signal }) => (await api.promotions.stores({ params: { storeType } }, { signal })).storeList,
    enabled: stores !== null,
  })
  const tick = (next: readonly string[]) => {
    setTicked(next)
    onChange(next)
  }
  return (
    <fieldset className={styles.part} id="promotion-stores" tabIndex={-1}>
      <Choices
        name="promotion-stores"
        legend={t('promotions.field.stores')}
        options={(['all', 'these'] as const).map((value) => ({
          value,
          label: t(`promotions.for.${value}`),
          disabled: readOnly && (value === 'all') !== (stores === null),
        }))}
        value={stores === null ? 'all' : 'these'}
        onChoose={(value) => onChange(value === 'all' ? null : ticked)}
      />
      {stores !== null &&
        (error !== null ? (
          <Message role="alert">{errorText(error, t)}</Message>
        ) : data === undefined ? (
          <Skeleton style={{ height: 120 }} aria-busy="true" />
        ) : readOnly ? (
          <Hint flush>
            {data
              .filter(({ storeCode }) => stores.includes(storeCode))
              .map(({ storeName, storeCode }) => `${storeName} (${storeCode})`)
              .join(', ')}
          </Hint>
        ) : (
          <StorePicker stores={data} chosen={new Set(stores)} onChange={(chosen) => tick([...chosen])} />
        ))}
      <RefusedField field="storeList" value={stores} />
    </fieldset>
  )
}
