/** The line above a list: filters on or off, chips, dates, columns, saved view. */
import { Popover } from '@mantine/core'
import { IconBookmark, IconColumns3, IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../ui/format.ts'
import { Period, type NamedRange } from './Period.tsx'
import { Button } from '../ui/Button.tsx'
import type { ColumnEntry } from './column-entries.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import tableStyles from './table.module.css'
import helpers from '../ui/helpers.module.css'

interface Props {
  filtersShown: boolean
  onToggleFilters: () => void
  chips: ReactNode
  hasFilters: boolean
  onClearAll: () => void
  ranges: readonly NamedRange[]
  columns: readonly ColumnEntry[]
  onToggleColumn: (field: string) => void
  /** The column at `from`, of all, comes to stand at `to`. */
  onMoveColumn: (from: number, to: number) => void
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
  onMoveColumn,
  downloads,
  savedUntil,
  onSave,
  onForget,
}: Props) {
  const { t } = useTranslation()
  return (
    <div className={tableStyles.bar}>
      <Button look="ghost" aria-pressed={filtersShown} onClick={onToggleFilters}>
        <IconFilter size={15} stroke={1.7} />
        {t('table.filters')}
      </Button>
      {chips}
      {hasFilters && (
        <Button look="ghost" onClick={onClearAll}>
          {t('table.clearAll')}
        </Button>
      )}
      <span className={helpers.grow} />
      {ranges.length > 0 && <Period ranges={ranges} />}
      {downloads}
      {columns.length > 0 && (
        <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <Button className={tableStyles.wide} look="ghost">
              <IconColumns3 size={15} stroke={1.7} />
              {t('table.columns')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown mah={420} style={{ overflow: 'auto' }}>
            <ColumnChooser columns={columns} onToggle={onToggleColumn} onMove={onMoveColumn} />
          </Popover.Dropdown>
        </Popover>
      )}
      {savedUntil === undefined ? (
        <Button className={tableStyles.wide} look="ghost" aria-pressed={false} onClick={onSave}>
          <IconBookmark size={15} stroke={1.7} />
          {t('table.saveView')}
        </Button>
      ) : (
        <Button className={tableStyles.wide} look="ghost" aria-pressed={true} title={t('table.forget')} onClick={onForget}>
          <IconBookmark size={15} stroke={1.7} fill="currentColor" />
          {t('table.saved', { time: formatTime(savedUntil).slice(5, 16) })}
        </Button>
      )}
    </div>
  )
}
