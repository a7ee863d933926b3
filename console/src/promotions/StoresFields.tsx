/** The stores that a promotion is for: all of the type, or those with a tick. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choices } from '../form/Choices.tsx'
import { RefusedField } from '../form/refused-field.tsx'
import { useStoresOf } from '../data/use-stores.ts'
import { StorePicker } from '../form/StorePicker.tsx'
import { Hint } from '../ui/Hint.tsx'
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
  /** Those that were ticked, should it be for all in between. */
  const [ticked, setTicked] = useState<readonly string[]>(stores ?? [])
  const named = useStoresOf(readOnly ? (stores ?? []) : [])
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
        (readOnly ? (
          named === undefined ? (
            <Skeleton style={{ height: 120 }} aria-busy="true" />
          ) : (
            <Hint flush>{named.map(({ storeName, storeCode }) => `${storeName} (${storeCode})`).join(', ')}</Hint>
          )
        ) : (
          <StorePicker storeType={storeType} chosen={new Set(stores)} onChange={(chosen) => tick([...chosen])} />
        ))}
      <RefusedField field="storeList" value={stores} />
    </fieldset>
  )
}
