/** Floats over a list while rows are ticked: how many, and what can be done with them. */
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Action } from './spec.ts'
import { Button } from '../ui/Button.tsx'
import tableStyles from './table.module.css'

interface Props<Row> {
  name: string
  count: number
  rows: readonly Row[]
  total: number
  actions: Action<Row>[]
  onAction: (action: Action<Row>) => void
  onAll: () => void
  onClear: () => void
}

export function SelectionBar<Row>({ name, count, rows, total, actions, onAction, onAll, onClear }: Props<Row>) {
  const { t } = useTranslation()
  return (
    <div className={tableStyles.selection} data-part="selection" role="toolbar" aria-label={t('common.selected', { count })}>
      <b>{t('common.selected', { count })}</b>
      <i />
      {actions.map((action) => {
        const reason = action.refuse?.(rows)
        return (
          <Button
            key={action.name}

            // Still reached by keyboard, so that the reason is heard.
            aria-disabled={reason !== undefined || undefined}
            title={reason && t(reason)}
            aria-description={reason && t(reason)}
            onClick={() => reason === undefined && onAction(action)}
          >
            <action.icon size={15} stroke={1.7} />
            {t(`${name}.action.${action.name}`)}
          </Button>
        )
      })}
      <i />
      {count < total && <Button onClick={onAll}>{t('table.selectAll', { count: total })}</Button>}
      <Button icon aria-label={t('common.clearSelection')} onClick={onClear}>
        <IconX size={15} />
      </Button>
    </div>
  )
}
