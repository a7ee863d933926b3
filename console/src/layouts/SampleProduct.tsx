/** Chooses the product that labels are drawn for: a store, then one of those that layouts are likely to fail with, or another one by its code. */
import type { LayoutSample } from '@endcap/contract/layouts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useAliases } from '../data/aliases.ts'
import { useFirstStore } from '../data/use-stores.ts'
import { Select } from '../form/Select.tsx'
import { StoreField } from '../form/StoreField.tsx'
import styles from './layouts.module.css'

interface Chosen {
  storeCode: string
  prCode: string
}
/** So long nothing may be typed before it is looked for. */
const pauseMs = 250

function useSamples(storeCode: string, { prCode, search = '' }: { prCode?: string | undefined; search?: string } = {}) {
  const api = useApi()
  return useQuery({
    queryKey: ['layout-samples', storeCode, prCode, search],
    queryFn:
      storeCode === ''
        ? skipToken
        : ({ signal }) =>
            api.layouts.samples(
              { body: { storeCode, ...(prCode !== undefined && { prCode }), ...(search !== '' && { search }) } },
              { signal },
            ),
    placeholderData: keepPreviousData,
  })
}

/** The choice, and what it stands at: of a store's own drawing its store, else the first. */
export function useSample(storeOfDrawing: string | null) {
  const first = useFirstStore()?.first?.storeCode
  const [asked, setAsked] = useState<Partial<Chosen>>({})
  const [typed, setTyped] = useState('')
  const [term, setTerm] = useState('')
  const [search] = useDebouncedValue(term, pauseMs)
  const storeCode = storeOfDrawing ?? asked.storeCode ?? first ?? ''
  const { data, error } = useSamples(storeCode, { prCode: asked.prCode, search })
  const defaults = useSamples(storeCode).data?.sampleList ?? []
  const samples = data?.sampleList ?? []
  const chosen: Chosen = { storeCode, prCode: asked.prCode ?? samples[0]?.prCode ?? '' }
  /** For labels with several: the others stand behind it. */
  const prCodes =
    chosen.prCode === '' ? [] : [chosen.prCode, ...defaults.map(({ prCode }) => prCode).filter((code) => code !== chosen.prCode)]
  /** The field also shows what was chosen from it: that is not looked for. */
  const onType = (text: string, isChosen: boolean) => {
    setTyped(text)
    setTerm(isChosen ? '' : text.trim())
  }
  return { chosen, prCodes, samples, error, fixed: storeOfDrawing !== null, choose: setAsked, typed, onType }
}

export function SampleProduct({ sample }: { sample: ReturnType<typeof useSample> }) {
  const { t } = useTranslation()
  const name = useAliases().find((alias) => alias.type === 'name')?.index
  const { chosen, samples, fixed, choose, typed, onType } = sample
  const labelOf = ({ prCode, prInfo, why }: LayoutSample) =>
    [prCode, name === undefined ? '' : prInfo[name], t(`layouts.why.${why}`)].filter(Boolean).join(' · ')
  const offered = samples.map((one) => ({ value: one.prCode, label: labelOf(one) }))
  const known = chosen.prCode === '' || offered.some(({ value }) => value === chosen.prCode)
  const data = known ? offered : [{ value: chosen.prCode, label: chosen.prCode }, ...offered]
  return (
    <div className={styles.layoutSample}>
      {!fixed && (
        <StoreField
          label={t('layouts.store')}
          value={chosen.storeCode === '' ? null : chosen.storeCode}
          onChange={(storeCode) => choose({ storeCode })}
        />
      )}
      <Select
        label={t('layouts.product')}
        data={data}
        value={chosen.prCode === '' ? null : chosen.prCode}
        onChange={(prCode) => prCode !== null && choose({ storeCode: chosen.storeCode, prCode })}
        searchValue={typed}
        onSearchChange={(text) =>
          onType(
            text,
            data.some(({ label }) => label === text),
          )
        }
        // The server has looked for it: codes and names that do not stand in the label match as well.
        filter={({ options }) => options}
        nothingFoundMessage={t('common.nothingFound')}
        allowDeselect={false}
        searchable
      />
    </div>
  )
}
