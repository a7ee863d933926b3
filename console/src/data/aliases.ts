/** Columns for the slots of prInfo, named by their aliases. */
import { prInfoShown, type Alias } from '@endcap/contract/products'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../app/services.ts'
import type { Column } from '../table/spec.ts'

function useAliasAnswer() {
  const api = useApi()
  return useQuery({ queryKey: ['aliases', ''], queryFn: () => api.aliases.list(), staleTime: 60_000 }).data
}
/** The names of the slots of prInfo; none until they are known. */
export const useAliases = (): readonly Alias[] => (useAliasAnswer() ?? noAnswer).aliasList
/** The slots that mean the name, the price and the price before. */
export const useMeant = () => (useAliasAnswer() ?? noAnswer).meant
/** One and the same, so that what follows from it is not worked out anew. */
const noAnswer: { aliasList: readonly Alias[]; meant: Record<'name' | 'price' | 'listPrice', number | null> } = {
  aliasList: [],
  meant: { name: null, price: null, listPrice: null },
}

/**
 * Ten are shown until the reader chooses others (specification 2 §9). The key slot stands in the list already. `beside`: the list shows the
 * name and the prices in columns of its own, and its server sorts and filters by any slot.
 */
export function useAliasColumns<Row extends { prInfo: string[] }>({ beside = false } = {}): Column<Row>[] {
  const { aliasList: aliases, meant } = useAliasAnswer() ?? noAnswer
  return useMemo(() => {
    const shown = beside ? Object.values(meant) : []
    return aliases
      .filter((alias) => !alias.key)
      .map((alias, place) => ({
        // Columns of run-time fields: the table asks only for their name and their cell.
        field: `prInfo${alias.index}` as keyof Row & string,
        heading: alias.name,
        width: alias.type === 'name' ? 240 : 120,
        ...(beside ? { input: 'text' as const } : { sort: false as const }),
        ...((place >= prInfoShown || shown.includes(alias.index)) && { optional: true as const }),
        ...((alias.type === 'price' || alias.type === 'number') && { numeric: true as const }),
        cell: (row: Row) => row.prInfo[alias.index] || '–',
      }))
  }, [aliases, beside, meant])
}
