/** Columns for the slots of prInfo, named by their aliases. */
import { prInfoShown, type Alias } from '@endcap/contract/products'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../app/services.ts'
import type { Column } from '../table/spec.ts'

/** The names of the slots of prInfo; none until they are known. */
export function useAliases(): readonly Alias[] {
  const api = useApi()
  const { data } = useQuery({ queryKey: ['aliases', ''], queryFn: () => api.aliases.list(), staleTime: 60_000 })
  return data?.aliasList ?? noAliases
}
const noAliases: readonly Alias[] = []

/** Ten are shown until the reader chooses others (specification 2 §9). The key slot stands in the list already. */
export function useAliasColumns<Row extends { prInfo: string[] }>(): Column<Row>[] {
  const aliases = useAliases()
  return useMemo(
    () =>
      aliases
        .filter((alias) => !alias.key)
        .map((alias, place) => ({
          // Columns of run-time fields: the table asks only for their name and their cell.
          field: `prInfo${alias.index}` as keyof Row & string,
          heading: alias.name,
          width: alias.type === 'name' ? 240 : 120,
          sort: false,
          ...(place >= prInfoShown && { optional: true }),
          ...((alias.type === 'price' || alias.type === 'number') && { numeric: true }),
          cell: (row: Row) => row.prInfo[alias.index] || '–',
        })),
    [aliases],
  )
}
