/** The line below a list: which rows these are, how many on a page, and the way on. */
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { PageTurn } from './PageTurn.tsx'
import { pageSizes } from './spec.ts'
import { NativeSelect } from '../ui/inputs.tsx'
import tableStyles from './table.module.css'
import helpers from '../ui/helpers.module.css'

export function Footer({
  page,
  rows,
  total,
  sizes = pageSizes,
  onChange,
}: {
  page: number
  rows: number
  total: number
  sizes?: readonly number[] | undefined
  onChange: (next: { page?: number; rows?: number }) => void
}) {
  const { t } = useTranslation()
  const from = total === 0 ? 0 : rows < 0 ? 1 : page * rows + 1
  const to = rows < 0 ? total : Math.min(total, (page + 1) * rows)
  // A size from an address or of the screen's own stands among the others.
  const offered = sizes.includes(rows) ? sizes : [rows, ...sizes].toSorted((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b))
  return (
    <div className={tableStyles.foot} data-part="foot">
      <span>{t('table.range', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}</span>
      <span className={helpers.grow} />
      <label style={{ display: 'flex', gap: 6, alignItems: 'center' }}>
        {t('table.rows')}
        <NativeSelect style={{ width: 76 }} value={rows} onChange={(event) => onChange({ rows: Number(event.target.value) })}>
          {offered.map((size) => (
            <option key={size} value={size}>
              {size < 0 ? t('common.all') : size}
            </option>
          ))}
        </NativeSelect>
      </label>
      <PageTurn page={page} last={rows < 0 || to >= total} onTurn={(next) => onChange({ page: next })} />
    </div>
  )
}
