/** Ticks stores out of thousands: typing narrows the list, codes can be pasted. */
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { TickList } from './TickList.tsx'
import { Hint } from '../ui/Hint.tsx'
import helpers from '../ui/helpers.module.css'

export interface StoreOption {
  storeCode: string
  storeName: string
}
interface Props {
  stores: readonly StoreOption[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}
const sizes = { line: 32, list: 220, page: 6 }
/** Store 9 before store 10. */
const inOrder = new Intl.Collator(undefined, { numeric: true })

/** The stores that a text means: several codes with commas or blanks between them, or a part of a name or code. */
export function storesLike<S extends StoreOption>(stores: readonly S[], text: string): S[] {
  const query = text.trim().toLowerCase()
  if (query === '') return [...stores]
  const codes = new Set(query.split(/[\s,;]+/).filter(Boolean))
  const exact = codes.size > 1 ? stores.filter((store) => codes.has(store.storeCode.toLowerCase())) : []
  if (exact.length > 0) return exact
  return stores.filter((store) => `${store.storeName} ${store.storeCode}`.toLowerCase().includes(query))
}

export function StorePicker({ stores, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [onlyChosen, setOnlyChosen] = useState(false)
  // What was chosen when it opened stands first, so that it can be taken back.
  const [first] = useState(chosen)
  const sorted = useMemo(
    () =>
      stores.toSorted(
        (one, other) =>
          Number(first.has(other.storeCode)) - Number(first.has(one.storeCode)) || inOrder.compare(one.storeName, other.storeName),
      ),
    [stores, first],
  )
  const found = useMemo(
    () => storesLike(sorted, text).filter((store) => !onlyChosen || chosen.has(store.storeCode)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is taken back stays in sight until the list is narrowed anew
    [sorted, text, onlyChosen],
  )
  const toggle = ({ storeCode }: StoreOption) => {
    const next = new Set(chosen)
    if (!next.delete(storeCode)) next.add(storeCode)
    onChange(next)
  }
  return (
    <TickList
      label={t('members.column.store')}
      find={t('members.stores.find')}
      text={text}
      onText={setText}
      status={t('members.stores.chosen', { count: chosen.size, number: formatNumber(chosen.size), total: formatNumber(stores.length) })}
      onlyChosen={onlyChosen}
      onOnlyChosen={setOnlyChosen}
      count={found.length}
      at={(index) => found[index]}
      keyOf={({ storeCode }) => storeCode}
      isChosen={({ storeCode }) => chosen.has(storeCode)}
      toggle={toggle}
      sizes={sizes}
      note={found.length === 0 && <Hint>{t('common.nothingFound')}</Hint>}
      takeAll={found.length === 0 ? undefined : () => onChange(new Set([...chosen, ...found.map((store) => store.storeCode)]))}
      takeNone={chosen.size === 0 ? undefined : () => onChange(new Set())}
    >
      {({ storeCode, storeName }) => (
        <>
          <span>{storeName}</span>
          <small className={helpers.mono}>{storeCode}</small>
        </>
      )}
    </TickList>
  )
}
