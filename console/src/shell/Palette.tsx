/** Ctrl/Cmd-K: one search over screens and all that the server finds for the account. Loaded with its first use. */
import { maxSearchTerm } from '@endcap/contract/search'
import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { navGroups, searchOf } from '../app/nav.ts'
import { Input } from '../ui/inputs.tsx'
import { Hit } from './Hit.tsx'
import { hitGroups, type FoundHit, type HitGroup } from './hits.ts'
import styles from './palette.module.css'

/** Milliseconds after the last key until the server is asked. */
const pauseMs = 80
/** Screens that are shown beside what is found. */
const maxScreens = 6

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

/** Screens that the account may open whose name has the text; all of them while there is none. */
function useScreens(typed: string, storeCode: string | undefined): HitGroup {
  const { t } = useTranslation()
  const can = useCan()
  const hits = navGroups
    .flatMap((group) => group.items)
    .filter((item) => can(item.needs))
    .map((item): FoundHit => ({
      id: item.name,
      title: t(`nav.${item.name}`),
      icon: item.icon,
      to: item.to(storeCode),
      search: searchOf(item, storeCode),
    }))
    .filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()))
  return { kind: 'screens', hits: typed === '' ? hits : hits.slice(0, maxScreens) }
}

/** Gives the focus back to what had it before, when the search is closed. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before],
  )
}

const takeFocus = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true })

interface Props {
  storeCode: string | undefined
  go: (to: string, search?: object) => void
  close: () => void
}
export function Palette({ storeCode, go, close }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const id = useId()
  useFocusBack()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const typed = query.trim()
  const [term] = useDebouncedValue(typed, pauseMs)
  const { data, error, isFetching } = useFound(term, storeCode)
  const waits = typed !== '' && (isFetching || term !== typed)
  const screens = useScreens(typed, storeCode)
  const found = typed === '' || data === undefined || error !== null ? [] : hitGroups(data, can)
  const groups = [...found, screens].filter(({ hits }) => hits.length > 0)
  const all = groups.flatMap(({ hits }) => hits)
  const current = Math.min(chosen, all.length - 1)
  const open = (hit: FoundHit) => {
    close()
    go(hit.to, hit.search)
  }
  const entered = useRef(false)
  useEffect(() => {
    if (!entered.current || waits) return
    entered.current = false
    const hit = all[current]
    if (hit !== undefined) open(hit)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter within an input method ends what is composed.
    if (event.nativeEvent.isComposing) return
    const hit = all[current]
    if (event.key === 'ArrowDown') setChosen((current + 1) % Math.max(all.length, 1))
    else if (event.key === 'ArrowUp') setChosen((current + all.length - 1) % Math.max(all.length, 1))
    // What stands there for an earlier text is not what was asked for: the answer is opened when it comes.
    else if (event.key === 'Enter' && waits) entered.current = true
    else if (event.key === 'Enter' && hit !== undefined) open(hit)
    else return
    event.preventDefault()
  }
  const note =
    error !== null && typed !== '' ? errorText(error, t) : waits ? t('search.waits') : all.length === 0 ? t('common.nothingFound') : ''
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
          placeholder={t('common.search')}
          value={query}
          maxLength={maxSearchTerm}
          // At once: the dialog gives the focus after a moment, and keys pressed before would be lost.
          ref={takeFocus}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
            entered.current = false
          }}
        />
        <div role="listbox" id={`${id}list`} aria-label={t('common.search')} aria-busy={waits} className={styles.list}>
          {groups.map(({ kind, hits }) => (
            <div role="group" key={kind} aria-labelledby={`${id}${kind}`}>
              <div className={styles.kind} id={`${id}${kind}`} role="presentation">
                {t(`search.${kind}`)}
              </div>
              {hits.map((hit) => {
                const place = all.indexOf(hit)
                return <Hit key={hit.id} {...hit} optionId={`${id}${place}`} selected={place === current} onChoose={() => open(hit)} />
              })}
            </div>
          ))}
        </div>
        <p role="status" className={styles.note}>
          {note}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}
