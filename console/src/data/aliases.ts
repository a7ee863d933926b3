/** The slots of prInfo as people read them, by their display names, and as columns of lists. */
import { prInfoShown, type Alias } from '@endcap/contract/products'
import { languages, type Language } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import type { Column } from '../table/spec.ts'

/** An alias with what it is called in the language of who reads. */
export interface NamedAlias extends Alias {
  label: string
}
/** The display name of each, or its name; two that would be called the same are told apart by their names. */
export function named(aliases: readonly Alias[], language: Language): NamedAlias[] {
  const labels = aliases.map(({ name, displayNames }) => displayNames?.[language] ?? name)
  return aliases.map((alias, place) => {
    const label = labels[place] ?? alias.name
    const isAlone = labels.indexOf(label) === labels.lastIndexOf(label)
    return { ...alias, label: isAlone || label === alias.name ? label : `${label} (${alias.name})` }
  })
}

type Meant = Record<'name' | 'price' | 'listPrice' | 'unit' | 'unitPrice' | 'taxPrice', number | null>
/** As they are read: the name, the prices and what goes with them first, then the others in the order of their slots. */
export function inReadingOrder<A extends Pick<Alias, 'index'>>(aliases: readonly A[], meant: Meant): A[] {
  const order = [meant.name, meant.price, meant.listPrice, meant.unit, meant.unitPrice, meant.taxPrice]
  const placeOf = ({ index }: A) => (order.includes(index) ? order.indexOf(index) : order.length)
  return aliases.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function useAliasAnswer(): { aliasList: readonly NamedAlias[]; meant: Meant } {
  const api = useApi()
  const { i18n } = useTranslation()
  const language = languages.find((one) => one === i18n.language) ?? 'en_US'
  const { data } = useQuery({ queryKey: ['aliases', ''], queryFn: () => api.aliases.list(), staleTime: 60_000 })
  return useMemo(() => (data === undefined ? noAnswer : { ...data, aliasList: named(data.aliasList, language) }), [data, language])
}
/** The slots of prInfo; none until they are known. */
export const useAliases = (): readonly NamedAlias[] => useAliasAnswer().aliasList
/** The slots that mean the name, the prices and what goes with them. */
export const useMeant = () => useAliasAnswer().meant
/** The same as forms and panels show them: without the key, which stands there as the product's code. */
export function useReadAliases(): readonly NamedAlias[] {
  const { aliasList, meant } = useAliasAnswer()
  return useMemo(
    () =>
      inReadingOrder(
        aliasList.filter((alias) => !alias.key),
        meant,
      ),
    [aliasList, meant],
  )
}
/** What the alias of a name is called; a name that none has is answered as it is. */
export function useAliasLabel(): (name: string) => string {
  const aliases = useAliases()
  return useCallback((name: string) => aliases.find((alias) => alias.name.toUpperCase() === name.toUpperCase())?.label ?? name, [aliases])
}

/** One and the same, so that what follows from it is not worked out anew. */
const noAnswer: { aliasList: readonly NamedAlias[]; meant: Meant } = {
  aliasList: [],
  meant: { name: null, price: null, listPrice: null, unit: null, unitPrice: null, taxPrice: null },
}

/**
 * Ten are shown until the reader chooses others (specification 2 §9). The key slot stands in the list already. `beside`: the list shows the
 * name and the prices in columns of its own, and its server sorts and filters by any slot.
 */
export function useAliasColumns<Row extends { prInfo: string[] }>({ beside = false } = {}): Column<Row>[] {
  const aliases = useReadAliases()
  const { name, price, listPrice } = useMeant()
  return useMemo(() => {
    const shown = beside ? [name, price, listPrice] : []
    return aliases.map((alias, place) => ({
      // Columns of run-time fields: the table asks only for their name and their cell.
      field: `prInfo${alias.index}` as keyof Row & string,
      heading: alias.label,
      ...(alias.label !== alias.name && { note: alias.name }),
      width: alias.type === 'name' ? 240 : 120,
      ...(beside ? { input: 'text' as const } : { sort: false as const }),
      ...((place >= prInfoShown || shown.includes(alias.index)) && { optional: true as const }),
      ...((alias.type === 'price' || alias.type === 'number') && { numeric: true as const }),
      cell: (row: Row) => row.prInfo[alias.index] || '–',
    }))
  }, [aliases, beside, name, price, listPrice])
}
