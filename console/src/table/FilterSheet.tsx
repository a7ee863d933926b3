/** All filters of a list, its time ranges and its order in one dialog: where there are no columns to put them under (phones and scanners). */
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FilterField } from './Filters.tsx'
import { RangeFields, type NamedRange } from './Period.tsx'
import type { FilterInput } from './spec.ts'
import { Button } from '../ui/Button.tsx'
import { NativeSelect } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'
import tableStyles from './table.module.css'

interface Props {
  filters: { name: string; heading: string; input: FilterInput; value: string }[]
  onFilter: (name: string, text: string) => void
  ranges: readonly NamedRange[]
  orders: { field: string; heading: string }[]
  sort: { column: string | undefined; dir: 'asc' | 'desc' }
  onSort: (column: string, dir: 'asc' | 'desc') => void
  onClear: () => void
  onClose: () => void
}

export function FilterSheet({ filters, onFilter, ranges, orders, sort, onSort, onClear, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('table.filters')} size="420px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <div className={tableStyles.sheet}>
        {filters.map(({ name, heading, input, value }) => (
          <div key={name}>
            {/* The field itself carries the name. */}
            <span aria-hidden="true">{heading}</span>
            <FilterField name={name} heading={heading} input={input} value={value} onChange={(text) => onFilter(name, text)} />
          </div>
        ))}
        {ranges.map((range) => (
          <RangeFields key={range.name} range={range} titled />
        ))}
        <div>
          <span aria-hidden="true">{t('table.order')}</span>
          <span>
            <NativeSelect
              aria-label={t('table.order')}
              value={sort.column ?? ''}
              onChange={(event) => onSort(event.target.value, sort.dir)}
            >
              {sort.column === undefined && <option value="">–</option>}
              {orders.map(({ field, heading }) => (
                <option key={field} value={field}>
                  {heading}
                </option>
              ))}
            </NativeSelect>
            <NativeSelect
              aria-label={t('table.direction')}
              value={sort.dir}
              disabled={sort.column === undefined}
              onChange={(event) => onSort(sort.column ?? '', event.target.value === 'desc' ? 'desc' : 'asc')}
            >
              <option value="asc">{t('table.ascending')}</option>
              <option value="desc">{t('table.descending')}</option>
            </NativeSelect>
          </span>
        </div>
      </div>
      <div className={dialogStyles.modalFoot}>
        <Button size="medium" onClick={onClear}>
          {t('table.clearAll')}
        </Button>
        <Button look="primary" size="medium" onClick={onClose} data-autofocus>
          {t('table.show')}
        </Button>
      </div>
    </Modal>
  )
}
