/**
 * Floats over a list while rows are ticked: how many, and what can be done with them. By keyboard: a leads into it, arrows, Home and End
 * along it, Esc back to the rows, which stay ticked.
 */
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
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

/** The button that a key leads to, of so many. */
function stepTo(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const to = stepTo(
    event.key,
    buttons.findIndex((one) => one === document.activeElement),
    buttons.length,
  )
  if (to === undefined && event.key !== 'Escape') return
  event.preventDefault()
  if (to === undefined) document.querySelector<HTMLElement>('main [data-grid]')?.focus()
  else buttons[to]?.focus()
}

export function SelectionBar<Row>({ name, count, rows, total, actions, onAction, onAll, onClear }: Props<Row>) {
  const { t } = useTranslation()
  return (
    <div
      className={tableStyles.selection}
      data-part="selection"
      role="toolbar"
      aria-label={t('common.selected', { count })}
      tabIndex={-1}
      onKeyDown={walk}
    >
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
