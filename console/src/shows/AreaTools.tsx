/** What is done with areas: added, drawn, laid out as a grid; the chosen one goes to the front, to the back, or away. */
import { Menu } from '@mantine/core'
import {
  IconBoxMultiple,
  IconChevronDown,
  IconLayersIntersect2,
  IconPencilPlus,
  IconPlus,
  IconStackBack,
  IconTrash,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { GridMenu } from './GridMenu.tsx'
import type { ShowDraft } from './show-draft.ts'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './shows.module.css'

interface Props {
  draft: ShowDraft
  /** Of the chosen area, -1 without one. */
  place: number
  drawing: boolean
  readOnly: boolean
  onAdd: () => void
  onDraw: () => void
  onGrid: ComponentProps<typeof GridMenu>['onGrid']
  /** The chosen one to this place among all. */
  onOrder: (to: number) => void
  onRemove: () => void
}

export function AreaTools({ draft, place, drawing, readOnly, onAdd, onDraw, onGrid, onOrder, onRemove }: Props) {
  const { t } = useTranslation()
  const last = draft.areas.length - 1
  return (
    <div className={styles.showTools} role="toolbar" aria-label={t('shows.areas')}>
      {!readOnly && (
        <>
          <Button onClick={onAdd}>
            <IconPlus size={15} stroke={1.7} />
            {t('shows.addArea')}
          </Button>
          <Button aria-pressed={drawing} onClick={onDraw}>
            <IconPencilPlus size={15} stroke={1.7} />
            {t('shows.draw')}
          </Button>
          <GridMenu draft={draft} onGrid={onGrid} />
        </>
      )}
      <span className={helpers.grow} />
      {place >= 0 && !readOnly && (
        <>
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <Button>
                <IconLayersIntersect2 size={15} stroke={1.7} />
                {t('shows.order')}
                <IconChevronDown size={14} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconBoxMultiple size={16} stroke={1.6} />} disabled={place === last} onClick={() => onOrder(last)}>
                {t('shows.toFront')}
              </Menu.Item>
              <Menu.Item leftSection={<IconStackBack size={16} stroke={1.6} />} disabled={place === 0} onClick={() => onOrder(0)}>
                {t('shows.toBack')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button onClick={onRemove}>
            <IconTrash size={15} stroke={1.7} />
            {t('shows.removeArea')}
          </Button>
        </>
      )}
    </div>
  )
}
