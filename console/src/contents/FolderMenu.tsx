/** What can be done with a folder. */
import { Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconFolderPlus,
  IconFolderShare,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import styles from './contents.module.css'

export type FolderDeed = 'create' | 'rename' | 'move' | 'remove'
export type Way = 'up' | 'down' | 'out' | 'in'
const deeds = [
  ['create', IconFolderPlus],
  ['rename', IconPencil],
  ['move', IconFolderShare],
] as const
const ways = [
  ['up', IconArrowUp],
  ['down', IconArrowDown],
  ['in', IconIndentIncrease],
  ['out', IconIndentDecrease],
] as const

interface Props {
  name: string
  /** Tab reaches the button of the line that the tree stands on. */
  reachable: boolean
  can: (way: Way) => boolean
  onStep: (way: Way) => void
  onDeed: (deed: FolderDeed) => void
}

export function FolderMenu({ name, reachable, can, onStep, onDeed }: Props) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start" shadow="md" width={230}>
      <Menu.Target>
        <Button
          className={styles.folderMenu}
          look="ghost"
          icon
          tabIndex={reachable ? 0 : -1}
          aria-label={t('contents.folder.menu', { name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={15} stroke={1.7} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
        {deeds.map(([deed, Sign]) => (
          <Menu.Item key={deed} leftSection={<Sign size={16} stroke={1.6} />} onClick={() => onDeed(deed)}>
            {t(`contents.folder.${deed}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {ways.map(([way, Sign]) => (
          <Menu.Item key={way} leftSection={<Sign size={16} stroke={1.6} />} disabled={!can(way)} onClick={() => onStep(way)}>
            {t(`contents.step.${way}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => onDeed('remove')}>
          {t('contents.folder.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
