/** What the layout is looked at with: a store, a product of it or typed values, and a class of panels. It stands in the address. */
import type { PanelPalette } from '@endcap/contract/colour-classes'
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import type { LayoutSample } from '@endcap/contract/layouts'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { sampleInfo } from '../data/layout-sample.ts'
import { useAliases } from '../data/aliases.ts'
import { useFirstStore, useStoresOf } from '../data/use-stores.ts'
import { useStillHere } from '../ui/still-here.ts'
import { panelsShowing, readTyped, typedProduct, defaultClass, type SightProduct } from './sight.ts'

/** Of the address; what looks like a number may come as one. */
interface Search {
  page?: number
  store?: string | number
  product?: string | number
  panel?: string
  /** Values are typed by hand: by slot of prInfo, or 1 while there are none. */
  hand?: unknown
  /** All products stand side by side, 1 for yes. */
  all?: unknown
}
const searchPauseMs = 250
/** What is typed comes into the address after a pause: browsers take only so many changes of it. */
const typingPauseMs = 400
/** What a product is called that no store has. */
const madeUp = '4006381333931'

/** The address of the designer: what is not named stays as it is, what is undefined goes. */
export function useDesignerAddress() {
  const search = useRouteSearch()
  const navigate = useNavigate()
  const stillHere = useStillHere()
  const go = useCallback(
    (part: Partial<Search>) => {
      if (!stillHere()) return
      void navigate({
        to: '.',
        search: (now: Search) => Object.fromEntries(Object.entries({ ...now, ...part }).filter(([, value]) => value !== undefined)),
        replace: true,
      })
    },
    [navigate, stillHere],
  )
  return { search, go }
}

export interface Sight {
  /** Undefined: of no store. */
  storeCode: string | undefined
  /** The account has no store. */
  hasNone: boolean
  chooseStore: (storeCode: string) => void
  /** The drawing is of one store alone. */
  isFixed: boolean
  samples: readonly LayoutSample[]
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean }
  /** The one that is looked at; undefined when values are typed and no product is their base. */
  product: LayoutSample | undefined
  chooseProduct: (prCode: string) => void
  text: string
  setText: (text: string) => void
  byHand: boolean
  setByHand: (on: boolean) => void
  /** The small labels stand in rows instead of one, so that all are in sight. */
  inRows: boolean
  setInRows: (on: boolean) => void
  /** By slot of prInfo. */
  typed: Readonly<Record<number, string>>
  type: (index: number, value: string) => void
  /** What its fields say now, typed or stored. */
  shown: { prCode: string; prInfo: readonly string[] }
  panel: PanelPalette
  panels: readonly PanelPalette[]
  choosePanel: (panel: PanelPalette) => void
  /** The products in the order of their places on the label, beginning with the one that is looked at, or with another one. */
  productsFor: (places: number, first?: LayoutSample) => SightProduct[]
}

export function useSight({ storeCode: storeOfDrawing, size, modelClass }: OpenDrawing): Sight {
  const { t } = useTranslation()
  const { search, go } = useDesignerAddress()
  const account = useFirstStore()
  const aliases = useAliases()
  const [text, setText] = useState('')
  const [term] = useDebouncedValue(text.trim(), searchPauseMs)
  const [typed, setTyped] = useState(() => readTyped(search.hand))
  const [written] = useDebouncedValue(typed, typingPauseMs)
  useEffect(() => {
    if (written === typed && Object.keys(written).length > 0) go({ hand: written })
  }, [written, typed, go])
  const asked = textOf(search.store)
  const remembered = localStorage.getItem('endcap.store') ?? undefined
  const stores = useStoresOf([asked, remembered].filter((code) => code !== undefined))
  const known = (code: string | undefined) => stores?.find((store) => store.storeCode === code)?.storeCode
  const storeCode = storeOfDrawing ?? known(asked) ?? known(remembered) ?? (stores && account?.first?.storeCode)
  const hasNone = account?.first === null
  const productCode = textOf(search.product)
  const { query, samples } = useSamples({ storeCode, term, productCode })
  // What was chosen stays, also when a search shows others.
  const [chosen, setChosen] = useState<LayoutSample>()
  const product =
    samples.find((sample) => sample.prCode === productCode) ?? (chosen?.prCode === productCode ? chosen : undefined) ?? samples[0]
  const isEmpty = hasNone || (storeCode !== undefined && query.data !== undefined && samples.length === 0 && product === undefined)
  const byHand = search.hand !== undefined || isEmpty
  const panels = panelsShowing(query.data?.tagTypes ?? [], size, modelClass)
  const panel = panels.find((one) => one === search.panel) ?? defaultClass(query.data?.tagTypes ?? [], size, modelClass)
  const base = useMemo(() => product ?? { prCode: madeUp, prInfo: sampleInfo(aliases, t('layouts.sample')) }, [product, aliases, t])
  const hand = useMemo(() => typedProduct(base.prCode, base.prInfo, typed, aliases), [base, typed, aliases])
  const productsFor = useCallback(
    (places: number, first?: LayoutSample): SightProduct[] => {
      const stored = ({ prCode }: LayoutSample): SightProduct => ({ prCode })
      const begin = first ?? product
      const others = samples.filter((sample) => sample.prCode !== begin?.prCode).map(stored)
      const head = byHand && first === undefined ? hand : begin === undefined ? hand : stored(begin)
      const all = [head, ...others]
      // There may be fewer products than places: the same one again, made up.
      while (all.length < places) all.push(begin === undefined ? { ...hand, prCode: `${hand.prCode}-${all.length}` } : stored(begin))
      return all.slice(0, places)
    },
    [samples, product, byHand, hand],
  )
  return {
    storeCode,
    hasNone,
    samples,
    product,
    text,
    byHand,
    typed,
    panel,
    panels,
    productsFor,
    query: {
      error: query.error,
      refetch: query.refetch,
      isFetching: query.isFetching,
    },
    isFixed: storeOfDrawing !== null,
    inRows: search.all !== undefined,
    setInRows: (on) => go({ all: on ? 1 : undefined }),
    setText: (next) => {
      setText(next)
      // What is looked at stays until another one is chosen.
      if (productCode !== undefined || product === undefined) return
      setChosen(product)
      go({ product: product.prCode })
    },
    chooseStore: (code) => go({ store: code, product: undefined }),
    chooseProduct: (code) => {
      setChosen(samples.find((sample) => sample.prCode === code))
      setTyped({})
      go({ product: code, hand: undefined })
    },
    setByHand: (on) => {
      if (!on) setTyped({})
      go({ hand: on ? 1 : undefined })
    },
    type: (index, value) => setTyped((now) => ({ ...now, [index]: value })),
    shown: byHand ? { prCode: hand.prCode, prInfo: hand.prInfo ?? [] } : base,
    choosePanel: (next) => go({ panel: next }),
  }
}

interface SampleRequest {
  storeCode: string | undefined
  /** Part of a code or name; empty for those that a layout is most likely to fail with. */
  term: string
  /** The one that the address names. */
  productCode: string | undefined
}
/** Products of a store, of which one is looked at. */
function useSamples({ storeCode, term, productCode }: SampleRequest) {
  const api = useApi()
  /** What the address named when it was opened is among the samples; what is chosen from them later is there anyway. */
  const [linked] = useState(productCode)
  const query = useQuery({
    queryKey: ['products', storeCode, 'layout-samples', linked, term],
    queryFn:
      storeCode === undefined
        ? skipToken
        : ({ signal }) =>
            api.layouts.samples(
              { body: { storeCode, ...(term !== '' ? { search: term } : linked !== undefined && { prCode: linked }) } },
              { signal },
            ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const samples = useMemo(() => {
    const all = storeCode === undefined ? [] : (query.data?.sampleList ?? [])
    // Who searches wants what was found alone.
    return term === '' ? all : all.filter(({ why }) => why === 'asked')
  }, [query.data, storeCode, term])
  return { query, samples }
}
