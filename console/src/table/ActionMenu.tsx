/** What can be done with ticked rows, in the list's head: there before anything is ticked, and each says what it lacks. */
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { HeadMenu } from './HeadMenu.tsx'
import type { Action } from './spec.ts'
import hintStyles from '../ui/Hint.module.css'

interface Props<Row> {
  name: string
  actions: readonly Action<Row>[]
  rows: Row[]
  onAction: (action: Action<Row>) => void
}

export function ActionMenu<Row>({ name, actions, rows, onAction }: Props<Row>) {
  const { t } = useTranslation()
  return (
    <HeadMenu label={t('table.more')} icon={IconDots} width={250}>
      {actions.map((action) => {
        const reason = action.refuse?.(rows)
        return (
          <Menu.Item
            key={action.name}
            leftSection={<action.icon size={16} stroke={1.6} />}
            disabled={reason !== undefined}
            onClick={() => onAction(action)}
          >
            {t(`${name}.action.${action.name}`)}
            {reason !== undefined && <small className={hintStyles.hint}>{t(reason)}</small>}
          </Menu.Item>
        )
      })}
    </HeadMenu>
  )
}
