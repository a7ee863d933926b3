/** Areas at once: rows and columns over all of the canvas, or one for each screen. */
import { Popover } from '@mantine/core'
import { IconChevronDown, IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gridAreas, screenAreas, type ShowDraft } from './show-draft.ts'
import { Button } from '../ui/Button.tsx'
import styles from './shows.module.css'

const presets = [
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 1],
  [2, 2],
  [2, 3],
  [3, 1],
  [3, 3],
  [4, 4],
] as const

interface Props {
  draft: ShowDraft
  onGrid: (next: { draft: ShowDraft; lost: number }) => void
}

export function GridMenu({ draft, onGrid }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const take = (next: { draft: ShowDraft; lost: number }) => {
    setOpened(false)
    onGrid(next)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
          <IconLayoutGrid size={15} stroke={1.7} />
          {t('shows.grid')}
          <IconChevronDown size={14} />
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shows.grid')}>
        <div className={styles.showGrids}>
          {presets.map(([rows, columns]) => (
            <Button
              key={`${rows}x${columns}`}

              aria-label={t('shows.gridOf', { rows, columns })}
              onClick={() => take(gridAreas(draft, rows, columns))}
            >
              {rows}×{columns}
            </Button>
          ))}
        </div>
        <Button style={{ width: '100%', marginTop: 8 }} onClick={() => take(screenAreas(draft))}>
          {t('shows.gridScreens')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
