/** The line above a list: filters on or off, chips, dates, columns, saved view. */
import { Popover } from '@mantine/core'
import { IconBookmark, IconColumns3, IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../ui/format.ts'
import { Period, type NamedRange } from './Period.tsx'

interface Props {
  filtersShown: boolean
  onToggleFilters: () => void
  chips: ReactNode
  hasFilters: boolean
  onClearAll: () => void
  ranges: readonly NamedRange[]
  columns: { field: string; heading: string; shown: boolean }[]
  onToggleColumn: (field: string) => void
  /** The files the list can be had as. */
  downloads: ReactNode
  savedUntil: number | undefined
  onSave: () => void
  onForget: () => void
}

export function Toolbar({
  filtersShown,
  onToggleFilters,
  chips,
  hasFilters,
  onClearAll,
  ranges,
  columns,
  onToggleColumn,
  downloads,
  savedUntil,
  onSave,
  onForget,
}: Props) {
  const { t } = useTranslation()
  return (
    <div className="bar">
      <button type="button" className="btn ghost" aria-pressed={filtersShown} onClick={onToggleFilters}>
        <IconFilter size={15} stroke={1.7} />
        {t('table.filters')}
      </button>
      {chips}
      {hasFilters && (
        <button type="button" className="btn ghost" onClick={onClearAll}>
          {t('table.clearAll')}
        </button>
      )}
      <span className="grow" />
      {ranges.length > 0 && <Period ranges={ranges} />}
      {downloads}
      <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className="btn ghost wide">
            <IconColumns3 size={15} stroke={1.7} />
            {t('table.columns')}
          </button>
        </Popover.Target>
        <Popover.Dropdown mah={420} style={{ overflow: 'auto' }}>
          {columns.map(({ field, heading, shown }) => (
            <label key={field} className="chk">
              <input type="checkbox" className="ck" checked={shown} onChange={() => onToggleColumn(field)} />
              {heading}
            </label>
          ))}
        </Popover.Dropdown>
      </Popover>
      {savedUntil === undefined ? (
        <button type="button" className="btn ghost wide" aria-pressed={false} onClick={onSave}>
          <IconBookmark size={15} stroke={1.7} />
          {t('table.saveView')}
        </button>
      ) : (
        <button type="button" className="btn ghost wide" aria-pressed={true} title={t('table.forget')} onClick={onForget}>
          <IconBookmark size={15} stroke={1.7} fill="currentColor" />
          {t('table.saved', { time: formatTime(savedUntil).slice(5, 16) })}
        </button>
      )}
    </div>
  )
}
