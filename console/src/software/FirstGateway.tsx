/** Which gateway of a roll-out goes first: looked for on the server, or among those that were chosen. */
import type { UpgradeCandidate } from '@endcap/contract/software'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../form/Select.tsx'
import { useApi } from '../app/services.ts'
import { candidates, candidatesLike, typingMs } from './candidates.ts'

const labelOf = ({ gwMac, storeName }: UpgradeCandidate) => `${gwMac} · ${storeName}`

interface Props {
  /** Of these stores only. */
  storeCodes: readonly string[] | undefined
  /** One of these only. */
  among: readonly UpgradeCandidate[] | undefined
  first: UpgradeCandidate | null
  onChange: (first: UpgradeCandidate | null) => void
}
export function FirstGateway({ storeCodes, among, first, onChange }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const [typed, setTyped] = useState('')
  // What is chosen stands in the field as if it were typed.
  const term = first !== null && typed === labelOf(first) ? '' : typed
  const [text] = useDebouncedValue(term, typingMs)
  const { data } = useQuery({ ...candidates(api, text, 0, storeCodes), enabled: among === undefined })
  const found = among === undefined ? (data?.data ?? []) : candidatesLike(among, term).slice(0, 100)
  const shown = first === null || found.some((one) => one.gwMac === first.gwMac) ? found : [first, ...found]
  return (
    <Select
      field="first"
      label={t('software.start.first')}
      description={t('software.start.firstHint')}
      placeholder={t('software.start.anyFirst')}
      data={shown.map((one) => ({ value: one.gwMac, label: labelOf(one) }))}
      value={first?.gwMac ?? null}
      onChange={(gwMac) => onChange(shown.find((one) => one.gwMac === gwMac) ?? null)}
      onSearchChange={setTyped}
      // The server has looked.
      filter={({ options }) => options}
      nothingFoundMessage={t('common.nothingFound')}
      searchable
      clearable
    />
  )
}
