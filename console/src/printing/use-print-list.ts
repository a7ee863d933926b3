/** The print list of a store: it stays over a reload, and is not mixed with that of another account at this browser. */
import type { Alias } from '@endcap/contract/products'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useSession } from '../app/services.ts'
import { hideUndo, notify, notifyAbout } from '../ui/notify.ts'
import { listStore } from './list-store.ts'
import type { PrintList } from './list.ts'
import { listNotice, undoOfChange } from './undo.ts'

export type ChangeList = (change: (list: PrintList) => PrintList) => void
/** The same, and a notification says what was done and takes it back: `label` is what its button does. */
export type ChangeUndoably = (change: (list: PrintList) => PrintList, done: string, label: string) => void

/** A saved list takes the place of what is in the list. */
export type ReplaceList = (loaded: (list: PrintList) => PrintList, name: string) => void

export function usePrintList(storeCode: string) {
  const { t } = useTranslation()
  const { email } = useSession().user
  const store = listStore(email, storeCode)
  const list = useSyncExternalStore(store.subscribe, store.get)
  const full = useRef(false)
  const change = useCallback<ChangeList>(
    (make) => {
      const isStored = store.change(make)
      hideUndo(listNotice)
      if (!isStored && !full.current) void notify(t('printing.notStored'), 'bad')
      full.current = !isStored
    },
    [store, t],
  )
  const changeUndoably = useCallback<ChangeUndoably>(
    (make, done, label) => {
      const before = store.get()
      change(make)
      void notifyAbout(undefined, done, undoOfChange(store, before, label, t))
    },
    [store, change, t],
  )
  const replace = useCallback<ReplaceList>(
    (loaded, name) => {
      const count = store.get().rows.length
      if (count === 0) change(loaded)
      else changeUndoably(loaded, t('printing.undo.replaced', { name, count }), t('printing.undo.load', { name }))
    },
    [store, change, changeUndoably, t],
  )
  return { list, change, changeUndoably, replace }
}

/** Undefined: not known yet; null: the store has no such product. */
export type Products = (prCode: string) => readonly string[] | null | undefined

/** What the store's products say, asked for once each while the screen is open. */
export function useProducts(storeCode: string, { rows }: PrintList) {
  const api = useApi()
  const [known, setKnown] = useState<ReadonlyMap<string, readonly string[] | null>>(new Map())
  const [error, setError] = useState<Error | null>(null)
  const missing = useMemo(() => [...new Set(rows.map((row) => row.prCode))].filter((code) => !known.has(code)), [rows, known])
  const learn = useCallback(
    (more: Iterable<readonly [string, readonly string[] | null]>) => setKnown((before) => new Map([...before, ...more])),
    [],
  )
  const asked = missing.join('\n')
  const running = useRef<AbortController>(undefined)
  const ask = useCallback(() => {
    running.current?.abort()
    if (asked === '') return
    const end = new AbortController()
    running.current = end
    api.printing
      .products({ params: { storeCode }, body: { prCodeList: asked.split('\n') } }, { signal: end.signal })
      .then(({ productList, unknown }) => {
        learn([...productList.map(({ prCode, prInfo }) => [prCode, prInfo] as const), ...unknown.map((code) => [code, null] as const)])
        setError(null)
      })
      .catch((reason: unknown) => {
        if (!end.signal.aborted) setError(reason instanceof Error ? reason : new Error(String(reason)))
      })
  }, [api, storeCode, asked, learn])
  useEffect(() => {
    ask()
    return () => running.current?.abort()
  }, [ask])
  const products = useCallback<Products>((prCode) => known.get(prCode), [known])
  return { products, learn, error, refetch: ask }
}

/** A product's name on the screen. */
export function nameOf(aliases: readonly Alias[], prInfo: readonly (string | null)[] | null | undefined): string {
  const slot = aliases.find((alias) => alias.type === 'name')?.index
  return slot === undefined ? '' : (prInfo?.[slot] ?? '')
}
