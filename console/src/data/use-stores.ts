/**
 * Stores by search and by code. A chain has too many of them to fetch them all: a place that offers stores asks for the first of those that
 * match what is typed, one that names a store for that store.
 */
import type { FoundStore } from '@endcap/contract/finding-stores'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { domainsOf } from '../app/changed.ts'
import { useApi, type Services } from '../app/services.ts'

/** Stores that are offered at once. */
export const offeredStores = 20
/** Typing rests so long before it is looked for. */
const typingMs = 150
/** Names change seldom, and the server says when. */
const staleTime = 300_000

export interface StoreQuery {
  term?: string
  storeType?: string | undefined
  /** These come first. */
  first?: readonly string[]
  /** None but these. */
  codes?: readonly string[] | undefined
  start?: number
  length?: number
}
/** A page of stores. */
export const foundStores = (
  api: Services['api'],
  { term = '', first = [], codes, storeType, start = 0, length = offeredStores }: StoreQuery,
) =>
  queryOptions({
    queryKey: ['storeNames', '', 'find', term, storeType ?? null, first, codes ?? null, start, length],
    queryFn: ({ signal }) =>
      api.stores.find(
        {
          body: {
            term,
            first: [...first],
            start,
            length,
            ...(codes && { codes: [...codes] }),
            ...(storeType !== undefined && { storeType }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime,
  })

/** The first stores that match what is typed, and how many there are in all; asked for when typing rests. */
export function useFoundStores(typed: string, query: StoreQuery & { enabled?: boolean } = {}) {
  const api = useApi()
  const [term] = useDebouncedValue(typed.trim(), typingMs)
  const { enabled = true, ...more } = query
  const found = useQuery({ ...foundStores(api, { ...more, term }), enabled })
  return {
    ...found,
    stores: found.data?.storeList ?? noStores,
    total: found.data?.total ?? 0,
    waits: term !== typed.trim() || found.isPlaceholderData,
  }
}
const noStores: readonly FoundStore[] = []

function useStoreQuery(storeCode: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['storeNames', storeCode ?? '', 'one'],
    queryFn: async ({ signal }) =>
      (await api.stores.find({ body: { codes: [storeCode ?? ''], length: 1 } }, { signal })).storeList[0] ?? null,
    enabled: storeCode !== undefined && storeCode !== '',
    staleTime,
  })
}

/** One store; undefined until it is known, and for none. */
export const useStore = (storeCode: string | undefined): FoundStore | undefined => useStoreQuery(storeCode).data ?? undefined

/** What a store is called, and whether that is still on its way. */
export function useStoreName(storeCode: string | undefined): { name: string | undefined; waits: boolean } {
  const { data, isLoading } = useStoreQuery(storeCode)
  return { name: data?.storeName, waits: isLoading }
}

/** Has what is shown of stores fetched again: their lists, and their names wherever one is chosen. */
export function useStoresChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(async () => {
    await Promise.all(domainsOf.stores.map((domain) => queries.invalidateQueries({ queryKey: [domain] })))
  }, [queries])
}

/** The account's first store, null where it has none, and its store where it has but one; undefined until they are known. */
export function useFirstStore(): { first: FoundStore | null; only: string | undefined } | undefined {
  const api = useApi()
  const { data } = useQuery(foundStores(api, {}))
  if (data === undefined) return undefined
  const first = data.storeList[0] ?? null
  return { first, only: data.total === 1 ? first?.storeCode : undefined }
}

/** Those of these stores that the account has; undefined until they are known. */
export function useStoresOf(codes: readonly string[]): readonly FoundStore[] | undefined {
  const api = useApi()
  const { data, isPlaceholderData } = useQuery({ ...foundStores(api, { codes, length: 1000 }), enabled: codes.length > 0 })
  return codes.length === 0 ? noStores : isPlaceholderData ? undefined : data?.storeList
}
