/** The filters of a list as its screen shows them: a field for each, chips for what is set, and what sets and clears them. */
import type { RowOf, TableEndpoint } from '@endcap/contract/table'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '../ui/use-latest.ts'
import { isOpen, spanOf } from './Period.tsx'
import { allDates, type ListState } from './request.ts'
import type { Column, DeclaredTable, FilterInput } from './spec.ts'
import { useRanges } from './use-ranges.ts'

interface Options<E extends TableEndpoint> {
  spec: DeclaredTable<E>
  columns: readonly Column<RowOf<E>>[]
  headingOf: (column: Column<RowOf<E>>) => string
  state: ListState
  change: (next: Partial<ListState>) => void
}

export function useFilters<E extends TableEndpoint>({ spec, columns, headingOf, state, change }: Options<E>) {
  type Row = RowOf<E>
  const { t } = useTranslation()
  const inputs = useMemo<Readonly<Record<string, FilterInput | undefined>>>(
    () => ({
      ...spec.filters,
      ...Object.fromEntries(columns.map(({ field, input }) => [field, input]).filter(([, input]) => input !== undefined)),
    }),
    [spec, columns],
  )
  const latest = useLatest({ state, change })
  const setFilter = useCallback(
    (name: string, text: string) => {
      const { state: now, change: apply } = latest.current
      apply({ filters: { ...now.filters, [name]: text } })
    },
    [latest],
  )
  const setters = useMemo(
    () => new Map(Object.keys(inputs).map((name) => [name, (text: string) => setFilter(name, text)])),
    [inputs, setFilter],
  )
  const filterName = (column: Column<Row>) => column.filter ?? column.field
  const headingOfFilter = (name: string) => {
    const column = columns.find((one) => filterName(one) === name)
    return column === undefined ? t(`${spec.name}.column.${name}`, { defaultValue: name }) : headingOf(column)
  }
  const chips = Object.entries(state.filters).map(([name, text]) => {
    const input = inputs[name]
    const labelOf = typeof input === 'object' ? input.label : undefined
    return {
      name,
      heading: headingOfFilter(name),
      text: labelOf === undefined ? text : text.replace(/^==/, '').split(',').map(labelOf).join(', '),
    }
  })
  const ranges = useRanges(spec, state, change)
  const rangeChips = ranges
    .filter((range) => !isOpen(range))
    .map((range) => ({ name: range.name, heading: range.heading, text: spanOf(range) }))
  return {
    setFilter,
    ranges,
    chips,
    rangeChips,
    filtered: chips.length + rangeChips.length > 0,
    clearAll: () => change({ filters: {}, ...allDates({}) }),
    hasFields: Object.keys(inputs).length > 0,
    /** The field under a column's heading; none where the list cannot be filtered by it. */
    fieldOf: (column: Column<Row>) => {
      const name = filterName(column)
      const input = inputs[name]
      const value = state.filters[name] ?? ''
      return input === undefined ? undefined : { name, heading: headingOf(column), input, value, onChange: setters.get(name) ?? nothing }
    },
    /** All of them, in the order of their declaration. */
    fields: () =>
      Object.entries(inputs).flatMap(([name, input]) =>
        input === undefined ? [] : [{ name, heading: headingOfFilter(name), input, value: state.filters[name] ?? '' }],
      ),
  }
}
const nothing = () => undefined
