/** Ctrl/Cmd-K: one search over all that the server finds for the account, over screens, settings and what can be done. Loaded with its first use. */
import { maxSearchTerm } from '@endcap/contract/search'
import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useSession } from '../app/services.ts'
import { useFirstStore } from '../data/use-stores.ts'
import { Input } from '../ui/inputs.tsx'
import { Hit } from './Hit.tsx'
import type { Address } from './actions.ts'
import type { FoundHit, HitGroup } from './hits.ts'
import { remember } from './recent.ts'
import { endAhead, typedAhead } from './typed-ahead.ts'
import { useGroups } from './use-groups.ts'
import { useLead } from './use-lead.ts'
import styles from './palette.module.css'

/** Milliseconds after the last key until the server is asked. */
const pauseMs = 80

/** What the server finds. The answer for an earlier text stands until that for this one is there, and never replaces it. */
function useFound(term: string, storeCode: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['search', term, storeCode],
    queryFn: ({ signal }) => api.search.find({ query: { term, ...(storeCode !== undefined && { storeCode }) } }, { signal }),
    enabled: term !== '',
    placeholderData: keepPreviousData,
    staleTime: 5000,
    retry: false,
  })
}

/** Gives the focus back to what had it before, when the search is closed. */
function useFocusBack(): void {
  const [before] = useState(() => typedAhead.focusBefore ?? document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before],
  )
}

const takeFocus = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true })

interface Props {
  /** The code that it was opened with: what it finds is opened. */
  scanned: string
  storeCode: string | undefined
  go: (to: string, search?: object) => void
  close: () => void
}
export function Palette({ scanned, storeCode, go, close }: Props) {
  const { t } = useTranslation()
  const { email } = useSession().user
  const id = useId()
  useFocusBack()
  const [query, setQuery] = useState(scanned === '' ? typedAhead.text : scanned)
  const [chosen, setChosen] = useState(0)
  const [ofStore, setOfStore] = useState<(storeCode: string) => Address>()
  const typed = query.trim()
  const [settled] = useDebouncedValue(typed, pauseMs)
  const asks = ofStore === undefined && typed !== ''
  const term = asks ? settled : ''
  const { data, error, isFetching } = useFound(term, storeCode)
  const waits = asks && (isFetching || term !== typed)
  const found = typed === '' || error !== null ? undefined : data
  const only = useFirstStore()?.only
  // Who has one store is led into it.
  const groups = useGroups({ typed, found, storeCode: storeCode ?? only, ofStore }).filter(({ hits }) => hits.length > 0)
  const all = groups.flatMap(({ kind, hits }) => hits.map((hit) => ({ kind, hit })))
  const current = Math.min(chosen, all.length - 1)
  const type = (text: string) => {
    setQuery(text)
    setChosen(0)
  }
  const lead = useLead({
    storeCode: storeCode ?? only,
    go,
    close,
    onStoreAsked: (of) => {
      setOfStore(() => of)
      type('')
    },
  })
  const open = (kind: HitGroup['kind'], hit: FoundHit) => {
    if (kind !== 'recent' && kind !== 'whichStore') remember(email, kind, hit)
    lead(hit.leads)
  }
  const entered = useRef(scanned !== '' || typedAhead.isEntered)
  useEffect(endAhead, [])
  useEffect(() => {
    if (!entered.current || waits) return
    entered.current = false
    const entry = all[current]
    if (entry !== undefined) open(entry.kind, entry.hit)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter within an input method ends what is composed.
    if (event.nativeEvent.isComposing) return
    const entry = all[current]
    if (event.key === 'ArrowDown') setChosen((current + 1) % Math.max(all.length, 1))
    else if (event.key === 'ArrowUp') setChosen((current + all.length - 1) % Math.max(all.length, 1))
    // What stands there for an earlier text is not what was asked for: the answer is opened when it comes.
    else if (event.key === 'Enter' && waits) entered.current = true
    else if (event.key === 'Enter' && entry !== undefined) open(entry.kind, entry.hit)
    else return
    event.preventDefault()
  }
  const note = error !== null && asks ? errorText(error, t) : waits ? t('search.waits') : all.length === 0 ? t('common.nothingFound') : ''
  return (
    <Modal.Root opened onClose={close} size={640} padding={0} yOffset="8dvh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('common.search')}>
        <Input
          className={styles.field}
          role="combobox"
          aria-label={t('common.search')}
          aria-expanded={all.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          {...(all.length > 0 && { 'aria-activedescendant': `${id}${current}` })}
          placeholder={t(ofStore === undefined ? 'common.search' : 'search.whichStore')}
          value={query}
          maxLength={maxSearchTerm}
          // At once: the dialog gives the focus after a moment, and keys pressed before would be lost.
          ref={takeFocus}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            type(event.target.value)
            entered.current = false
          }}
        />
        <div role="listbox" id={`${id}list`} aria-label={t('common.search')} aria-busy={waits} className={styles.list}>
          <Groups groups={groups} current={all[current]?.hit} idOf={(place) => `${id}${place}`} onChoose={open} />
        </div>
        <p role="status" className={styles.note}>
          {note}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}

interface GroupsProps {
  groups: readonly HitGroup[]
  /** The row that Enter opens. */
  current: FoundHit | undefined
  /** The id of a row by its place, and of a heading by its kind. */
  idOf: (place: number | string) => string
  onChoose: (kind: HitGroup['kind'], hit: FoundHit) => void
}
function Groups({ groups, current, idOf, onChoose }: GroupsProps) {
  const { t } = useTranslation()
  const all = groups.flatMap(({ hits }) => hits)
  return groups.map(({ kind, hits }) => (
    <div role="group" key={kind} aria-labelledby={idOf(kind)}>
      <div className={styles.kind} id={idOf(kind)} role="presentation">
        {t(`search.${kind}`)}
      </div>
      {hits.map((hit) => {
        const { leads: _, id, ...row } = hit
        return <Hit key={id} {...row} optionId={idOf(all.indexOf(hit))} selected={hit === current} onChoose={() => onChoose(kind, hit)} />
      })}
    </div>
  ))
}
