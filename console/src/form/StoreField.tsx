/** Chooses one store: the first ones are offered, and of thousands those that match what is typed. */
import type { SelectProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoundStores, useStore } from '../data/use-stores.ts'
import type { NamedField } from './refused-field.tsx'
import { Select } from './Select.tsx'

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange' | 'filter'>, NamedField {
  /** Null: none is chosen. */
  value: string | null
  onChange: (storeCode: string) => void
  /** What stands before the stores, such as all of them. */
  before?: readonly { value: string; label: string }[]
}

export function StoreField({ value, onChange, before = [], ...props }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isChosen, setIsChosen] = useState(true)
  const known = useStore(value ?? undefined)
  // The field also shows what was chosen: that is not looked for.
  const { stores, waits } = useFoundStores(isChosen ? '' : typed)
  const named = known === undefined || stores.some((store) => store.storeCode === known.storeCode) ? stores : [known, ...stores]
  const term = isChosen ? '' : typed.trim().toLowerCase()
  const data = [
    ...before.filter(({ label }) => label.toLowerCase().includes(term)),
    ...named.map(({ storeCode, storeName }) => ({ value: storeCode, label: `${storeName} · ${storeCode}` })),
  ]
  return (
    <Select
      allowDeselect={false}
      {...props}
      data={data}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        setIsChosen(text === '' || data.some(({ label }) => label === text))
      }}
      // The server has looked for it.
      filter={({ options }) => options}
      nothingFoundMessage={waits ? undefined : t('common.nothingFound')}
      searchable
    />
  )
}
