/** The time ranges that a list is declared to have, as its state holds them. */
import { useTranslation } from 'react-i18next'
import type { NamedRange } from './Period.tsx'
import type { Dates } from './request.ts'

export function useRanges(
  { dateRange, statusDateRange }: { dateRange?: true; statusDateRange?: true },
  { from, to, statusFrom, statusTo }: Dates,
  change: (next: Dates) => void,
): NamedRange[] {
  const { t } = useTranslation()
  const both = dateRange && statusDateRange
  return [
    ...(dateRange ? [{ name: 'from', heading: t(both ? 'table.changed' : 'table.period'), from, to, onChange: change }] : []),
    ...(statusDateRange
      ? [
          {
            name: 'statusFrom',
            heading: t('table.statusChanged'),
            from: statusFrom,
            to: statusTo,
            onChange: (range: Dates) => change({ statusFrom: range.from, statusTo: range.to }),
          },
        ]
      : []),
  ]
}
