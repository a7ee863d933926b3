/** Which columns a list shows, and in which order: each with a tick, moved by dragging its handle or by the arrow keys on it. */
import { useTranslation } from 'react-i18next'
import { Tick } from '../ui/inputs.tsx'
import { Sortable } from '../ui/Sortable.tsx'
import type { ColumnEntry } from './column-entries.ts'
import tableStyles from './table.module.css'

interface Props {
  columns: readonly ColumnEntry[]
  onToggle: (field: string) => void
  onMove: (from: number, to: number) => void
}

export function ColumnChooser({ columns, onToggle, onMove }: Props) {
  const { t } = useTranslation()
  return (
    <div className={tableStyles.chooser}>
      <Sortable
        label={t('table.columns')}
        entries={columns}
        keyOf={({ field }) => field}
        handleLabel={({ heading }, place) => t('table.moveColumn', { column: heading, place })}
        onMove={onMove}
      >
        {({ field, heading, note, shown }) => (
          <Tick
            label={
              <span>
                {heading} {note !== undefined && <small>{note}</small>}
              </span>
            }
            checked={shown}
            onChange={() => onToggle(field)}
          />
        )}
      </Sortable>
    </div>
  )
}
