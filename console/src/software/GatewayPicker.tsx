/**
 * Ticks gateways of a chain: the server looks for what is typed, pages come as they are scrolled to, several MACs can be pasted. By keyboard:
 * arrows move, the space bar ticks.
 */
import type { UpgradeCandidate } from '@endcap/contract/software'
import type { Component } from '@endcap/contract/upgrade-file'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { formatNumber } from '../ui/format.ts'
import { candidatePage, candidates, candidatesLike, mostChosen, typingMs, wantedOf } from './candidates.ts'

export type Chosen = ReadonlyMap<string, UpgradeCandidate>
interface Props {
  /** Whose version is shown. */
  component: Component
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}
const lineHeight = 44
/** Lines moved by a page key. */
const pageLines = 5

export function GatewayPicker({ component, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, typingMs)
  const [onlyChosen, setOnlyChosen] = useState(false)
  const [active, setActive] = useState(0)
  const [top, setTop] = useState(0)
  const [taking, setTaking] = useState<'no' | 'yes' | Error>('no')
  const own = onlyChosen ? candidatesLike([...chosen.values()], text) : undefined

  const [from, to] = [Math.max(0, top - 10), top + 20].map((line) => Math.floor(line / candidatePage)) as [number, number]
  const pages = from === to ? [from] : [from, to]
  const answers = useQueries({ queries: pages.map((page) => candidates(api, text, page)) })
  const [answer] = answers
  const found = own?.length ?? answer?.data?.recordsFiltered ?? 0
  const at = (index: number): UpgradeCandidate | undefined => {
    if (own !== undefined) return own[index]
    const page = pages.indexOf(Math.floor(index / candidatePage))
    return answers[page]?.data?.data[index % candidatePage]
  }
  const virtual = useVirtualizer({
    count: found,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    overscan: 6,
    initialRect: { width: 300, height: 232 },
    onChange: (list) => setTop(Math.floor((list.scrollOffset ?? 0) / lineHeight)),
  })
  const toggle = (gateway: UpgradeCandidate) => {
    const next = new Map(chosen)
    if (!next.delete(gateway.gwMac)) next.set(gateway.gwMac, gateway)
    onChange(next)
  }
  const goTo = (place: number) => {
    const index = Math.max(0, Math.min(found - 1, place))
    setActive(index)
    virtual.scrollToIndex(index)
  }
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageLines, PageUp: -pageLines, Home: -found, End: found }
  const onKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const gateway = at(active)
    if (step !== undefined) goTo(active + step)
    else if (event.key === ' ' && gateway !== undefined) toggle(gateway)
    else return
    event.preventDefault()
  }
  const narrow = (next: string) => {
    setTyped(next)
    setActive(0)
    box.current?.scrollTo({ top: 0 })
  }
  const takeAll = async () => {
    setTaking('yes')
    try {
      const { data } =
        own === undefined ? await api.software.candidates({ body: { ...wantedOf(text), length: mostChosen } }) : { data: own }
      onChange(new Map([...chosen, ...data.map((one): [string, UpgradeCandidate] => [one.gwMac, one])]))
      setTaking('no')
    } catch (error) {
      setTaking(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const problem = taking instanceof Error ? taking : answers.find((one) => one.error !== null)?.error
  const isSettled = typed === text && answer?.data !== undefined && !answer.isPlaceholderData
  return (
    <div className="store-picker gateway-picker">
      <div className="store-picker-head">
        <input
          className="fi"
          value={typed}
          placeholder={t('software.pick.find')}
          aria-label={t('software.pick.find')}
          onChange={(event) => narrow(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
            if (event.key === 'ArrowDown') box.current?.focus()
          }}
        />
        <div className="store-picker-count">
          <span role="status">
            {t('software.pick.chosen', { count: chosen.size, number: formatNumber(chosen.size) })}
            {answer?.data !== undefined && ` · ${t('software.pick.found', { count: found, number: formatNumber(found) })}`}
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
        role={found === 0 ? 'group' : 'listbox'}
        aria-multiselectable={found === 0 ? undefined : true}
        aria-label={t('software.start.to.gateways')}
        aria-activedescendant={at(active) === undefined ? undefined : `${id}-${active}`}
        aria-busy={own === undefined && !isSettled}
        tabIndex={0}
        onKeyDown={onKey}
      >
        <div style={{ height: virtual.getTotalSize() }} role="presentation">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const gateway = at(index)
            const style = { transform: `translateY(${start}px)` }
            if (gateway === undefined) return <div key={index} className="gateway-option skel" style={style} role="presentation" />
            return (
              <Option
                key={gateway.gwMac}
                {...{ gateway, component, style }}
                id={`${id}-${index}`}
                on={chosen.has(gateway.gwMac)}
                place={[index + 1, found]}
                isActive={index === active}
                toggle={() => {
                  setActive(index)
                  toggle(gateway)
                }}
              />
            )
          })}
        </div>
        {found === 0 && (own !== undefined || isSettled) && <p className="hint">{t('common.nothingFound')}</p>}
        {problem != null && (
          <p className="hint" role="alert">
            {errorText(problem, t)}
          </p>
        )}
      </div>
      <div className="store-picker-foot">
        <button
          type="button"
          className="btn"
          disabled={found === 0 || found > mostChosen || taking === 'yes' || (own === undefined && !isSettled)}
          onClick={() => void takeAll()}
        >
          {t('members.stores.all', { count: found, number: formatNumber(found) })}
        </button>
        <button type="button" className="btn ghost" disabled={chosen.size === 0} onClick={() => onChange(new Map())}>
          {t('members.stores.nothing')}
        </button>
      </div>
    </div>
  )
}

interface OptionProps {
  gateway: UpgradeCandidate
  component: Component
  id: string
  on: boolean
  /** Which one of how many. */
  place: [number, number]
  isActive: boolean
  style: { transform: string }
  toggle: () => void
}
function Option({ gateway, component, id, on, place, isActive, style, toggle }: OptionProps) {
  const { t } = useTranslation()
  const version = component === 'gmp' ? gateway.gmpVersion : gateway.grmVersion
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the list's
    <div
      id={id}
      role="option"
      aria-selected={on}
      aria-setsize={place[1]}
      aria-posinset={place[0]}
      tabIndex={-1}
      className="store-option gateway-option"
      data-active={isActive || undefined}
      style={style}
      onClick={toggle}
    >
      <span className="ck" data-on={on || undefined} aria-hidden="true" />
      <span className="gateway-option-name">
        <span className="mono">{gateway.gwMac}</span>
        <small>
          {gateway.storeName} · <span className="mono">{gateway.storeCode}</span>
        </small>
      </span>
      <span className="gateway-option-state">
        <span className="mono">{version === '' ? '–' : version}</span>
        {gateway.status === 'OFFLINE' && <small>{t('software.offline')}</small>}
      </span>
    </div>
  )
}
