/** The print list of a store: it stays over a reload, and is not mixed with that of another account at this browser. */
import type { Alias } from '@endcap/contract/products'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useSession } from '../app/services.ts'
import { notify } from '../ui/notify.ts'
import { keepList, readList, type PrintList } from './list.ts'

export type ChangeList = (change: (list: PrintList) => PrintList) => void

export function usePrintList(storeCode: string): [PrintList, ChangeList] {
  const { t } = useTranslation()
  const { email } = useSession().user
  const [list, setList] = useState(() => readList(email, storeCode))
  // Scans come faster than the screen is drawn: each builds on the one before.
  const latest = useRef(list)
  const full = useRef(false)
  const change = useCallback<ChangeList>(
    (make) => {
      latest.current = make(latest.current)
      setList(latest.current)
      const isStored = keepList(email, storeCode, latest.current)
      if (!isStored && !full.current) void notify(t('printing.notStored'), 'bad')
      full.current = !isStored
    },
    [email, storeCode, t],
  )
  return [list, change]
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
