/**
 * Ticks stores out of thousands: only those on screen are drawn, typing narrows the list, codes can be pasted. By keyboard: arrows move,
 * the space bar ticks.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'

export interface StoreOption {
  storeCode: string
  storeName: string
}
interface Props {
  stores: readonly StoreOption[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}
const lineHeight = 32
/** Store 9 before store 10. */
const inOrder = new Intl.Collator(undefined, { numeric: true })

/** The stores that a text means: several codes with commas or blanks between them, or a part of a name or code. */
export function storesLike<S extends StoreOption>(stores: readonly S[], text: string): S[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...stores]
  const codes = new Set(wanted.split(/[\s,;]+/).filter(Boolean))
  const exact = codes.size > 1 ? stores.filter((store) => codes.has(store.storeCode.toLowerCase())) : []
  if (exact.length > 0) return exact
  return stores.filter((store) => `${store.storeName} ${store.storeCode}`.toLowerCase().includes(wanted))
}

export function StorePicker({ stores, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [onlyChosen, setOnlyChosen] = useState(false)
  const [active, setActive] = useState(0)
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
  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    overscan: 6,
    initialRect: { width: 300, height: 220 },
  })
  const toggle = (code: string) => {
    const next = new Set(chosen)
    if (!next.delete(code)) next.add(code)
    onChange(next)
  }
  const goTo = (place: number) => {
    const index = Math.max(0, Math.min(found.length - 1, place))
    setActive(index)
    virtual.scrollToIndex(index)
  }
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6, Home: -found.length, End: found.length }
  const onKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const store = found[active]
    if (step !== undefined) goTo(active + step)
    else if (event.key === ' ' && store !== undefined) toggle(store.storeCode)
    else return
    event.preventDefault()
  }
  const narrow = (next: string) => {
    setText(next)
    setActive(0)
  }
  return (
    <div className="store-picker">
      <div className="store-picker-head">
        <input
          className="fi"
          value={text}
          placeholder={t('members.stores.find')}
          aria-label={t('members.stores.find')}
          onChange={(event) => narrow(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
            if (event.key === 'ArrowDown') box.current?.focus()
          }}
        />
        <div className="store-picker-count">
          <span role="status">
            {t('members.stores.chosen', { count: chosen.size, number: formatNumber(chosen.size), total: formatNumber(stores.length) })}
          </span>
          <button type="button" className="btn ghost" aria-pressed={onlyChosen} onClick={() => setOnlyChosen(!onlyChosen)}>
            {t('members.stores.onlyChosen')}
          </button>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys walk along the options inside */}
      <div
        ref={box}
        className="store-picker-list"
        // A list without options is none.
        role={found.length === 0 ? 'group' : 'listbox'}
        aria-multiselectable={found.length === 0 ? undefined : true}
        aria-label={t('members.column.store')}
        aria-activedescendant={found[active] === undefined ? undefined : `${id}-${active}`}
        tabIndex={0}
        onKeyDown={onKey}
      >
        <div style={{ height: virtual.getTotalSize() }} role="presentation">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const store = found[index]
            if (store === undefined) return null
            const on = chosen.has(store.storeCode)
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the list's
              <div
                key={store.storeCode}
                id={`${id}-${index}`}
                role="option"
                aria-selected={on}
                aria-setsize={found.length}
                aria-posinset={index + 1}
                tabIndex={-1}
                className="store-option"
                data-active={index === active || undefined}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => {
                  setActive(index)
                  toggle(store.storeCode)
                }}
              >
                <span className="ck" data-on={on || undefined} aria-hidden="true" />
                <span>{store.storeName}</span>
                <small className="mono">{store.storeCode}</small>
              </div>
            )
          })}
        </div>
        {found.length === 0 && <p className="hint">{t('common.nothingFound')}</p>}
      </div>
      <div className="store-picker-foot">
        <button
          type="button"
          className="btn"
          disabled={found.length === 0}
          onClick={() => onChange(new Set([...chosen, ...found.map((store) => store.storeCode)]))}
        >
          {t('members.stores.all', { count: found.length, number: formatNumber(found.length) })}
        </button>
        <button type="button" className="btn ghost" disabled={chosen.size === 0} onClick={() => onChange(new Set())}>
          {t('members.stores.nothing')}
        </button>
      </div>
    </div>
  )
}
