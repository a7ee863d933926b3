/** How many rows a list says that it has. */
import type { TFunction } from 'i18next'
import { formatNumber } from '../ui/format.ts'

/** All of them; with a filter, how many it leaves. */
export const countText = ({ total, grandTotal }: { total: number; grandTotal: number }, filtered: boolean, t: TFunction): string =>
  filtered ? t('table.countOf', { shown: formatNumber(total), total: formatNumber(grandTotal) }) : formatNumber(grandTotal)
